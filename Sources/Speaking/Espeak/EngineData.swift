import Glibc

/// The release that the voices' data on the disk are of. The engine is linked into this program, and an upgrade of the
/// system exchanges the data alone: Mandarin is nonsense then, and other languages change.
///
/// The engine's own check compares the number of the format (`0x014801`), which several releases share. Their data tell
/// them apart by the number of phoneme tables, with which `phontab` begins. Pure but for ``release(at:)``; any thread.
public enum EngineData {
  /// The number of phoneme tables of each release whose data were looked at.
  private static let tables: [(release: String, count: UInt8)] = [("1.51", 130), ("1.52", 134)]

  /// The release of data, such as `1.51`; `nil` if nobody knows.
  ///
  /// - Parameter phontab: the beginning of that file.
  public static func release(of phontab: some Sequence<UInt8>) -> String? {
    guard let count = phontab.first(where: { _ in true }) else { return nil }
    return tables.first { $0.count == count }?.release
  }

  /// The release of the data in a folder; `nil` if nobody knows.
  static func release(at folder: String) -> String? {
    guard let file = fopen("\(folder)/phontab", "re") else { return nil }
    defer { fclose(file) }
    let first = fgetc(file)
    return first < 0 ? nil : release(of: [UInt8(truncatingIfNeeded: first)])
  }

  /// True if data of a release do not belong to an engine, such as `1.51.1`. What is not known is not judged: listeners
  /// add languages to their data.
  public static func isForeign(_ release: String?, to engine: String) -> Bool {
    guard let release, let own = tables.first(where: { engine == $0.release || engine.hasPrefix($0.release + ".") })
    else { return false }
    return own.release != release
  }
}

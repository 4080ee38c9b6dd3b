import Announcements
import Store
import Vocabulary

/// The volumes of sinks that are raised now, or were when the sinks went away: a small file in the state folder,
/// readable by the user alone. It exists while there is such a volume, so that a service that is killed leaves it to
/// the next one.
struct FloorFile {
  private static let firstLine = "aloud volume 1"
  private static let mostBytes = 4096

  private let file: PrivateFile

  /// `nil` if there is no state folder.
  init?(folder: String? = UserFolder.state) {
    guard let folder else { return nil }
    file = PrivateFile(folder: folder, name: "raised-volume", mostBytes: Self.mostBytes)
  }

  /// The contents of the file: in a line for each sink the volumes before and now, and its name, which may have spaces.
  /// `nil` if a later service could not read them.
  static func bytes(_ raises: [VolumeFloor.Raise]) -> [UInt8]? {
    let lines = raises.map { "\($0.original.value) \($0.raised.value) \($0.sink)\n" }
    let bytes = Array("\(firstLine)\n\(lines.joined())".utf8)
    return self.raises(in: bytes) == raises ? bytes : nil
  }

  /// The contents of a file; `nil` if they are bad, or of a later version.
  static func raises(in bytes: [UInt8]) -> [VolumeFloor.Raise]? {
    guard bytes.count <= mostBytes, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines[0] == firstLine, lines.last?.isEmpty == true else { return nil }
    let raises = lines.dropFirst().dropLast().map { raise(in: $0) }
    return raises.contains(nil) ? nil : raises.compactMap { $0 }
  }

  private static func raise(in line: Substring) -> VolumeFloor.Raise? {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, !words[2].isEmpty, let original = Double(words[0]), let raised = Double(words[1]),
      original.isFinite, original >= 0, (0...1).contains(raised)
    else { return nil }
    return VolumeFloor.Raise(sink: String(words[2]), original: CubicLevel(original), raised: CubicLevel(raised))
  }

  /// The kept values; none without a file.
  ///
  /// - Throws: ``Unreadable``, if there is a file without any.
  func read() throws(Unreadable) -> [VolumeFloor.Raise] {
    switch file.read() {
    case .absent: return []
    case .unreadable: throw Unreadable()
    case .bytes(let bytes):
      guard let raises = Self.raises(in: bytes) else { throw Unreadable() }
      return raises
    }
  }

  /// The file has no value that can be read.
  struct Unreadable: Error {}

  /// Replaces the file. It is complete at any moment.
  ///
  /// - Returns: true if the values are kept.
  func write(_ raises: [VolumeFloor.Raise]) -> Bool { Self.bytes(raises).map { file.write($0) } ?? false }

  /// Removes the file.
  ///
  /// - Returns: true if there is none any more.
  func remove() -> Bool { file.remove() }
}

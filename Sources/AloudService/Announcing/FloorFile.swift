import Announcements
import Store
import Vocabulary

/// The volume of a sink that is raised now: a small file in the state folder, readable by the user alone. It exists
/// while a volume is raised, so that a service that is killed leaves it to the next one.
struct FloorFile {
  private static let firstLine = "aloud volume 1"
  private static let mostBytes = 4096

  private let file: PrivateFile

  /// `nil` if there is no state folder.
  init?(folder: String? = UserFolder.state) {
    guard let folder else { return nil }
    file = PrivateFile(folder: folder, name: "raised-volume", mostBytes: Self.mostBytes)
  }

  /// The contents of the file: the volumes before and now, and the sink's name, which may have spaces. `nil` if a later
  /// service could not read them.
  static func bytes(_ raise: VolumeFloor.Raise) -> [UInt8]? {
    let bytes = Array("\(firstLine)\n\(raise.original.value) \(raise.raised.value) \(raise.sink)\n".utf8)
    return self.raise(in: bytes) == raise ? bytes : nil
  }

  /// The contents of a file; `nil` if they are bad, or of a later version.
  static func raise(in bytes: [UInt8]) -> VolumeFloor.Raise? {
    guard bytes.count <= mostBytes, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[0] == firstLine, lines[2].isEmpty else { return nil }
    let words = lines[1].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, !words[2].isEmpty, let original = Double(words[0]), let raised = Double(words[1]),
      original.isFinite, original >= 0, (0...1).contains(raised)
    else { return nil }
    return VolumeFloor.Raise(sink: String(words[2]), original: CubicLevel(original), raised: CubicLevel(raised))
  }

  /// The kept value.
  ///
  /// - Throws: ``Unreadable``, if there is a file without one.
  func read() throws(Unreadable) -> VolumeFloor.Raise? {
    switch file.read() {
    case .absent: return nil
    case .unreadable: throw Unreadable()
    case .bytes(let bytes):
      guard let raise = Self.raise(in: bytes) else { throw Unreadable() }
      return raise
    }
  }

  /// The file has no value that can be read.
  struct Unreadable: Error {}

  /// Replaces the file. It is complete at any moment.
  ///
  /// - Returns: true if the value is kept.
  func write(_ raise: VolumeFloor.Raise) -> Bool { Self.bytes(raise).map { file.write($0) } ?? false }

  /// Removes the file.
  ///
  /// - Returns: true if there is none any more.
  func remove() -> Bool { file.remove() }
}

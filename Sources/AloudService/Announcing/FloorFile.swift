import Announcements
import EventLoop
import Glibc
import Store

/// The volume of a sink that is raised now: a small file in the state folder, readable by the user alone. It exists
/// while a volume is raised, so that a service that is killed leaves it to the next one.
struct FloorFile {
  private static let firstLine = "aloud volume 1"
  private static let mostBytes = 4096

  private let folder: String
  private var path: String { folder + "/raised-volume" }

  /// `nil` if there is no state folder.
  init?(folder: String? = UserFolder.state) {
    guard let folder else { return nil }
    self.folder = folder
  }

  /// The contents of the file: the volumes before and now, and the sink's name, which may have spaces. `nil` if a later
  /// service could not read them.
  static func bytes(_ raise: VolumeFloor.Raise) -> [UInt8]? {
    let bytes = Array("\(firstLine)\n\(raise.original) \(raise.raised) \(raise.sink)\n".utf8)
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
    return VolumeFloor.Raise(sink: String(words[2]), original: original, raised: raised)
  }

  /// The kept value.
  ///
  /// - Throws: ``Unreadable``, if there is a file without one.
  func read() throws(Unreadable) -> VolumeFloor.Raise? {
    guard let file = Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      if errno == ENOENT { return nil }
      throw Unreadable()
    }
    guard let size = file.ownFileSize, size <= Self.mostBytes, let raise = Self.raise(in: file.readAll(limit: size))
    else { throw Unreadable() }
    return raise
  }

  /// The file has no value that can be read.
  struct Unreadable: Error {}

  /// Replaces the file. It is complete at any moment.
  ///
  /// - Returns: true if the value is kept.
  func write(_ raise: VolumeFloor.Raise) -> Bool {
    guard let bytes = Self.bytes(raise) else { return false }
    mkdir(folder, 0o700)
    let new = path + ".new"
    unlink(new)
    guard let file = Descriptor(opening: new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) else {
      return false
    }
    guard file.writeAll(bytes), rename(new, path) == 0 else {
      unlink(new)
      return false
    }
    return true
  }

  /// Removes the file.
  ///
  /// - Returns: true if there is none any more.
  func remove() -> Bool { unlink(path) == 0 || errno == ENOENT }
}

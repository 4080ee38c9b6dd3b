import Store

/// The listener's wish that announcements wait: a small file in the state folder, readable by the user alone. It exists
/// from `aloud notify pause` to `aloud notify resume`, whatever ends the service meanwhile.
struct PauseFile {
  private static let contents = Array("aloud announcements 1\npaused\n".utf8)

  private let file: PrivateFile

  /// `nil` if there is no state folder.
  init?(folder: String? = UserFolder.state) {
    guard let folder else { return nil }
    file = PrivateFile(folder: folder, name: "announcements-paused", mostBytes: 4096)
  }

  /// True if the last wish was that they wait. A file that cannot be read, or of a later version, counts as that wish:
  /// `aloud notify resume` ends it.
  var isPaused: Bool { file.read() != .absent }

  /// Keeps the wish.
  ///
  /// - Returns: true if it is kept.
  func set(_ isPaused: Bool) -> Bool { isPaused ? file.write(Self.contents) : file.remove() }
}

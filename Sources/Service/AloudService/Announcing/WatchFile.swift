import Store

/// The listener's wish that notifications are spoken: a small file in the state folder, readable by the user alone. It
/// exists while they are on.
struct WatchFile {
  private static let contents = Array("aloud notifications 1\nwatch on\n".utf8)

  private let file: PrivateFile

  /// `nil` if there is no state folder.
  init?(folder: String? = UserFolder.state) {
    guard let folder else { return nil }
    file = PrivateFile(folder: folder, name: "notifications", mostBytes: 4096)
  }

  /// True if the last wish was that they are on. A file of a later version counts as off.
  var isOn: Bool { file.read() == .bytes(Self.contents) }

  /// Keeps the wish.
  ///
  /// - Returns: true if it is kept.
  func set(_ isOn: Bool) -> Bool { isOn ? file.write(Self.contents) : file.remove() }
}

import EventLoop
import Glibc
import Store

/// The listener's wish that notifications are spoken: a small file in the state folder, readable by the user alone. It
/// exists while they are on.
struct WatchFile {
  private static let contents = "aloud notifications 1\nwatch on\n"
  private static let mostBytes = 4096

  private let folder: String
  private var path: String { folder + "/notifications" }

  /// `nil` if there is no state folder.
  init?(folder: String? = UserFolder.state) {
    guard let folder else { return nil }
    self.folder = folder
  }

  /// True if the last wish was that they are on. A file of a later version counts as off.
  var isOn: Bool {
    guard let file = Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK), let size = file.ownFileSize,
      size <= Self.mostBytes
    else { return false }
    return file.readAll(limit: size) == Array(Self.contents.utf8)
  }

  /// Keeps the wish.
  ///
  /// - Returns: true if it is kept.
  func set(_ isOn: Bool) -> Bool {
    guard isOn else { return unlink(path) == 0 || errno == ENOENT }
    mkdir(folder, 0o700)
    let new = path + ".new"
    unlink(new)
    guard let file = Descriptor(opening: new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) else {
      return false
    }
    guard file.writeAll(Array(Self.contents.utf8)), rename(new, path) == 0 else {
      unlink(new)
      return false
    }
    return true
  }
}

import CommandOutput
import Documents
import EventLoop
import Glibc

/// Files beside an export that only an export may write to. They are never opened through a symbolic link: anyone who
/// may write to the folder could have put it there.
enum OwnFile {
  /// Opens a file for reading and writing, and creates it if it is missing.
  ///
  /// - Throws: ``Failure`` if it is a link, is not a regular file, belongs to somebody else, or has another name, too.
  static func open(_ path: String) throws(Failure) -> Descriptor {
    if let made = make(path) { return made }
    guard errno == EEXIST else { throw Partial.failure("write", path) }
    guard let file = Descriptor(opening: FileName.cString(path), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) else {
      throw errno == ELOOP ? stranger(path, "is a symbolic link") : Partial.failure("write", path)
    }
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_nlink == 1
    else { throw stranger(path, "is not a file of yours alone") }
    return file
  }

  /// Creates a file that does not exist yet; `nil`, with `errno` set, if that is not possible.
  static func make(_ path: String) -> Descriptor? {
    Descriptor(opening: FileName.cString(path), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
  }

  /// True if something has this name, even a dangling link.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(FileName.cString(path), &status) == 0
  }

  private static func stranger(_ path: String, _ reason: String) -> Failure {
    Failure(.usage, "cannot write '\(path)': it \(reason)", cure: "another name after -o, or move that file away")
  }

  /// Removes a name.
  ///
  /// - Returns: true if it was possible.
  @discardableResult
  static func remove(_ path: String) -> Bool { unlink(FileName.cString(path)) == 0 }
}

import EventLoop
import Glibc

/// A small file of the service, readable by the user alone. It is complete at any moment.
struct PrivateFile {
  /// The contents of a file.
  enum Contents: Equatable {
    /// There is no file.
    case absent
    /// It cannot be read, is no usual file, or is too large.
    case unreadable
    case bytes([UInt8])
  }

  /// The folder, which is made when the file is written.
  let folder: String
  let name: String
  /// The most bytes that are read.
  let mostBytes: Int

  private var path: String { "\(folder)/\(name)" }

  /// Reads the file.
  func read() -> Contents {
    guard let file = Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      return errno == ENOENT ? .absent : .unreadable
    }
    guard let size = file.ownFileSize, size <= mostBytes else { return .unreadable }
    return .bytes(file.readAll(limit: size))
  }

  /// Replaces the file.
  ///
  /// - Returns: true if it has these bytes now.
  func write(_ bytes: [UInt8]) -> Bool {
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
  @discardableResult
  func remove() -> Bool { unlink(path) == 0 || errno == ENOENT }
}

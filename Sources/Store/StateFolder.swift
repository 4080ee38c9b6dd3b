public import EventLoop
import Glibc

/// The folder with all that is kept, open to its owner alone and locked for one process.
///
/// A kill frees the lock. Files are reached through the open folder, never through a symbolic link.
@Core
public final class StateFolder {
  /// Its absolute path.
  public let path: String
  private let descriptor: CInt
  private var lock: CInt = -1

  /// Makes the folder where it is missing, and locks it.
  ///
  /// - Parameter path: absolute.
  /// - Throws: ``StoreError``: `notOurs`, `locked`, `full`, `unwritable`.
  public init(path: String) throws(StoreError) {
    self.path = path
    Self.makeFolders(path)
    descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(errno: errno, path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      throw StoreError(.notOurs, "\(path) belongs to somebody else")
    }
    if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o700) != 0 { throw StoreError(errno: errno, path) }
    lock = try openFile("lock", O_RDWR | O_CREAT)
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? StoreError(.locked, "another process keeps its state in \(path)") : StoreError(errno: errno, path)
    }
  }

  isolated deinit {
    close(descriptor)
    if lock >= 0 { close(lock) }
  }

  /// Lets another process have the folder; nothing in it may be used afterwards.
  public func unlock() {
    if lock >= 0 { close(lock) }
    lock = -1
  }

  /// Opens a file that is ours and nobody else's, `0600` where it is made.
  ///
  /// - Returns: a descriptor that is the caller's.
  func openFile(_ name: String, _ flags: CInt) throws(StoreError) -> CInt {
    let file = openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw StoreError(errno: errno, name) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw StoreError(.notOurs, "\(name) belongs to somebody else, or is no file")
    }
    if status.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
    return file
  }

  /// Moves a file out of the way, in place of what was moved there before.
  func setAside(_ name: String) { _ = renameat(descriptor, name, descriptor, name + ".bad") }

  /// Removes a file that is no longer needed.
  func remove(_ name: String) { unlinkat(descriptor, name, 0) }

  private static func makeFolders(_ path: String) {
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/" + part
      mkdir(prefix, 0o700)  // most of them exist
    }
  }
}

public import Documents
import Glibc

extension FileIdentity {
  /// The identity of an open file; `nil` if it is not a regular file.
  public init?(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of the file at a path, without opening it; `nil` if there is no regular file.
  public init?(atPath path: String) { self.init(atPath: path.utf8CString.map(\.self)) }

  /// The identity of the file at a path given in the system's bytes, which need not be UTF-8, with a NUL at the end.
  public init?(atPath path: [CChar]) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
  }
}

/// The identity of a file, which distinguishes it from other files and from a changed version.
public struct FileIdentity: Equatable, Sendable {
  /// The file system, and the file's number there.
  public var device, inode: UInt64
  /// The size in bytes.
  public var size: Int64
  /// The time of the last change of its content, in nanoseconds of the file system's clock.
  public var modified: Int64

  /// The identity from its parts.
  public init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }
}

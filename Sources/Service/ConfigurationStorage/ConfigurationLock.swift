public import Configuration
import Glibc

/// Holds off other changes of a configuration file while it is read, edited and replaced. The folder of the file is
/// locked: a file that is replaced cannot be. A symbolic link is followed, so that all changes meet at one folder.
///
/// Any thread; blocks until it is this one's turn. The lock ends with ``release()``, and with the process.
public struct ConfigurationLock: ~Copyable {
  /// The milliseconds after which a lock that others hold is given up. A change takes some.
  private static let patience = 10_000
  /// The milliseconds between two attempts.
  private static let pause = 5

  /// `nil` if the file system has no locks. Two changes at once may lose one of them there.
  private var folder: CInt?

  /// Locks the file at a path. Missing folders are made.
  ///
  /// - Throws: ``Configuration/Problem`` if there can be no folder, or if another change does not end.
  public init(_ path: String) throws(Problem) {
    let folder = try ConfigurationFiles.folder(of: path).folder
    let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // A folder that may be written and not read has no lock.
    guard descriptor >= 0 else { return }
    for _ in 0..<Self.patience / Self.pause {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        self.folder = descriptor
        return
      }
      switch errno {
      case EWOULDBLOCK, EINTR: usleep(UInt32(Self.pause * 1000))
      default:
        close(descriptor)
        return
      }
    }
    close(descriptor)
    throw Problem(
      kind: .unreadable, file: path, message: "is being changed by another program", cure: "fuser -v \(folder)")
  }

  /// Lets others change the file.
  public consuming func release() {}

  deinit { if let folder { close(folder) } }
}

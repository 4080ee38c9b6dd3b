import EventLoop
import Glibc

// The lock of the folder, as another process finds it.
extension StateFolder {
  /// The state of the lock of a folder.
  public enum LockState: Equatable, Sendable {
    /// No process has it.
    case free
    /// A process has it.
    case held
    /// A process has it that called ``announceRelease()``.
    case beingReleased
  }

  nonisolated static let lockName = "lock"

  /// The state of the lock of the folder at `path`. Takes nothing and changes nothing; a folder that is missing is
  /// free.
  public static func lockState(of path: String) -> LockState {
    guard let lock = Descriptor(opening: "\(path)/\(lockName)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      return .free
    }
    // A shared lock needs no right to write, also where the kernel makes it a lock of a network file system.
    guard flock(lock.number, LOCK_SH | LOCK_NB) != 0, errno == EWOULDBLOCK else { return .free }
    var mark: UInt8 = 0
    return pread(lock.number, &mark, 1, 0) == 1 ? .beingReleased : .held
  }
}

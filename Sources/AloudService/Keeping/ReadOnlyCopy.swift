import EventLoop
import Store

/// What an earlier run left in a folder that nobody can write to now: a disk that was mounted read-only after a fault
/// can still be read, but not with a database that wants its lock and its log.
@Core
enum ReadOnlyCopy {
  /// Opens a copy, only to be read; `nil` where there is nothing to copy, or no place for it.
  static func open(of path: String) -> Keepsake? {
    StateCopy.opened(path) { try? Keepsake(path: $0) }
  }
}

import EventLoop
import Store

/// The state of an earlier run in a folder that cannot be written now. A disk that was mounted read-only after a fault
/// can still be read, but not by a database that needs its lock and its log.
@Core
enum ReadOnlyCopy {
  /// Opens a copy for reading; `nil` if there is nothing to copy, or no place for the copy.
  static func open(of path: String) -> OpenStore? {
    StateCopy.opened(path) { try? OpenStore(path: $0) }
  }
}

import EventLoop
import Playback
import Reading

/// A reason to know at each moment whether the screen is locked.
enum LockWatcher {
  /// Programs are sent the words that are heard.
  case words
  /// Something is announced.
  case announcements
  /// A lock pauses the reading.
  case pause
}

/// The pace of the looks at lockers that tell nobody: each second while something is announced, and more rarely for the
/// rest. A reading that is paused needs no look, unless the end of a lock is awaited.
@Core
final class LockPace {
  /// Those who want to know the lock.
  var watchers: Set<LockWatcher> = []
  private let session: Session

  init(session: Session) { self.session = session }

  /// The pause between two rounds of questions while the lock is watched; `nil`: news are enough.
  func pause(_ lock: ScreenLock) -> Duration? {
    if watchers.contains(.announcements) { return .seconds(1) }
    if watchers.contains(.words) { return .seconds(3) }
    let isLookedAt = session.player.wantsSound || lock.isSaidToBeLocked
    return watchers.contains(.pause) && isLookedAt ? .seconds(3) : nil
  }
}

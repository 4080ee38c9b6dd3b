import Documents
import EventLoop
import Playback

@testable import Reading

/// The clocks of a machine that sleeps, and whose time of day is set, when a test says so.
@Core
final class ManualClock: MachineClock {
  var suspended = Duration.zero
  var wallTime = WallTime(milliseconds: 0)
}

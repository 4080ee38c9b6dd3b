import EventLoop
import Glibc
import Playback
import Reading
import Store

/// The implementation of the reading's clocks with the kernel's.
@Core
final class KernelClock: MachineClock {
  var suspended: Duration { Self.time(CLOCK_BOOTTIME) - Self.time(CLOCK_MONOTONIC) }
  var wallTime: WallTime { .now }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

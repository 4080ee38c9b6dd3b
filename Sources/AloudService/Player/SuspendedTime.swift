import Glibc

/// The time that the machine slept, which the clock of all moments does not count.
struct SuspendedTime {
  private var former = Self.now

  /// The time that it has slept since this was asked last; zero where it has not.
  mutating func growth() -> Duration {
    let now = Self.now
    defer { former = now }
    // Both clocks are read one after the other.
    return now - former >= .milliseconds(100) ? now - former : .zero
  }

  /// The sleep of the machine since it was started.
  private static var now: Duration { time(CLOCK_BOOTTIME) - time(CLOCK_MONOTONIC) }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

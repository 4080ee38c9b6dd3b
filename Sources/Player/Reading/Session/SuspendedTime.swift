import EventLoop

/// The time that the machine slept, which the clock of moments does not count.
@Core
struct SuspendedTime {
  private let clock: any MachineClock
  private var former: Duration

  init(clock: any MachineClock) {
    self.clock = clock
    former = clock.suspended
  }

  /// The time slept since the last call; zero if there was none.
  mutating func growth() -> Duration {
    let now = clock.suspended
    defer { former = now }
    // It is the difference of two clocks that are read one after the other.
    return now - former >= .milliseconds(100) ? now - former : .zero
  }
}

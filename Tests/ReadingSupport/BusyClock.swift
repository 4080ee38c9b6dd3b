import EventLoop

/// A manual clock on a slow processor: each look at it takes 0.3 ms, so that long work needs several turns.
@Core
final class BusyClock: Scheduler {
  private let clock: ManualScheduler
  private var spent = Duration.zero

  init(_ clock: ManualScheduler) { self.clock = clock }

  var now: Instant {
    spent += .microseconds(300)
    return clock.now.advanced(by: spent)
  }

  func schedule(at instant: Instant, _ body: @escaping @Core () -> Void) -> TimerToken {
    clock.schedule(at: max(clock.now, instant.advanced(by: .zero - spent)), body)
  }

  func cancel(_ timer: TimerToken) { clock.cancel(timer) }
}

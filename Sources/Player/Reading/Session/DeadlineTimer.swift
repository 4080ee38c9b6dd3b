package import EventLoop
package import Playback

/// Reports a moment that the player waits for: a hold becomes a pause, or a sleep timer ends.
@Core
final class DeadlineTimer {
  private let scheduler: any Scheduler
  private var set: (deadline: Moment, token: TimerToken)?

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Sets the moment, which may be over already; `nil`: there is none. `expired` is called at that moment.
  func update(_ deadline: Moment?, expired: @escaping @Core () -> Void) {
    guard deadline != set?.deadline else { return }
    if let set { scheduler.cancel(set.token) }
    set = deadline.map { deadline in
      let token = scheduler.schedule(at: Instant(deadline)) { [weak self] in
        self?.set = nil
        expired()
      }
      return (deadline, token)
    }
  }
}

extension Instant {
  /// A moment of the player on the clock of the scheduler.
  package init(_ moment: Moment) {
    let (seconds, attoseconds) = moment.sinceOrigin.components
    self.init(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}

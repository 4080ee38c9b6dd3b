package import EventLoop
package import Playback

/// Tells when a moment has come that the player waits for: a hold that becomes a pause, the end of a sleep timer.
@Core
final class DeadlineTimer {
  private let scheduler: any Scheduler
  private var set: (deadline: Moment, token: TimerToken)?

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// The moment is `deadline` from now on, which may be over; `nil`: there is none. When it comes, `expired` is called.
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
  /// A moment of the player, as the clock of the scheduler counts.
  package init(_ moment: Moment) {
    let (seconds, attoseconds) = moment.sinceOrigin.components
    self.init(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}

import EventLoop
import Playback

/// Tells when a hold has lasted too long: it then becomes a pause.
@Core
final class HoldTimer {
  private let scheduler: any Scheduler
  private var set: (deadline: Moment, token: TimerToken)?
  var onExpired: (@Core () -> Void)?

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// The hold ends at `deadline`; `nil`: there is none.
  func update(_ deadline: Moment?, now: Moment) {
    guard deadline != set?.deadline else { return }
    if let set { scheduler.cancel(set.token) }
    set = deadline.map { deadline in
      let token = scheduler.schedule(after: deadline - now) { [weak self] in
        self?.set = nil
        self?.onExpired?()
      }
      return (deadline, token)
    }
  }
}

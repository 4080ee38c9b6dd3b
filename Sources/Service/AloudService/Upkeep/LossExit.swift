import EventLoop
import Reading

/// Ends a service whose session bus has gone for good: it cannot be reached any more, and the next one needs its state.
///
/// A restarted bus is back within moments. While the reading is heard, it continues without a bus.
@Core
final class LossExit {
  /// The longest absence of the bus while nothing is heard.
  static let patience = Duration.seconds(10)

  private let scheduler: any Scheduler
  private var timer: TimerToken?
  private let tell: Relay<RoomNotice>

  init(scheduler: any Scheduler, _ tell: Relay<RoomNotice>) {
    self.scheduler = scheduler
    self.tell = tell
  }

  /// The bus has appeared or disappeared, or sound has started or stopped.
  func update(hasBus: Bool, isHeard: Bool) {
    guard !hasBus, !isHeard else { return scheduler.cancel(&timer) }
    guard timer == nil else { return }
    timer = scheduler.schedule(after: Self.patience) { [weak self] in
      self?.timer = nil
      self?.tell(.busMissed)
    }
  }
}

import EventLoop

/// A service whose session bus has gone for good ends: nobody reaches it any more, and the next one needs its state.
///
/// A bus that is only started again is back within moments; as long as somebody hears the reading it goes on without one.
@Core
final class LossExit {
  /// The time that the bus may be away while nothing is heard.
  static let patience = Duration.seconds(10)

  private let scheduler: any Scheduler
  private var timer: TimerToken?
  private let tell: Relay<RoomNotice>

  init(scheduler: any Scheduler, _ tell: Relay<RoomNotice>) {
    self.scheduler = scheduler
    self.tell = tell
  }

  /// Whether the bus is there or not, or whether something is heard, may have changed.
  func update(hasBus: Bool, isHeard: Bool) {
    guard !hasBus, !isHeard else { return scheduler.cancel(&timer) }
    guard timer == nil else { return }
    timer = scheduler.schedule(after: Self.patience) { [weak self] in
      self?.timer = nil
      self?.tell(.busMissed)
    }
  }
}

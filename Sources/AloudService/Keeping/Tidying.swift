import EventLoop

/// Brings saved data to the device: once for a burst of changes, and for at most a hundredth of the time.
@Core
final class Tidying {
  /// The longest duration of a burst of changes.
  private static let patience = Duration.seconds(2)

  private let scheduler: any Scheduler
  private var timer: TimerToken?
  private var delay = patience
  var body: (@Core () -> Void)?

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Something was saved.
  func soon() {
    guard timer == nil else { return }
    timer = scheduler.schedule(after: delay) { [weak self] in
      self?.timer = nil
      self?.now()
    }
  }

  /// Runs at once.
  func now() {
    let start = EventLoop.monotonicNow()
    body?()
    delay = max(Self.patience, start.duration(to: EventLoop.monotonicNow()) * 100)
  }

  /// Cancels the scheduled run.
  func stop() {
    if let timer { scheduler.cancel(timer) }
    timer = nil
  }
}

import EventLoop

/// Brings saved data to the device: once for a burst of changes, and for at most a hundredth of the time.
@Core
final class Checkpointer {
  /// The longest duration of a burst of changes.
  private static let patience = Duration.seconds(2)

  private let scheduler: any Scheduler
  private var timer: TimerToken?
  private var delay = patience
  private var isRunning = false
  /// True if something was saved during a run.
  private var isWantedAgain = false
  /// Brings everything to the device, and calls its argument when that is done.
  var body: (@Core (@escaping @Core () -> Void) -> Void)?

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Something was saved.
  func soon() {
    guard !isRunning else {
      isWantedAgain = true
      return
    }
    guard timer == nil else { return }
    timer = scheduler.schedule(after: delay) { [weak self] in
      self?.timer = nil
      self?.run()
    }
  }

  private func run() {
    let start = EventLoop.monotonicNow()
    isRunning = true
    body? { [weak self] in
      guard let self else { return }
      isRunning = false
      delay = max(Self.patience, start.duration(to: EventLoop.monotonicNow()) * 100)
      guard isWantedAgain else { return }
      isWantedAgain = false
      soon()
    }
  }

  /// Cancels the scheduled run.
  func stop() {
    scheduler.cancel(&timer)
    isWantedAgain = false
  }
}

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
  /// Those who wait for the end of a run.
  private var waiting: [@Core () -> Void] = []
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

  /// Brings everything to the device now. `done` is called when the run has ended that goes on, or else begins here.
  func now(_ done: @escaping @Core () -> Void) {
    waiting.append(done)
    scheduler.cancel(&timer)
    if !isRunning { run() }
  }

  private func run() {
    let start = EventLoop.monotonicNow()
    isRunning = true
    body? { [weak self] in
      guard let self else { return }
      isRunning = false
      let waiting = waiting
      self.waiting = []
      for done in waiting { done() }
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
    waiting = []
  }
}

import EventLoop

/// Waits for a moment of the sound that is fed, and reports it.
@Core
class FeedWatch {
  let feeder: Feeder
  let scheduler: any Scheduler
  let reports: Relay<PartReport>
  private var timer: TimerToken?

  init(feeder: Feeder, scheduler: any Scheduler, _ reports: Relay<PartReport>) {
    self.feeder = feeder
    self.scheduler = scheduler
    self.reports = reports
  }

  /// Calls `body` at an instant. Nothing that was awaited before is called any more.
  func wait(until instant: Instant, _ body: @escaping @Core () -> Void) {
    scheduler.cancel(&timer)
    timer = scheduler.schedule(at: instant) { [weak self] in
      self?.timer = nil
      body()
    }
  }

  /// Waits no more.
  func stopWaiting() { scheduler.cancel(&timer) }
}

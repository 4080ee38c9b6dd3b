import EventLoop

/// Looks after a stream that should be linked to a sink and is not.
///
/// A session manager that was restarted never links streams that it finds: one that should play and stays unlinked is
/// made anew, after 250 ms, then ever more rarely.
@Core
final class LinkWatch {
  /// Whether the stream should be linked and is not.
  var isNeeded: (@Core () -> Bool)?
  /// It has not been linked in time.
  var onUnlinked: (@Core () -> Void)?
  private let scheduler: any Scheduler
  private var timer: TimerToken?
  private var failures = 0

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  isolated deinit { stop() }

  /// Whether it has not been linked so often that somebody has to be told.
  var hasGivenUp: Bool { failures >= 3 }

  /// Gives the stream time to be linked from now on, unless that has begun already.
  func start() {
    guard timer == nil else { return }
    timer = scheduler.schedule(after: .milliseconds(250 << min(failures, 4))) { [weak self] in
      guard let self else { return }
      timer = nil
      guard isNeeded?() == true else { return }
      failures += 1
      onUnlinked?()
    }
  }

  /// It need not be linked any more.
  func stop() {
    scheduler.cancel(&timer)
  }

  /// It is linked, or nobody can link it for another reason.
  func succeed() {
    stop()
    failures = 0
  }
}

import EventLoop

/// Watches a stream that should be linked to a sink and is not.
///
/// A restarted session manager never links the streams that exist already. A stream that should play and stays unlinked
/// is made again after 250 ms, then at growing intervals.
@Core
final class LinkWatch {
  /// True if the stream should be linked and is not.
  var isNeeded: (@Core () -> Bool)?
  /// Called if the stream has not been linked in time.
  var onUnlinked: (@Core () -> Void)?
  private let scheduler: any Scheduler
  private var timer: TimerToken?
  private var failures = 0

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  isolated deinit { stop() }

  /// True after so many failures that the listener should be told.
  var hasGivenUp: Bool { failures >= 3 }

  /// Gives the stream time to be linked, unless that has begun already.
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

  /// The stream need not be linked any more.
  func stop() {
    scheduler.cancel(&timer)
  }

  /// The stream is linked, or cannot be linked for another reason.
  func succeed() {
    stop()
    failures = 0
  }
}

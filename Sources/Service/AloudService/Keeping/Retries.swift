import EventLoop

/// Retries a failed write at growing intervals, with one warning until it works.
@Core
final class Retries {
  private static let delays = Duration.seconds(2) ... .seconds(60)

  private let scheduler: any Scheduler
  private var timer: TimerToken?
  private var delay = delays.lowerBound
  /// True if the last attempt failed. There is no further warning until one has worked.
  private(set) var hasFailed = false

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// True if the next attempt is scheduled.
  var isWaiting: Bool { timer != nil }

  /// An attempt failed; `warn` is called for the first one.
  func failed(_ warn: () -> Void) {
    if !hasFailed { warn() }
    hasFailed = true
  }

  /// Calls `body` once, with a longer delay each time. Does nothing if an attempt is scheduled already.
  func schedule(_ body: @escaping @Core () -> Void) {
    guard timer == nil else { return }
    timer = scheduler.schedule(after: delay) { [weak self] in
      self?.timer = nil
      body()
    }
    delay = min(delay * 2, Self.delays.upperBound)
  }

  /// An attempt has worked. `tell` is called if the one before failed.
  func worked(_ tell: () -> Void) {
    delay = Self.delays.lowerBound
    guard hasFailed else { return }
    hasFailed = false
    tell()
  }

  /// Cancels the scheduled attempt.
  func stop() {
    if let timer { scheduler.cancel(timer) }
    timer = nil
  }
}

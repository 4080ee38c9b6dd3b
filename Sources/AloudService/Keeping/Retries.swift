import EventLoop

/// Tries again what could not be written: ever more rarely, with one warning until it works.
@Core
final class Retries {
  private static let delays = Duration.seconds(2) ... .seconds(60)

  private let scheduler: any Scheduler
  private var timer: TimerToken?
  private var delay = delays.lowerBound
  /// Whether the last attempt failed; nobody is warned again until one has worked.
  private(set) var hasFailed = false

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Whether the next attempt has its time already.
  var isWaiting: Bool { timer != nil }

  /// An attempt failed; `warn` is called for the first one.
  func failed(_ warn: () -> Void) {
    if !hasFailed { warn() }
    hasFailed = true
  }

  /// Calls `body` once, later than the last time; nothing new where that is due already.
  func schedule(_ body: @escaping @Core () -> Void) {
    guard timer == nil else { return }
    timer = scheduler.schedule(after: delay) { [weak self] in
      self?.timer = nil
      body()
    }
    delay = min(delay * 2, Self.delays.upperBound)
  }

  /// It works; `tell` is called where it had not.
  func worked(_ tell: () -> Void) {
    delay = Self.delays.lowerBound
    guard hasFailed else { return }
    hasFailed = false
    tell()
  }

  /// Nothing is tried any more.
  func stop() {
    if let timer { scheduler.cancel(timer) }
    timer = nil
  }
}

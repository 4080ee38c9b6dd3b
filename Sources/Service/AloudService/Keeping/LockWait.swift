import EventLoop
import Reading
import Store

/// Waits for the folder with the state while another process has it.
///
/// The service answers no call before the folder is open or this wait is over: a book that is opened without its kept
/// place begins at its start, and that place then replaces the kept one. A process that is ending is waited for longer
/// than any other, since it always ends within that time. After the wait the service runs without its state, and takes
/// it up as soon as the folder is free.
@Core
final class LockWait {
  private static let patience = (ending: Duration.seconds(5), other: Duration.seconds(1), check: Duration.seconds(20))
  private static let step = Duration.milliseconds(10)
  private static let delays = Duration.milliseconds(50) ... .seconds(1)

  private let scheduler: any Scheduler
  private let attempt: @Core () -> FolderOpening.Outcome
  private var timer: TimerToken?
  private var ending: TimerToken?
  private var delay = delays.lowerBound
  /// True if the next attempt is scheduled, so that no other is made.
  var isWaiting: Bool { timer != nil }
  /// True if the service runs without its state until the folder is free.
  private(set) var isShutOut = false

  /// - Parameter attempt: opens the folder if it is free.
  init(scheduler: any Scheduler, attempt: @escaping @Core () -> FolderOpening.Outcome) {
    self.scheduler = scheduler
    self.attempt = attempt
  }

  isolated deinit {
    scheduler.cancel(&timer)
    scheduler.cancel(&ending)
  }

  /// Calls `done` once: when the folder was opened, or when the wait is over and ``isShutOut`` is true.
  func begin(_ done: @escaping @Core () -> Void) { hold(since: scheduler.now, done) }

  /// - Parameter isLater: true in a later turn than that of ``begin(_:)``.
  private func hold(since start: Instant, isLater: Bool = false, _ done: @escaping @Core () -> Void) {
    let patience: Duration
    switch attempt() {
    case .done where isLater:
      // To take up the state takes milliseconds, and what follows has a turn of its own.
      ending = scheduler.schedule(after: .zero) { [weak self] in
        self?.ending = nil
        done()
      }
      return
    case .done: return done()
    case .locked(let isEnding): patience = isEnding ? Self.patience.ending : Self.patience.other
    case .checking: patience = Self.patience.check
    }
    guard start.duration(to: scheduler.now) < patience else {
      shutOut()
      return done()
    }
    timer = scheduler.schedule(after: Self.step) { [weak self] in
      self?.timer = nil
      self?.hold(since: start, isLater: true, done)
    }
  }

  /// The service runs without its state from now on. Tries again by itself, ever more rarely down to once a second.
  func shutOut() {
    guard !isShutOut else { return }
    isShutOut = true
    delay = Self.delays.lowerBound
    tryLater()
  }

  private func tryLater() {
    timer = scheduler.schedule(after: delay) { [weak self] in
      guard let self else { return }
      timer = nil
      isShutOut = false
      guard attempt() != .done else { return }
      isShutOut = true
      tryLater()
    }
    delay = min(delay * 2, Self.delays.upperBound)
  }

  /// Tries no more.
  func stop() {
    scheduler.cancel(&timer)
    scheduler.cancel(&ending)
    isShutOut = false
  }
}

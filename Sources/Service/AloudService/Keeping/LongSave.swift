import EventLoop

/// Saves or removes a long text piece by piece, each in a turn of its own.
///
/// The store's log is emptied in between: SQLite does that in one step, which takes the longer the longer the log is.
@Core
final class LongSave {
  /// The bytes of the log after which it is emptied. To empty so much takes about a millisecond.
  static let longLog = 4 << 20

  private let scheduler: any Scheduler
  private let checkpointer: Checkpointer
  private var timer: TimerToken?
  /// The size of the log at which it is emptied next. A log that could not be emptied keeps no text from being saved.
  private var limit = longLog
  /// True while the log is being emptied. No further piece of a text is written then.
  private(set) var isHeld = false

  init(scheduler: any Scheduler, checkpointer: Checkpointer) {
    self.scheduler = scheduler
    self.checkpointer = checkpointer
  }

  /// There is a further piece: calls `save` in a later turn.
  ///
  /// - Parameter logSize: returns the present size of the log in bytes.
  func goOn(logSize: @escaping @Core () -> Int, _ save: @escaping @Core () -> Void) {
    guard timer == nil, !isHeld else { return }
    let size = logSize()
    limit = min(limit, size + Self.longLog)
    guard size >= limit else {
      timer = scheduler.schedule(after: .zero) { [weak self] in
        self?.timer = nil
        save()
      }
      return
    }
    isHeld = true
    checkpointer.now { [weak self] in
      guard let self else { return }
      isHeld = false
      limit = logSize() + Self.longLog
      save()
    }
  }

  /// The service ends, and saves everything at once.
  func stop() {
    scheduler.cancel(&timer)
    isHeld = false
  }
}

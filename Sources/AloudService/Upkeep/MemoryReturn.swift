import EventLoop
import Vocabulary

/// Gives the memory of a burst of work back to the system, once nothing has sounded for a while: a book that was closed,
/// or the calls of a program that asks without end.
@Core
final class MemoryReturn {
  /// The silence after the last change. A text that is skipped, or a short pause, is not yet the end of the work.
  static let patience = Duration.seconds(10)

  private let scheduler: any Scheduler
  private var timer: TimerToken?
  private let giveBack: @Core () -> Void

  /// - Parameter giveBack: gives it back.
  init(scheduler: any Scheduler, giveBack: @escaping @Core () -> Void = { FreedMemory.giveBack() }) {
    (self.scheduler, self.giveBack) = (scheduler, giveBack)
  }

  /// The session has changed: the wait begins anew, or ends with the sound.
  func update(_ status: PlaybackStatus) {
    scheduler.cancel(&timer)
    guard status != .playing else { return }
    timer = scheduler.schedule(after: Self.patience) { [weak self] in
      self?.timer = nil
      self?.giveBack()
    }
  }
}

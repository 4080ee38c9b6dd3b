import EventLoop
import Vocabulary

/// Gives the memory of a burst of work back to the system, once nothing has sounded for a while: a book that was
/// closed, or the calls of a program that asks without end. Work that goes on gives back meanwhile.
@Core
final class MemoryReturn {
  /// The silence after a change. A text that is skipped, or a short pause, is not yet the end of the work.
  static let patience = Duration.seconds(10)

  private let scheduler: any Scheduler
  private var timer: TimerToken?
  private let giveBack: @Core () -> Void

  /// - Parameter giveBack: gives it back.
  init(scheduler: any Scheduler, giveBack: @escaping @Core () -> Void = { FreedMemory.giveBack() }) {
    (self.scheduler, self.giveBack) = (scheduler, giveBack)
  }

  /// The session has changed: a wait begins, or ends with the sound.
  func update(_ status: PlaybackStatus) {
    guard status != .playing else { return scheduler.cancel(&timer) }
    // A wait that began anew with each change would not end while lengths are measured.
    guard timer == nil else { return }
    timer = scheduler.schedule(after: Self.patience) { [weak self] in
      self?.timer = nil
      self?.giveBack()
    }
  }
}

import EventLoop
import Speech

/// A pause at the end of the word or sentence that is heard, which may not be made yet, or lie behind what was fed.
@Core
final class BoundaryPause {
  private let feeder: Feeder
  private let playout: Playout
  private let announcer: HeardAnnouncer
  private let scheduler: any Scheduler
  /// What shall end before the pause: the unit that was heard at this media frame.
  private var wanted: (unit: TextUnit, heard: Frame)?
  private var timer: TimerToken?
  /// The unit has ended.
  var onPause: (@Core () -> Void)?

  init(feeder: Feeder, playout: Playout, announcer: HeardAnnouncer, scheduler: any Scheduler) {
    self.feeder = feeder
    self.playout = playout
    self.announcer = announcer
    self.scheduler = scheduler
  }

  /// Pauses at the end of what is heard now; false when that is no speech, and nothing is waited for.
  func begin(atEndOf unit: TextUnit) -> Bool {
    cancel()
    guard let heard = feeder.heard(), announcer.isPlanned(heard) else { return false }
    // In the gap behind it the unit has ended.
    if let end = announcer.end(of: unit, after: heard), end <= heard { return false }
    wanted = (unit, heard)
    update()
    return true
  }

  /// Looks again when something was fed, the rate has changed, or sound has begun or ended.
  func update() {
    guard let wanted else { return }
    cancelTimer()
    guard let boundary = announcer.end(of: wanted.unit, after: wanted.heard),
      let instant = playout.instant(of: boundary, in: feeder.epoch)
    else { return }
    timer = scheduler.schedule(at: instant) { [weak self] in
      self?.cancel()
      self?.onPause?()
    }
  }

  /// Nothing is waited for any more.
  func cancel() {
    wanted = nil
    cancelTimer()
  }

  private func cancelTimer() {
    scheduler.cancel(&timer)
  }
}

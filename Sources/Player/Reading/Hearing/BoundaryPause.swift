import EventLoop
import Playback
import Speech

/// Reports the end of the word or sentence after which a pause was requested. The unit may not be synthesized yet, or
/// be outside the fed sound.
@Core
final class BoundaryPause {
  private let clock: any HearingClock
  private let announcer: HeardAnnouncer
  private let scheduler: any Scheduler
  /// The unit that should end before the pause: the media frame at which it was heard, and its end as far as it is
  /// known.
  private var wanted: (unit: TextUnit, heard: Frame, end: Frame?, done: @Core (Player.Epoch) -> Void)?
  private var timer: TimerToken?
  /// The end of the unit that was awaited last.
  private(set) var reached: Frame?

  init(clock: any HearingClock, announcer: HeardAnnouncer, scheduler: any Scheduler) {
    self.clock = clock
    self.announcer = announcer
    self.scheduler = scheduler
  }

  /// Waits for the end of the present unit. Returns false if no speech is heard; nothing is awaited then. `done` is
  /// called with the epoch when the unit has ended.
  func begin(atEndOf unit: TextUnit, done: @escaping @Core (Player.Epoch) -> Void) -> Bool {
    cancel()
    guard let heard = clock.heard(), announcer.isPlanned(heard) else { return false }
    // In the gap after it, the unit has ended.
    if let end = announcer.end(of: unit, after: heard), end <= heard { return false }
    wanted = (unit, heard, nil, done)
    reached = nil
    update()
    return true
  }

  /// The end of the unit; `nil` if none is awaited, or it is unknown yet. A unit that begins there is not announced
  /// before the pause.
  var end: Frame? { wanted?.end }

  /// Must be called when something was fed, when the rate or the repetition has changed, and when sound has begun or
  /// ended.
  func update() {
    guard let wanted else { return }
    scheduler.cancel(&timer)
    // A unit that was heard already has left the plan.
    guard let end = announcer.end(of: wanted.unit, after: wanted.heard) ?? wanted.end else { return }
    self.wanted?.end = end
    // At the end of the track both end together: the player gets one event.
    if let trackEnd = clock.trackEnd, end >= trackEnd { return }
    let isOver = clock.heard().map { $0 >= end } ?? false
    guard let instant = isOver ? scheduler.now : clock.instant(of: end, in: clock.epoch) else { return }
    timer = scheduler.schedule(at: isOver ? instant : clock.later(instant, than: scheduler.now)) { [weak self] in
      guard let self else { return }
      timer = nil
      // The sound stood still meanwhile.
      if clock.isBefore(end) { return update() }
      reached = self.wanted?.end
      self.cancel()
      wanted.done(clock.epoch)
    }
  }

  /// Nothing is awaited any more.
  func cancel() {
    wanted = nil
    scheduler.cancel(&timer)
  }
}

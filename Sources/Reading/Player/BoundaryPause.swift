import EventLoop
import Playback
import Speech

/// Tells when the word or sentence has ended behind which a pause was asked for; it may not be made yet, or lie behind
/// what was fed.
@Core
final class BoundaryPause {
  private let clock: any HearingClock
  private let announcer: HeardAnnouncer
  private let scheduler: any Scheduler
  /// What shall end before the pause: the unit that was heard at this media frame, and where it ends, as far as known.
  private var wanted: (unit: TextUnit, heard: Frame, end: Frame?, done: @Core (Player.Epoch) -> Void)?
  private var timer: TimerToken?
  /// The end of the unit that was waited for last.
  private(set) var reached: Frame?

  init(clock: any HearingClock, announcer: HeardAnnouncer, scheduler: any Scheduler) {
    self.clock = clock
    self.announcer = announcer
    self.scheduler = scheduler
  }

  /// Waits for the end of what is heard now; false when that is no speech, and nothing is waited for. When the unit has
  /// ended, `done` is called with the epoch.
  func begin(atEndOf unit: TextUnit, done: @escaping @Core (Player.Epoch) -> Void) -> Bool {
    cancel()
    guard let heard = clock.heard(), announcer.isPlanned(heard) else { return false }
    // In the gap behind it the unit has ended.
    if let end = announcer.end(of: unit, after: heard), end <= heard { return false }
    wanted = (unit, heard, nil, done)
    reached = nil
    update()
    return true
  }

  /// Where the unit ends; `nil` where nothing is waited for, or that is not known yet. Nothing that begins there is
  /// announced before the pause.
  var end: Frame? { wanted?.end }

  /// Looks again when something was fed, the rate or the laps have changed, or sound has begun or ended.
  func update() {
    guard let wanted else { return }
    scheduler.cancel(&timer)
    // A unit that was heard already has left the plan.
    guard let end = announcer.end(of: wanted.unit, after: wanted.heard) ?? wanted.end else { return }
    self.wanted?.end = end
    // The end of the track is the end of the unit: the player hears of the two as one.
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

  /// Nothing is waited for any more.
  func cancel() {
    wanted = nil
    scheduler.cancel(&timer)
  }
}

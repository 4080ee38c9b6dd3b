import EventLoop
import Playback

/// The way of an output's events to its owner.
@Core
final class SoundReports {
  private let scheduler: any Scheduler
  private let events: @Core (SoundEvent) -> Void

  init(scheduler: any Scheduler, events: @escaping @Core (SoundEvent) -> Void) {
    self.scheduler = scheduler
    self.events = events
  }

  /// Reports an event before this returns. A call of the owner can cause it: one that begins or ends a hold.
  func tell(_ event: SoundEvent) { events(event) }

  /// Reports an event in a later turn, unless the output has ended by then.
  func tellLater(_ event: SoundEvent) {
    scheduler.schedule(at: scheduler.now) { [weak self] in self?.events(event) }
  }
}

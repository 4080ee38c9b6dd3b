import EventLoop
import Playback
import Speech
import Vocabulary

/// Reports that a text that is still being written has been silent for a while: all text that has arrived was heard.
@Core
final class SilenceWatch {
  /// The silence after which the interrupted text resumes.
  private static let patience = Duration.seconds(2)

  /// The silence is after the media frame, and before `next`.
  private struct Place: Equatable {
    var epoch: Player.Epoch
    var media: Frame
    var next: TrackID?
  }

  private let feeder: Feeder
  private let playout: Playout
  private let scheduler: any Scheduler
  private var timer: TimerToken?
  /// The place of a silence that is awaited, or has been reported.
  private var place: Place?

  private let reports: Relay<PartReport>

  init(feeder: Feeder, playout: Playout, scheduler: any Scheduler, _ reports: Relay<PartReport>) {
    self.reports = reports
    self.feeder = feeder
    self.playout = playout
    self.scheduler = scheduler
  }

  /// Must be called when something was fed, began to sound or fell silent, and when the player has changed.
  func update(_ player: Player) {
    guard player.status == .playing, feeder.awaitsText, let next = player.upcoming else {
      place = nil
      return scheduler.cancel(&timer)
    }
    let place = Place(epoch: feeder.epoch, media: playout.media, next: next)
    guard place != self.place else { return }
    self.place = place
    wait()
  }

  private func wait() {
    scheduler.cancel(&timer)
    guard let place else { return }
    let end = playout.instant(of: place.media, in: place.epoch) ?? scheduler.now
    let due = max(end, scheduler.now).advanced(by: Self.patience)
    timer = scheduler.schedule(at: due) { [weak self] in
      guard let self else { return }
      timer = nil
      // The silence has not begun if the sound stood still meanwhile.
      if let heard = feeder.heard(), heard < place.media { return wait() }
      reports(.silent(place.epoch))
    }
  }
}

import EventLoop
import Playback
import Speech
import Vocabulary

/// Tells when a text that is still being written has said nothing for a while: all of it that came has been heard.
@Core
final class SilenceWatch {
  /// The silence after which what the text was put before goes on.
  private static let patience = Duration.seconds(2)

  /// The silence is behind the media frame, and in front of `next`.
  private struct Place: Equatable {
    var epoch: Player.Epoch
    var media: Frame
    var next: TrackID?
  }

  private let feeder: Feeder
  private let playout: Playout
  private let scheduler: any Scheduler
  private var timer: TimerToken?
  /// The place of a silence that is waited for, or has been told of.
  private var place: Place?

  private let reports: Relay<PartReport>

  init(feeder: Feeder, playout: Playout, scheduler: any Scheduler, _ reports: Relay<PartReport>) {
    self.reports = reports
    self.feeder = feeder
    self.playout = playout
    self.scheduler = scheduler
  }

  /// Looks again when something was fed, began to sound or fell silent, and when the player is another one.
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
      // The silence has not begun where the sound stood still meanwhile.
      if let heard = feeder.heard(), heard < place.media { return wait() }
      reports(.silent(place.epoch))
    }
  }
}

import EventLoop
import Playback
import Speech
import Vocabulary

/// Reports that a text that is still being written has been silent for a while: all text that has arrived was heard.
final class SilenceWatch: FeedWatch {
  /// The silence after which the interrupted text resumes.
  private static let patience = Duration.seconds(2)

  /// The silence is after the media frame, and before `next`.
  private struct Place: Equatable {
    var epoch: Player.Epoch
    var media: Frame
    var next: TrackID?
  }

  /// The place of a silence that is awaited, or has been reported.
  private var place: Place?

  /// Must be called when something was fed, began to sound or fell silent, and when the player has changed.
  func update(_ player: Player) {
    guard player.status == .playing, feeder.awaitsText, let next = player.upcoming else {
      place = nil
      return stopWaiting()
    }
    let place = Place(epoch: feeder.epoch, media: feeder.playout.media, next: next)
    guard place != self.place else { return }
    self.place = place
    wait()
  }

  private func wait() {
    guard let place else { return stopWaiting() }
    let end = feeder.instant(of: place.media, in: place.epoch) ?? scheduler.now
    wait(until: max(end, scheduler.now).advanced(by: Self.patience)) { [weak self] in
      guard let self else { return }
      // The silence has not begun if the sound stood still meanwhile.
      if let heard = feeder.heard(), heard < place.media { return wait() }
      reports(.silent(place.epoch))
    }
  }
}

import EventLoop
import Playback
import Speech

/// The time of what is heard: which media frame that is, and when another one will be.
///
/// Those who wait for a place ask this and nothing else of the way to the ear, so that a test can play it by hand.
@Core
protocol HearingClock: AnyObject {
  /// The place that is open; media frames count from its beginning.
  var epoch: Player.Epoch { get }
  /// The media frame that the listener hears now; `nil` when nothing is open.
  func heard() -> Frame?
  /// When a media frame of an epoch is heard; `nil` while it is not fed, or nothing sounds.
  func instant(of media: Frame, in epoch: Player.Epoch) -> Instant?
  /// The media frame behind the last one of the track; `nil` while that is not fed.
  var trackEnd: Frame? { get }
}

extension Feeder: HearingClock {
  func instant(of media: Frame, in epoch: Player.Epoch) -> Instant? { playout.instant(of: media, in: epoch) }
}

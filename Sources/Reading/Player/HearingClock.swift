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

extension HearingClock {
  /// True if a media frame is still to be heard. What is heard now is known to some frames.
  func isBefore(_ media: Frame) -> Bool { heard().map { $0 < media - 441 } ?? false }

  /// The instant, or one in a moment where it is over: behind a hole in the sound it was reckoned from before the hole,
  /// until the device says when the sound goes on. It must not be asked for again and again meanwhile.
  func later(_ instant: Instant, than now: Instant) -> Instant {
    instant > now ? instant : now.advanced(by: .milliseconds(2))
  }
}

extension Feeder: HearingClock {
  func instant(of media: Frame, in epoch: Player.Epoch) -> Instant? { playout.instant(of: media, in: epoch) }
}

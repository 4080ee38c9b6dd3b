import EventLoop
import Playback
import Speech

/// The clock of the heard sound: the present media frame, and the instants of others.
///
/// Objects that wait for a place use only this, so that a test can control it.
@Core
protocol HearingClock: AnyObject {
  /// The open place. Media frames count from its beginning.
  var epoch: Player.Epoch { get }
  /// The media frame that the listener hears now; `nil` if nothing is open.
  func heard() -> Frame?
  /// The instant at which a media frame of an epoch is heard; `nil` while it is not fed, or nothing is sounding.
  func instant(of media: Frame, in epoch: Player.Epoch) -> Instant?
  /// The media frame after the last one of the track; `nil` while that is not fed.
  var trackEnd: Frame? { get }
  /// The media frames of a second.
  var sampleRate: SampleRate { get }
}

extension HearingClock {
  /// True if a media frame is still to be heard. The place that is heard now is only known to within some frames.
  func isBefore(_ media: Frame) -> Bool { heard().map { $0 < media - tolerance } ?? false }

  /// True if two frames may be the same place.
  func isWithinTolerance(_ one: Frame, _ other: Frame) -> Bool { abs(one - other) <= tolerance }

  private var tolerance: Frame { Frame(sampleRate.hertz / 50) }

  /// `instant` if it is in the future, otherwise a moment after `now`. After a hole in the sound, an instant is
  /// computed from the time before the hole until the device reports the new time. A timer must not fire again and
  /// again meanwhile.
  func later(_ instant: Instant, than now: Instant) -> Instant {
    instant > now ? instant : now.advanced(by: .milliseconds(2))
  }
}

extension Feeder: HearingClock {
  func instant(of media: Frame, in epoch: Player.Epoch) -> Instant? { playout.instant(of: media, in: epoch) }
}

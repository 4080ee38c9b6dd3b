import EventLoop
import Speech

/// A silence of the place itself that is counted by the clock, while the output rests.
struct SilentRest {
  /// The media frame with which it begins, and the one at which the output is needed again.
  let media: Frame
  let end: Frame
  /// The instant at which it begins.
  let since: Instant
  /// The media frames of a second, at the listener's rate.
  let framesPerSecond: Double

  /// The media frame of an instant; the end after it.
  func media(at now: Instant) -> Frame {
    let passed = Double(since.duration(to: now) / .nanoseconds(1)) * framesPerSecond / 1e9
    return media + min(end - media, Frame(max(0, passed)))
  }

  /// The instant of the end.
  var instant: Instant {
    since.advanced(by: .nanoseconds(Int64((Double(end - media) * 1e9 / framesPerSecond).rounded(.up))))
  }
}

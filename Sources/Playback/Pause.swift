/// A pause: silence that does not end by itself, and what is known of its cause.
///
/// One happening often has several messengers: headphones that go with their sink are seen by us, and by a session
/// manager that says `Pause`. Reasons that come within ``together`` of each other are one happening; of these the one
/// that explains most counts, whichever came first. Of what comes later only the listener's own word counts.
struct Pause: Equatable, Sendable {
  /// How far apart the messengers of one happening come.
  static let together = Duration.seconds(1)

  private(set) var reason: PauseReason
  private(set) var since: Moment
  /// Whether nothing else has forbidden sound since: only then can the end of the reason bring the sound back.
  private(set) var isAlone = true

  init(_ reason: PauseReason, since: Moment) {
    self.reason = reason
    self.since = since
  }

  /// The clock stood still for so long while the machine slept: the silence is that much longer.
  mutating func lengthen(by time: Duration) { since = since + (.zero - time) }

  /// Another reason for the same silence.
  mutating func join(_ other: PauseReason, at moment: Moment) {
    let isTogether = abs(moment - since) <= Self.together
    if isTogether {
      isAlone = isAlone && (other == reason || other.isAsked || reason.isAsked)
      reason = max(reason, other)
      since = min(since, moment)
    } else if other.isAsked {
      // The listener has a word in it now: nothing comes back before he says so.
      if !reason.isAsked { self = Pause(other, since: moment) }
    } else if other != reason {
      isAlone = false
    }
  }
}

/// The length of a duration, whichever way it points.
private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }

/// A pause: silence that does not end by itself, and the facts about its cause.
///
/// One incident often has several reports: when headphones go with their sink, we notice it, and a session manager
/// calls `Pause`. Reasons within ``together`` of each other belong to one incident. Among these the one that explains
/// most counts, in whatever order they come. Of later ones only the listener's own command counts.
struct Pause: Equatable, Sendable {
  /// The longest time between reports of one incident.
  static let together = Duration.seconds(1)

  private(set) var reason: PauseReason
  private(set) var since: Moment
  /// True if nothing else has forbidden sound since. Only then can the end of the reason bring the sound back.
  private(set) var isAlone = true
  /// True if the listener alone asked for the silence, and nothing else has joined.
  private(set) var isListenersOwn: Bool

  init(_ reason: PauseReason, since: Moment) {
    self.reason = reason
    self.since = since
    isListenersOwn = reason.isAsked
  }

  /// Extends the silence by the time that the machine was asleep, which the clock does not count.
  mutating func lengthen(by time: Duration) { since = since + (.zero - time) }

  /// Adds another reason for the same silence.
  mutating func join(_ other: PauseReason, at moment: Moment) {
    let isTogether = abs(moment - since) <= Self.together
    isListenersOwn = isListenersOwn && other.isAsked
    if isTogether {
      isAlone = isAlone && (other == reason || other.isAsked || reason.isAsked)
      reason = max(reason, other)
      since = min(since, moment)
    } else if other.isAsked {
      // The listener has paused, too: nothing continues without a command.
      if !reason.isAsked { self = Pause(other, since: moment) }
    } else if other != reason {
      isAlone = false
    }
  }
}

/// The absolute value of a duration.
private func abs(_ duration: Duration) -> Duration { duration < .zero ? .zero - duration : duration }

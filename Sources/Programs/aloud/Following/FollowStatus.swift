import AloudAPI
import EventLoop
import Vocabulary

/// The status of the service as it was read, and what has become of it since then.
struct FollowStatus {
  /// The status, changed by the signals that say how.
  var value: Status
  /// The time at which it was read.
  private let moment: Instant

  /// - Parameter moment: the time at which it was read.
  init(_ value: Status, at moment: Instant) { (self.value, self.moment) = (value, moment) }

  /// The status at a moment: the sleep timer runs on between two signals.
  func value(at now: Instant) -> Status {
    var status = value
    if let remaining = value.sleepRemaining {
      status.sleepRemaining = max(0, remaining - Microseconds(moment.duration(to: now)))
    }
    return status
  }
}

package import Vocabulary

/// Times for people.
package enum TimeText {
  /// `0:05`, `12:34`, `1:02:03`; fractions of a second are cut off, as on every clock.
  package static func clock(_ microseconds: Microseconds) -> String {
    let total = (microseconds.count.magnitude) / 1_000_000
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
    let text = hours > 0 ? "\(hours):\(digits(minutes, 2)):\(digits(seconds, 2))" : "\(minutes):\(digits(seconds, 2))"
    return microseconds < 0 && total > 0 ? "-" + text : text
  }

  /// Seconds with six digits, for programs: `12.345678`.
  package static func seconds(_ microseconds: Microseconds) -> String {
    let sign = microseconds < 0 ? "-" : ""
    return "\(sign)\(microseconds.count.magnitude / 1_000_000).\(digits(microseconds.count.magnitude % 1_000_000, 6))"
  }
}

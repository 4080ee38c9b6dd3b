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

  /// `3 s`, `12 min`, `1 h 5 min`: a time in words, for sentences. Rounded; at least `1 s`.
  package static func rough(_ microseconds: Microseconds) -> String {
    let seconds = max(1, (Int64(clamping: microseconds.count.magnitude) + 500_000) / 1_000_000)
    if seconds < 120 { return "\(seconds) s" }
    let minutes = (seconds + 30) / 60
    if minutes < 60 { return "\(minutes) min" }
    return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
  }

  /// Seconds with six digits, for programs: `12.345678`.
  package static func seconds(_ microseconds: Microseconds) -> String {
    let sign = microseconds < 0 ? "-" : ""
    return "\(sign)\(microseconds.count.magnitude / 1_000_000).\(digits(microseconds.count.magnitude % 1_000_000, 6))"
  }
}

package import Vocabulary

/// A time in a text as shown in messages.
package enum ClockText {
  /// `0:05`, `12:34`, `1:02:03` for a time that is not negative; fractions of a second are cut off.
  package static func of(microseconds: Microseconds) -> String {
    let seconds = max(0, microseconds.count) / 1_000_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }

  /// The same to hundredths of a second: `0:05.07`.
  package static func of(exactly time: Microseconds) -> String {
    let hundredths = max(0, time.count) / 10_000 % 100
    return "\(of(microseconds: time)).\(hundredths < 10 ? "0" : "")\(hundredths)"
  }
}

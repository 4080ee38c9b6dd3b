/// Durations as people write them: `300ms`, `3s`, `2min`, `1h`, `1.5 s`, `1,5 s`, or a bare number of seconds.
public enum DurationText {
  /// Longest unit first, since `300ms` ends in an `s` and `2min` begins like `2m`.
  private static let units: [(suffix: String, milliseconds: Double)] = [
    ("min", 60_000), ("ms", 1), ("µs", 0.001), ("us", 0.001), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
  ]

  /// - Returns: `nil` if `text` is not a duration, is negative or is longer than 10,000 hours. Exact to the
  ///   microsecond.
  public static func parse(_ text: some StringProtocol) -> Duration? {
    let text = String(text).lowercased().filter { $0 != " " }
    for unit in units where text.hasSuffix(unit.suffix) {
      return parse(number: String(text.dropLast(unit.suffix.count)), milliseconds: unit.milliseconds)
    }
    return parse(number: text, milliseconds: 1000)
  }

  private static func parse(number: String, milliseconds: Double) -> Duration? {
    let number = String(number.map { $0 == "," ? "." : $0 })
    // Only digits and one dot, since Double would accept "inf", "nan", "0x10" and "1e9", too.
    guard !number.isEmpty, number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
      let value = Double(number.hasPrefix(".") ? "0" + number : number)
    else { return nil }
    return seconds(value * milliseconds / 1000)
  }

  /// A number of seconds as a duration, rounded to the microsecond; `nil` outside 0…10,000 hours.
  public static func seconds(_ value: Double) -> Duration? {
    guard value >= 0, value <= 36_000_000 else { return nil }  // false for NaN
    return .microseconds(Int64((value * 1_000_000).rounded()))
  }

  /// The shortest form that ``parse(_:)`` accepts: `300ms`, `3s`, `2min`, `1.5s`, `0s`.
  public static func format(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    switch microseconds {
    case 0: return "0s"
    case let value where value % 3_600_000_000 == 0: return "\(value / 3_600_000_000)h"
    case let value where value % 60_000_000 == 0: return "\(value / 60_000_000)min"
    case let value where value % 1_000_000 == 0: return "\(value / 1_000_000)s"
    case let value where value % 1000 == 0 && value < 1_000_000: return "\(value / 1000)ms"
    case let value where value < 1000: return "\(value)us"
    default:
      var digits = String(microseconds % 1_000_000)
      digits = String(repeating: "0", count: 6 - digits.count) + digits
      while digits.last == "0" { digits.removeLast() }
      return "\(microseconds / 1_000_000).\(digits)s"
    }
  }
}

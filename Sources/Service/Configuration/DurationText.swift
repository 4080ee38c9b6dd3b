/// Durations as people write them, in the one grammar of every verb, option and setting.
///
/// - With units: `300ms`, `3s`, `2min`, `1h`, `1.5 s`, `1,5 s`, and several of them in descending order: `1m30s`,
///   `1h 30min`. A last number without a unit has the next smaller one: `1h30`.
/// - With colons, as on the displays of players: `1:30` is 90 seconds, `1:02:03` has hours.
/// - A bare number is in seconds.
public enum DurationText {
  /// Descending. A number without a unit after one of them is in the next one.
  private static let units: [(names: Set<String>, milliseconds: Double)] = [
    (["h", "hr", "hour", "hours"], 3_600_000), (["m", "min", "mins", "minute", "minutes"], 60_000),
    (["s", "sec", "secs", "second", "seconds"], 1000), (["ms"], 1), (["µs", "μs", "us"], 0.001),
  ]
  private static let bare = 2

  /// - Returns: `nil` if `text` is not a duration, is negative or is longer than 10,000 hours. Exact to the
  ///   microsecond.
  public static func parse(_ text: some StringProtocol) -> Duration? {
    let text = String(text).lowercased().filter { $0 != " " }
    return text.contains(":") ? parse(clock: text) : parse(units: text[...])
  }

  /// `1m30s`; `90` alone.
  private static func parse(units text: Substring) -> Duration? {
    var rest = text
    var total = 0.0
    var last: Int?
    repeat {
      let number = rest.prefix { isDigit($0) || $0 == "." || $0 == "," }
      rest = rest.dropFirst(number.count)
      let name = rest.prefix { !isDigit($0) && $0 != "." && $0 != "," }
      rest = rest.dropFirst(name.count)
      let unit =
        name.isEmpty
        ? last.map { $0 < bare ? $0 + 1 : -1 } ?? bare : units.firstIndex { $0.names.contains(String(name)) }
      // The number without a unit is the last one, and a fraction of a larger unit is not followed by a smaller one.
      guard let unit, units.indices.contains(unit), unit > last ?? -1, rest.isEmpty || !name.isEmpty,
        rest.isEmpty || number.allSatisfy(isDigit), let value = value(of: number)
      else { return nil }
      total += value * units[unit].milliseconds / 1000
      last = unit
    } while !rest.isEmpty
    return seconds(total)
  }

  /// `1:30`, `1:02:03.25`. The first field may count beyond 59 (`90:00`), and only the last one has a fraction.
  private static func parse(clock text: String) -> Duration? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), fields.dropLast().allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
    var total = 0.0
    for (index, field) in fields.enumerated() {
      guard let value = value(of: field), index == 0 || value < 60 else { return nil }
      total = total * 60 + value
    }
    return seconds(total)
  }

  /// Only digits and one dot or comma, since Double would accept "inf", "nan", "0x10" and "1e9", too.
  private static func value(of number: Substring) -> Double? {
    let number = number.map { $0 == "," ? "." : $0 }
    guard number.contains(where: isDigit), number.allSatisfy({ isDigit($0) || $0 == "." }),
      number.count(where: { $0 == "." }) <= 1
    else { return nil }
    return Double((number.first == "." ? "0" : "") + String(number))
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

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

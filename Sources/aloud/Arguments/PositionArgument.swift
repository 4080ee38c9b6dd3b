import Configuration
import Vocabulary

/// A place in a track: `95`, `1:35`, `1:02:03`, `50%`, `90s`, and relative `+10`, `-10`, `10+`, `10-`, `+1:30`, `+5%`.
enum PositionArgument: Equatable {
  /// Microseconds from the start.
  case absolute(Microseconds)
  /// Microseconds from the current position.
  case relative(Microseconds)
  /// 0…1 of the length.
  case fraction(Double)
  /// A part of the length from the current position, −1…1.
  case relativeFraction(Double)

  static let forms = "95, 1:02:03, +10, -10 or 50%"

  init?(_ argument: String) {
    var text = Substring(argument.filter { $0 != " " })
    let direction = Direction.taken(from: &text)
    if text.take("%") {
      guard let percent = decimal(text), percent <= 100 else { return nil }
      self = direction.map { .relativeFraction($0.sign * percent / 100) } ?? .fraction(percent / 100)
      return
    }
    guard let microseconds = Self.microseconds(text) else { return nil }
    self = direction.map { .relative($0.sign < 0 ? -microseconds : microseconds) } ?? .absolute(microseconds)
  }

  /// `95`, `95.5`, `1:35`, `1:02:03.25`, or a duration with a unit.
  static func microseconds(_ text: Substring) -> Microseconds? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    if fields.count == 1 { return DurationText.parse(text).map { Microseconds($0) } }
    guard (2...3).contains(fields.count) else { return nil }
    var seconds = 0.0
    for (index, field) in fields.enumerated() {
      guard let value = decimal(field) else { return nil }
      // The first field may count beyond 59 (90:00), the last alone may have a fraction.
      if index > 0, value >= 60 { return nil }
      if index < fields.count - 1, !field.allSatisfy(\.isNumber) { return nil }
      seconds = seconds * 60 + value
    }
    return DurationText.seconds(seconds).map { Microseconds($0) }
  }
}

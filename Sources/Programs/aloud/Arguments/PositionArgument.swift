import Configuration
import Vocabulary

/// A place in a track: a time in the grammar of ``DurationText`` (`95`, `1:35`, `1m35s`, `1:02:03`), a share (`50%`),
/// or either with a sign: `+10`, `-10`, `10+`, `10-`, `+1m30s`, `+5%`.
enum PositionArgument: Equatable {
  /// Microseconds from the start.
  case absolute(Microseconds)
  /// Microseconds from the current position.
  case relative(Microseconds)
  /// 0…1 of the length.
  case fraction(Double)
  /// A part of the length from the current position, −1…1.
  case relativeFraction(Double)

  static let forms = "1:30, 1m30s, 90, +10, -10 or 50%"

  init?(_ argument: String) {
    var text = Substring(argument.filter { $0 != " " })
    let direction = Direction.taken(from: &text)
    if text.take("%") {
      guard let percent = decimal(text), percent <= 100 else { return nil }
      self = direction.map { .relativeFraction($0.sign * percent / 100) } ?? .fraction(percent / 100)
      return
    }
    guard let microseconds = DurationText.parse(text).map({ Microseconds($0) }) else { return nil }
    self = direction.map { .relative($0.sign < 0 ? -microseconds : microseconds) } ?? .absolute(microseconds)
  }
}

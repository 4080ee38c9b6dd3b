import AloudAPI
import CommandOutput

/// A speed: `1.5`, `1.5x`, `180wpm`, `150%`, `+10%`, `-10%`, `+0.25`, `0.25+`, `+20wpm`.
///
/// A bare number of 40 or more means words per minute, as in `say -r 180`.
enum RateArgument: Equatable {
  case absolute(Double)
  /// Changes the current rate by this factor.
  case factor(Double)
  /// Adds to the current rate.
  case step(Double)

  /// The speed in words per minute at rate 1.
  static let wordsPerMinute = 175.0
  static let forms = "1.5, 1.5x, 180wpm, +10% or -10%"

  init?(_ argument: String) {
    var text = Substring(argument.lowercased().filter { $0 != " " })
    let direction = Direction.taken(from: &text)
    let isWords = text.take("wpm")
    let isPercent = !isWords && text.take("%")
    if !isWords, !isPercent, !text.take("x") { _ = text.take("×") }
    guard var value = decimal(text) else { return nil }
    if isWords { value /= Self.wordsPerMinute }
    if isPercent { value /= 100 }
    if let direction {
      self = isPercent ? .factor(1 + direction.sign * value) : .step(direction.sign * value)
    } else if !isWords, !isPercent, argument.allSatisfy({ $0.isNumber || $0 == "." || $0 == "," }), value >= 40 {
      self = .absolute(value / Self.wordsPerMinute)
    } else {
      self = .absolute(value)
    }
  }

  /// The rate that results from `current`, rounded to a thousandth. A relative change stops at the ends of the range;
  /// an absolute rate outside it gives `nil`.
  func applied(to current: Double) -> Double? {
    switch self {
    case .absolute(let value):
      return AloudBus.rates.contains(value) ? (value * 1000).rounded() / 1000 : nil
    case .factor(let factor): return Self.clamped(current * factor)
    case .step(let step): return Self.clamped(current + step)
    }
  }

  private static func clamped(_ rate: Double) -> Double {
    (min(max(rate, AloudBus.rates.lowerBound), AloudBus.rates.upperBound) * 1000).rounded() / 1000
  }

  /// A rate in both forms: `1.25× ≈ 219 wpm`.
  static func shown(_ rate: Double, symbols: Symbols = .unicode) -> String {
    "\(shortNumber(rate))\(symbols.times) \(symbols.about) \(Int((rate * wordsPerMinute).rounded())) wpm"
  }
}

import CommandOutput

/// A volume: `0…100`, `80%`, `0.0…1.0` with a dot, `+5`, `5+`, `-5`, `5-`, `+0.05`.
enum VolumeArgument: Equatable {
  /// 0…1.
  case absolute(Double)
  /// Added to the current volume.
  case step(Double)

  static let forms = "0 to 100, 0.0 to 1.0, +5 or -5"

  init?(_ argument: String) {
    var text = Substring(argument.filter { $0 != " " })
    var direction = Direction.taken(from: &text)
    let isPercent = text.take("%")
    // amixer has the sign after the percent sign: `5%+`.
    if isPercent, direction == nil { direction = Direction.taken(from: &text) }
    guard let number = decimal(text) else { return nil }
    let value = text.contains(where: { $0 == "." || $0 == "," }) && !isPercent ? number : number / 100
    // A change stops at the ends of the range, as in mpc and playerctl.
    guard direction != nil || value <= 1 else { return nil }
    self = direction.map { .step($0.sign * value) } ?? .absolute(value)
  }

  /// True for a number that is no volume because it is too large.
  static func isOutOfRange(_ argument: String) -> Bool {
    var text = Substring(argument.filter { $0 != " " })
    _ = text.take("%")
    return decimal(text) != nil && VolumeArgument(argument) == nil
  }

  /// The reason why an argument is no volume.
  static func reason(against argument: String) -> String {
    isOutOfRange(argument) ? "the volume goes from 0 to 100" : "that is not a volume"
  }

  /// The volume that results from `current`, 0…1 in steps of a tenth of a percent. Any change brings a volume above
  /// 1, which a mixer may have set, to 1 or below.
  func applied(to current: Double) -> Double {
    let wanted =
      switch self {
      case .absolute(let value): value
      case .step(let step): current + step
      }
    return (min(max(wanted, 0), 1) * 1000).rounded() / 1000
  }

  /// `80%`
  static func shown(_ volume: Double) -> String { percent(volume) }
}

/// A factor around 1, such as a pitch: `1.2`, `120%`, `+10%`, `-10%`, `1.2x`.
struct FactorArgument: Equatable {
  var value: Double

  init?(_ argument: String, in range: ClosedRange<Double>) {
    var text = Substring(argument.lowercased().filter { $0 != " " })
    let direction = Direction.taken(from: &text)
    let isPercent = text.take("%")
    if !isPercent, !text.take("x") { _ = text.take("×") }
    guard var number = decimal(text) else { return nil }
    if isPercent { number /= 100 }
    value = direction.map { 1 + $0.sign * number } ?? number
    guard range.contains(value) else { return nil }
  }
}

/// The difference between two levels of sound in decibels; less than 0 is quieter.
///
/// The three ways to tell a level are types of their own, since a number of one kind that is taken for another is loud
/// or silent by mistake: 12 dB less are the amplitude 0.25 and the cubic level 0.63.
public struct Decibels: Hashable, Sendable {
  /// The number of decibels.
  public var value: Double

  /// A difference from its number of decibels.
  public init(_ value: Double) { self.value = value }

  /// The same difference in the other direction.
  public static prefix func - (decibels: Decibels) -> Decibels { Decibels(-decibels.value) }
}

/// A factor on samples: 1 changes nothing, 0 is silent, and more than 1 amplifies.
public struct Amplitude: Hashable, Sendable {
  /// The factor.
  public var factor: Double

  /// An amplitude from its factor.
  public init(_ factor: Double) { self.factor = factor }

  /// The amplitude of a level.
  public init(of level: CubicLevel) { factor = level.value * level.value * level.value }

  /// The amplitude that is louder, or quieter, by some decibels than an unchanged one.
  public init(of decibels: Decibels) { factor = powerOfTen(decibels.value / 20) }
}

/// A level as mixers show it, and as the ear counts: 1 changes nothing, 0 is silent, and more than 1 amplifies. Its
/// third power is the ``Amplitude``.
public struct CubicLevel: Hashable, Sendable {
  /// The place of a mixer's slider.
  public var value: Double

  /// A level from the place of a mixer's slider.
  public init(_ value: Double) { self.value = value }

  /// The level that is louder, or quieter, by some decibels than an unchanged one.
  public init(of decibels: Decibels) { value = powerOfTen(decibels.value / 60) }

  /// The level of sound that passes both.
  public static func * (one: CubicLevel, other: CubicLevel) -> CubicLevel { CubicLevel(one.value * other.value) }

  /// True for a number that is neither infinite nor none.
  public var isFinite: Bool { value.isFinite }
}

/// 10 to the power of a number; exact to 12 digits up to some thousand decibels.
private func powerOfTen(_ exponent: Double) -> Double {
  let naturalLogarithm = 2.302_585_092_994_046
  // The series ends soon for a small number, and the square of a power is that of twice the number.
  let small = exponent * naturalLogarithm / 1024
  var (term, sum) = (1.0, 1.0)
  for index in 1...8 {
    term *= small / Double(index)
    sum += term
  }
  for _ in 0..<10 { sum *= sum }
  return sum
}

extension Decibels: Comparable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// True if the first level is lower.
  public static func < (a: Decibels, b: Decibels) -> Bool { a.value < b.value }

  /// A difference from its number of decibels.
  public init(floatLiteral value: Double) { self.init(value) }

  /// A difference from its number of decibels.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}

extension Amplitude: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// An amplitude from its factor.
  public init(floatLiteral value: Double) { self.init(value) }

  /// An amplitude from its factor.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}

extension CubicLevel: Comparable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// True if the first level is lower.
  public static func < (a: CubicLevel, b: CubicLevel) -> Bool { a.value < b.value }

  /// A level from the place of a mixer's slider.
  public init(floatLiteral value: Double) { self.init(value) }

  /// A level from the place of a mixer's slider.
  public init(integerLiteral value: Int) { self.init(Double(value)) }
}

/// The next speed with one decimal: 1.83 becomes 1.9 or 1.8. Pure.
package enum RateStep {
  // Speeds are exact to a thousandth.
  /// The next higher one; may exceed the range.
  package static func up(_ rate: Double) -> Double { ((rate * 10 + 0.005).rounded(.down) + 1) / 10 }
  /// The next lower one; may fall below the range.
  package static func down(_ rate: Double) -> Double { ((rate * 10 - 0.005).rounded(.up) - 1) / 10 }
}

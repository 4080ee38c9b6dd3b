/// Four numbers that are computed at once.
typealias Lanes = SIMD4<Float>

/// Elementary functions whose bits are the same on every processor and with every C library: those of C choose other
/// instructions by the processor.
///
/// The polynomials are those of Cephes (S. Moshier, netlib.org/cephes); products are never fused with sums.
enum Arithmetic {
  @inline(__always)
  private static func choose(_ mask: SIMDMask<SIMD4<Int32>>, _ yes: Lanes, _ no: Lanes) -> Lanes {
    no.replacing(with: yes, where: mask)
  }

  /// The nearest whole number to each of some numbers of at most 2²², as a number and as an integer.
  @inline(__always)
  private static func nearest(_ x: Lanes) -> (number: Lanes, integer: SIMD4<Int32>) {
    // From 2²³ on a number has no digits behind the point.
    let shifted = x + 12_582_912
    return (shifted - 12_582_912, unsafeBitCast(shifted, to: SIMD4<Int32>.self) &- 0x4B40_0000)
  }

  /// e to the power of x, at most 1 in 10⁷ off; x in −87…88, others become the nearest.
  @inline(__always)
  static func exp(_ x: Lanes) -> Lanes {
    let x = x.clamped(lowerBound: Lanes(repeating: -87), upperBound: Lanes(repeating: 88))
    let (power, integer) = nearest(x * 1.442_695_04)
    let rest = x - power * 0.693_359_375 - power * -2.121_944_4e-4
    var sum = Lanes(repeating: 1.987_569_15e-4)
    sum = sum * rest + 1.398_199_950_7e-3
    sum = sum * rest + 8.333_451_907_3e-3
    sum = sum * rest + 4.166_579_589_4e-2
    sum = sum * rest + 1.666_666_545_9e-1
    sum = sum * rest + 5.000_000_120_1e-1
    sum = sum * rest * rest + rest + 1
    return sum * unsafeBitCast((integer &+ 127) &<< 23, to: Lanes.self)
  }

  /// The hyperbolic tangent.
  @inline(__always)
  static func tanh(_ x: Lanes) -> Lanes { 1 - 2 / (exp(x * 2) + 1) }

  /// The natural logarithm of numbers in 2⁻³⁰…1.
  @inline(__always)
  static func log(_ x: Lanes) -> Lanes {
    let bits = unsafeBitCast(x, to: SIMD4<Int32>.self)
    // An integer in the mantissa of 2²³ is a number.
    var power = unsafeBitCast((bits &>> 23) | 0x4B00_0000, to: Lanes.self) - (8_388_608 + 126)
    var mantissa = unsafeBitCast((bits & 0x007F_FFFF) | 0x3F00_0000, to: Lanes.self)
    let isSmall = mantissa .< 0.707_106_78
    power = choose(isSmall, power - 1, power)
    mantissa = choose(isSmall, mantissa + mantissa - 1, mantissa - 1)
    let square = mantissa * mantissa
    var sum = Lanes(repeating: 7.037_683_629_2e-2)
    sum = sum * mantissa - 1.151_461_031_0e-1
    sum = sum * mantissa + 1.167_699_874_0e-1
    sum = sum * mantissa - 1.242_014_084_6e-1
    sum = sum * mantissa + 1.424_932_278_7e-1
    sum = sum * mantissa - 1.666_805_766_5e-1
    sum = sum * mantissa + 2.000_071_476_5e-1
    sum = sum * mantissa - 2.499_999_399_3e-1
    sum = sum * mantissa + 3.333_333_117_4e-1
    sum = sum * mantissa * square
    sum = sum + power * -2.121_944_4e-4 - square * 0.5
    return mantissa + sum + power * 0.693_359_375
  }

  /// Sine and cosine of an angle; exact to some 10⁻⁶ for angles below 1000.
  @inline(__always)
  static func sineCosine(_ angle: Lanes) -> (sine: Lanes, cosine: Lanes) {
    let (quarters, quarter) = nearest(angle * 0.636_619_77)
    let x = angle - quarters * 1.570_312_5 - quarters * 4.837_512_97e-4 - quarters * 7.549_789_95e-8
    let square = x * x
    var sine = Lanes(repeating: -1.951_529_589_1e-4)
    sine = sine * square + 8.332_160_873_6e-3
    sine = sine * square - 1.666_665_461_1e-1
    sine = sine * square * x + x
    var cosine = Lanes(repeating: 2.443_315_711_8e-5)
    cosine = cosine * square - 1.388_731_625_5e-3
    cosine = cosine * square + 4.166_664_568_3e-2
    cosine = cosine * square * square - square * 0.5 + 1
    let isOdd = (quarter & 1) .!= 0
    let (first, second) = (choose(isOdd, cosine, sine), choose(isOdd, sine, cosine))
    let isSineNegative = (quarter & 2) .!= 0
    let isCosineNegative = ((quarter &+ 1) & 2) .!= 0
    return (choose(isSineNegative, -first, first), choose(isCosineNegative, -second, second))
  }

  /// Sine and cosine of one angle below 10⁶, to some 10⁻¹⁴.
  @inline(__always)
  static func sineCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let quarters = (angle * 0.636_619_772_367_581_4).rounded(.toNearestOrEven)
    let x =
      angle - quarters * 1.570_796_251_296_997_1 - quarters * 7.549_789_415_861_596e-8
      - quarters * 5.390_302_858_158_119e-15
    let square = x * x
    var sine = 1.589_623_015_765_465_7e-10
    sine = sine * square - 2.505_074_776_285_780_7e-8
    sine = sine * square + 2.755_731_362_138_572_5e-6
    sine = sine * square - 1.984_126_982_958_954e-4
    sine = sine * square + 8.333_333_333_322_118e-3
    sine = sine * square - 1.666_666_666_666_663e-1
    sine = sine * square * x + x
    var cosine = -1.135_853_652_138_768_2e-11
    cosine = cosine * square + 2.087_570_084_197_473e-9
    cosine = cosine * square - 2.755_731_417_929_674e-7
    cosine = cosine * square + 2.480_158_728_885_170_5e-5
    cosine = cosine * square - 1.388_888_888_887_305_6e-3
    cosine = cosine * square + 4.166_666_666_666_659e-2
    cosine = cosine * square * square - square * 0.5 + 1
    return switch Int(quarters) & 3 {
    case 0: (sine, cosine)
    case 1: (cosine, -sine)
    case 2: (-sine, -cosine)
    default: (-cosine, sine)
    }
  }
}

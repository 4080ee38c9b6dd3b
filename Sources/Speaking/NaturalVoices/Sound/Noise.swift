/// Random numbers that depend on a seed and a place alone: the same in any order, process and machine.
///
/// A place is mixed by the hash `lowbias32` (C. Wellons, "Hash function prospecting"): it is noise for the ear, and no
/// secret.
struct Noise: Sendable {
  private let seed: UInt32

  /// - Parameter values: what the seed is made of.
  init(_ values: some Sequence<Int64>) {
    var seed: UInt32 = 0x9E37_79B9
    for value in values { seed = Self.mixed(SIMD4(repeating: seed ^ UInt32(truncatingIfNeeded: value)))[0] }
    self.seed = seed
  }

  @inline(__always)
  private static func mixed(_ value: SIMD4<UInt32>) -> SIMD4<UInt32> {
    var value = value
    value ^= value &>> 16
    value = value &* 0x7FEB_352D
    value ^= value &>> 15
    value = value &* 0x846C_A68B
    return value ^ value &>> 16
  }

  /// Numbers from 0 to below 1, of 23 bits: as many as a number has behind the point.
  @inline(__always)
  private static func uniform(_ bits: SIMD4<UInt32>) -> Lanes {
    unsafeBitCast(bits &>> 9 | 0x3F80_0000, to: Lanes.self) - 1
  }

  /// Four pairs of numbers of a normal distribution (Box and Muller's method), at the places `place`…`place + 3`.
  @inline(__always)
  func normal(_ place: Int) -> (Lanes, Lanes) {
    let places = SIMD4<UInt32>(0, 1, 2, 3) &+ UInt32(truncatingIfNeeded: place)
    let first = Self.mixed(places &* 2 ^ SIMD4(repeating: seed))
    let second = Self.mixed(places &* 2 &+ 1 ^ SIMD4(repeating: seed))
    // Above 0, up to 1.
    let radius = (Arithmetic.log(1 - Self.uniform(first)) * -2).squareRoot()
    let (sine, cosine) = Arithmetic.sineCosine(Self.uniform(second) * (2 * Float.pi))
    return (radius * cosine, radius * sine)
  }

  /// So many numbers of a normal distribution.
  func normal(count: Int) -> [Float] {
    var numbers: [Float] = []
    numbers.reserveCapacity(count + 8)
    var place = 0
    while numbers.count < count {
      let (first, second) = normal(place)
      for lane in 0..<4 { numbers += [first[lane], second[lane]] }
      place += 4
    }
    numbers.removeLast(numbers.count - count)
    return numbers
  }
}

/// A media time, or a span of it, in microseconds: the unit of D-Bus, of MPRIS and of what is stored.
///
/// Clients may send any number, so sums and differences stop at the ends of the range instead of overflowing.
public struct Microseconds: Hashable, Comparable, Sendable, AdditiveArithmetic, ExpressibleByIntegerLiteral {
  /// The number of microseconds.
  public var count: Int64

  /// A time from its number of microseconds.
  public init(_ count: Int64) { self.count = count }

  /// A time from its number of microseconds.
  public init(integerLiteral count: Int64) { self.count = count }

  /// No time.
  public static let zero = Microseconds(0)
  /// The longest time.
  public static let max = Microseconds(.max)
  /// The longest time backward.
  public static let min = Microseconds(.min)

  /// True if the first time is shorter.
  public static func < (a: Microseconds, b: Microseconds) -> Bool { a.count < b.count }

  /// The sum, or the end of the range.
  public static func + (a: Microseconds, b: Microseconds) -> Microseconds {
    let (sum, overflow) = a.count.addingReportingOverflow(b.count)
    return overflow ? (a.count < 0 ? .min : .max) : Microseconds(sum)
  }

  /// The difference, or the end of the range.
  public static func - (a: Microseconds, b: Microseconds) -> Microseconds {
    let (difference, overflow) = a.count.subtractingReportingOverflow(b.count)
    return overflow ? (a.count < 0 ? .min : .max) : Microseconds(difference)
  }

  /// The same span in the other direction, or the end of the range.
  public static prefix func - (time: Microseconds) -> Microseconds { zero - time }
}

extension Microseconds: CustomStringConvertible {
  /// The number.
  public var description: String { String(count) }
}

extension Microseconds {
  /// The whole microseconds of a duration, rounded toward zero, or the end of the range.
  public init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    self =
      overflow ? (seconds < 0 ? .min : .max) : Microseconds(product) + Microseconds(attoseconds / 1_000_000_000_000)
  }
}

extension Microseconds {
  /// The whole microseconds of a number, rounded toward zero; the end of the range beyond it, and 0 for no number.
  public init(clamping count: Double) {
    // 2^63 is the least number beyond the range.
    self = count.isNaN ? .zero : count >= 0x1p63 ? .max : count < -0x1p63 ? .min : Microseconds(Int64(count))
  }

  /// The longest sound, and so the farthest place in one: 36 years. Frames of any sample rate, sums of them, and the
  /// nanoseconds that it takes at the slowest rate stay far within 64 bits.
  public static let longestSound = Microseconds(36 * 365 * 86_400_000_000)

  /// The place in a sound that is nearest to this time: 0…``longestSound``. A time that a client, a file or the kept
  /// state names becomes a place by this alone, before anything is calculated with it.
  public var asPlace: Microseconds { Swift.max(.zero, Swift.min(self, .longestSound)) }
}

extension Double {
  /// The number of microseconds.
  public init(_ time: Microseconds) { self.init(time.count) }
}

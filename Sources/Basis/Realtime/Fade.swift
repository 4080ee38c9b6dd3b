/// An order for a slow change of loudness: the target level and the number of frames.
///
/// Both share one word, so that the data thread never sees one without the other.
public struct FadeOrder: RawRepresentable, Hashable, Sendable {
  /// The bits of the level above, the frames below.
  public var rawValue: UInt64

  /// Any word is an order.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// - Parameters:
  ///   - level: 0…1; its third power is the factor on the samples, as in mixers.
  ///   - frames: the duration of the change.
  public init(toCubic level: Float, frames: UInt32) {
    rawValue = UInt64(level.bitPattern) << 32 | UInt64(frames)
  }

  /// Unchanged loudness.
  public static var none: FadeOrder { FadeOrder(toCubic: 1, frames: 0) }
}

/// The data thread's side of a fade: a level that moves evenly to its target.
struct Fade {
  private var word = FadeOrder.none.rawValue
  private var from: Float = 1
  private var to: Float = 1
  private var left: UInt32 = 0
  private var total: UInt32 = 1

  /// True if samples pass unchanged.
  var isNone: Bool { @_noLocks get { left == 0 && to == 1 } }

  /// The factor on the samples of a level. Its third power sounds like an even change, as in mixers.
  @_noLocks static func gain(_ level: Float) -> Float { level * level * level }

  /// The current level.
  private var level: Float { @_noLocks get { to + (from - to) * (Float(left) / Float(total)) } }

  /// Takes an order; the current one changes nothing.
  @_noLocks mutating func take(_ order: UInt64) {
    guard order != word else { return }
    from = level
    word = order
    to = Float(bitPattern: UInt32(truncatingIfNeeded: order >> 32))
    left = UInt32(truncatingIfNeeded: order)
    total = left == 0 ? 1 : left
  }

  /// The gain of the next frame.
  @_noLocks mutating func next() -> Float {
    if left > 0 { left -= 1 }
    return Self.gain(level)
  }
}

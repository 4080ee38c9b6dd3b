public import Vocabulary

/// The time that a voice takes for its sound on this machine, and the answer if that is fast enough.
///
/// What was measured counts; until then, what the engine tells for a slow processor.
public struct SpeakingPace: Equatable, Sendable {
  /// The texts that count.
  private static let window = 9
  /// Fewer texts decide nothing: the first ones may be exceptions.
  private static let fewest = 3
  /// Shorter sounds say more about the start of a text than about its pace.
  private static let shortest: Microseconds = 1_000_000
  /// The most of the time that making may take for a voice that is in use, and for one that is not: between both, a
  /// voice stays what it is.
  private static let limits = (inUse: 0.85, unused: 0.6)

  /// The time for a second of sound on a slow processor, in seconds.
  private let expected: Double
  /// Those that were measured last.
  private var ratios: [Double] = []
  private var keptUp = false

  /// Nothing was measured.
  ///
  /// - Parameter cost: the processor time for a second of sound, on a slow processor.
  public init(cost: Microseconds) { expected = Double(cost.count) / 1_000_000 }

  /// Notes a text: the time from its start to its end, and the length of its sound.
  public mutating func note(_ taken: Duration, for sound: Microseconds) {
    guard sound >= Self.shortest, taken >= .zero else { return }
    ratios.append(Double(Microseconds(taken).count) / Double(sound.count))
    if ratios.count > Self.window { ratios.removeFirst() }
  }

  /// True if ``ratio`` was measured here.
  public var isMeasured: Bool { ratios.count >= Self.fewest }

  /// The time for a second of sound, in seconds: the median of those that were measured.
  public var ratio: Double { isMeasured ? ratios.sorted()[ratios.count / 2] : expected }

  /// The highest rate at which a voice that is not in use would be taken; 0 if the voice is too slow for any.
  public var highestRate: Double { ratio > 0 ? Self.limits.unused / ratio : .infinity }

  /// True if the sound is made in time for a listener who hears it at a rate. The answer stays while the pace changes
  /// little.
  public mutating func keepsUp(at rate: Double) -> Bool {
    keptUp = ratio * max(rate, 1) <= (keptUp ? Self.limits.inUse : Self.limits.unused)
    return keptUp
  }
}

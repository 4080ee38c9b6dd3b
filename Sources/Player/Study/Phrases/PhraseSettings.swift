public import Vocabulary

/// The numbers by which a recording is divided into phrases. Each is bounded when it is set.
public struct PhraseSettings: Equatable, Sendable {
  /// The level above the noise of the recording from which on a sound is a voice, in dB; `nil`: found for each
  /// recording.
  public var threshold: Double? { didSet { threshold = threshold.map { Self.bounded($0, to: Self.thresholds) } } }
  /// The shortest silence that divides.
  public var silence: Microseconds { didSet { silence = Self.bounded(silence, to: Self.silences) } }
  /// A shorter voice belongs to the phrase that is nearest to it, if one is near.
  public var shortest: Microseconds { didSet { shortest = Self.bounded(shortest, to: Self.shortests) } }
  /// A longer phrase is divided at its quietest places.
  public var longest: Microseconds { didSet { longest = Self.bounded(longest, to: Self.longests) } }
  /// The silence before the voice that belongs to a phrase, where there is as much.
  public var lead: Microseconds { didSet { lead = Self.bounded(lead, to: Self.edges) } }
  /// The silence after the voice that belongs to a phrase, where there is as much.
  public var tail: Microseconds { didSet { tail = Self.bounded(tail, to: Self.edges) } }

  /// The levels above the noise that ``threshold`` may be, in dB.
  public static let thresholds = 1.0...60
  /// The values that ``silence`` may have: 0.05 s to 10 s.
  public static let silences: ClosedRange<Microseconds> = 50_000...10_000_000
  /// The values that ``shortest`` may have: 0 to 10 s.
  public static let shortests: ClosedRange<Microseconds> = 0...10_000_000
  /// The values that ``longest`` may have: 1 s to 10 minutes.
  public static let longests: ClosedRange<Microseconds> = 1_000_000...600_000_000
  /// The values that ``lead`` and ``tail`` may have: 0 to 5 s.
  public static let edges: ClosedRange<Microseconds> = 0...5_000_000

  /// The usual numbers: pauses of 0.35 s divide, those of 0.2 s do not.
  public init() {
    threshold = nil
    // Between both: a voice that fades out seems to end up to 50 ms earlier or later than it does.
    silence = 280_000
    shortest = 200_000
    longest = 15_000_000
    lead = 150_000
    tail = 300_000
  }

  private static func bounded<Value: Comparable>(_ value: Value, to range: ClosedRange<Value>) -> Value {
    // A NaN is not in order with any number.
    value >= range.lowerBound ? min(value, range.upperBound) : range.lowerBound
  }
}

public import Vocabulary

/// The way in which phrases are studied: how often each is heard, at which speeds, and how long the gaps are in which
/// the listener repeats it. Numbers are bounded when they are set.
public struct ExerciseSettings: Equatable, Sendable {
  /// The length of the gap behind a phrase.
  public enum Gap: Equatable, Sendable {
    /// A time of the exercise.
    case time(Microseconds)
    /// A factor on the length of the voice, as it was heard: a slower one takes longer.
    case factor(Double)
  }

  /// The gap after each hearing of a phrase.
  public var gap: Gap { didSet { gap = Self.bounded(gap) } }
  /// The speeds at which each phrase is heard, one after another: 1 is that of the recording. There is at least one.
  public var speeds: [Double] { didSet { speeds = Self.bounded(speeds) } }

  /// The times that a gap may have: 0 to 10 minutes.
  public static let gaps: ClosedRange<Microseconds> = 0...600_000_000
  /// The factors that a gap may have.
  public static let factors = 0.0...10
  /// The speeds that a phrase may have.
  public static let speedRange = 0.25...4
  /// The most times that a phrase is heard before the next one.
  public static let mostRepetitions = 50

  /// Each phrase once, with a gap that is as long as the phrase.
  public init() {
    gap = .factor(1)
    speeds = [1]
  }

  private static func bounded(_ gap: Gap) -> Gap {
    switch gap {
    case .time(let time): .time(max(gaps.lowerBound, min(time, gaps.upperBound)))
    case .factor(let factor):
      .factor(factor >= factors.lowerBound ? min(factor, factors.upperBound) : factors.lowerBound)
    }
  }

  private static func bounded(_ speeds: [Double]) -> [Double] {
    let kept = speeds.prefix(mostRepetitions).map { speed in
      // A NaN is not in order with any number.
      speed >= speedRange.lowerBound ? min(speed, speedRange.upperBound) : speedRange.lowerBound
    }
    return kept.isEmpty ? [1] : kept
  }
}

public import Vocabulary

/// Compares the volume that the listener wants with reports of the stream's volume. Some reports come from the
/// listener, by a mixer; others are late or come from stored state.
///
/// A session manager gives a new stream the volume that it stored of the last one, some time after the stream has
/// begun. A volume chosen meanwhile, while there was no stream, would be lost.
public struct StreamVolume: Equatable, Sendable {
  /// The meaning of a report.
  public enum Verdict: Equatable, Sendable {
    /// The volume was changed in a mixer.
    case taken
    /// The report was on its way when another volume was requested, whose own report follows.
    case late
    /// The session manager's stored volume: the wanted one must be requested again.
    case askAgain(CubicLevel)
  }

  /// The time after a stream's beginning during which other volumes are not taken from the listener: the slider in the
  /// mixer has only just appeared.
  public static let settling = Duration.seconds(1)
  /// The longest time until a volume is reported.
  public static let reporting = Duration.milliseconds(500)
  /// The number of repeated requests for a new stream; further changes are made by the listener in a mixer.
  public static let attempts = 2
  /// The largest rounding error on the way to the server and back.
  private static let same = 0.001

  private var wanted: CubicLevel?
  /// The end of the settling time of a new stream.
  private var settlesUntil: Moment?
  private var attemptsLeft = 0
  /// The moment until which reports of former volumes may come.
  private var reportedUntil: Moment?

  /// No volume has been chosen: the first report is taken.
  public init() {}

  /// The listener has chosen a volume, 0…1.
  public mutating func choose(_ volume: CubicLevel, at now: Moment) {
    wanted = volume
    reportedUntil = now + Self.reporting
  }

  /// There is a new stream.
  public mutating func streamBegan(at now: Moment) {
    settlesUntil = wanted == nil ? nil : now + Self.settling
    attemptsLeft = Self.attempts
  }

  /// A volume of the stream is reported.
  public mutating func reported(_ volume: CubicLevel, at now: Moment) -> Verdict {
    guard let wanted, abs(volume.value - wanted.value) > Self.same else {
      reportedUntil = nil
      return .taken
    }
    if let settlesUntil, now < settlesUntil, attemptsLeft > 0 {
      attemptsLeft -= 1
      return .askAgain(wanted)
    }
    if let reportedUntil, now < reportedUntil { return .late }
    self.wanted = volume
    return .taken
  }
}

/// The volume that the listener wants, against what is reported of the stream: which reports are his, from a mixer, and
/// which are only late or somebody's memory.
///
/// A session manager gives a new stream the volume that it remembers of the last one, some time after it
/// has begun; what was chosen since then, while there was no stream, would be lost with that.
public struct StreamVolume: Equatable, Sendable {
  /// What a report comes to.
  public enum Verdict: Equatable, Sendable {
    /// Somebody moved a slider.
    case taken
    /// It was on its way when another volume was asked for, whose own report follows.
    case late
    /// The session manager's memory: the volume that is wanted has to be asked for again.
    case askAgain(Double)
  }

  /// How long after a stream's beginning it may be given another volume than its listener's. Nobody is at a slider that
  /// has just appeared.
  public static let settling = Duration.seconds(1)
  /// How long a volume takes to be reported at the most.
  public static let reporting = Duration.milliseconds(500)
  /// How often a new stream is asked again; who insists is somebody at a slider.
  public static let attempts = 2
  /// Less is what a volume loses on its way to the server and back.
  private static let same = 0.001

  private var wanted: Double?
  /// Until when a new stream settles.
  private var settlesUntil: Moment?
  private var attemptsLeft = 0
  /// Until when reports of former volumes may come.
  private var reportedUntil: Moment?

  /// Nobody has chosen a volume: the first report is taken.
  public init() {}

  /// The listener has chosen a volume, 0…1.
  public mutating func choose(_ volume: Double, at now: Moment) {
    wanted = volume
    reportedUntil = now + Self.reporting
  }

  /// There is a new stream.
  public mutating func streamBegan(at now: Moment) {
    settlesUntil = wanted == nil ? nil : now + Self.settling
    attemptsLeft = Self.attempts
  }

  /// The stream is said to have a volume.
  public mutating func reported(_ volume: Double, at now: Moment) -> Verdict {
    guard let wanted, abs(volume - wanted) > Self.same else {
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

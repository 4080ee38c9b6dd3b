/// The reason for silence although something could be played: a word, and details if they are known.
public struct PauseReason: Hashable, Sendable {
  /// The kinds of reasons, in ascending order of how much they explain.
  ///
  /// Among several that occur together, the last of this list is shown. When headphones are unplugged, a session
  /// manager calls `Pause`, too, but the listener should read about the headphones.
  public enum Word: String, CaseIterable, Sendable {
    /// A command asked for silence at this place (a pause at the end of a word or sentence).
    case mark
    /// The listener, or a program that calls `Pause` for them.
    case user
    /// The sleep timer.
    case sleepTimer = "sleep-timer"
    /// The sound cannot be heard: something is muted, or its volume is 0. Reading continues when it can be heard.
    case muted
    /// The route of the sound is changing. Reading continues or stops within seconds.
    case routeChange = "route-change"
    /// A call; reading continues after it.
    case call
    /// There is no sink to play to. Reading continues when there is one.
    case noSink = "no-sink"
    /// There are sinks, but the session manager connects the sound to none. Reading continues when it does.
    case noLink = "no-link"
    /// PipeWire cannot be reached. Reading continues when it can.
    case serverLost = "server-lost"
    /// The speech engine fails repeatedly; Play retries it.
    case engineLost = "engine-lost"
    /// Another player started.
    case otherPlayer = "other-player"
    /// Another user's session is in the foreground.
    case seat
    /// The screen was locked.
    case lock
    /// The machine slept.
    case sleep
    /// Headphones are gone, and the sound would have been audible to others.
    case routeLost = "route-lost"
    /// The service ended while it was reading, and has restarted.
    case restart
  }

  /// The kind of reason.
  public var word: Word
  /// Details for people: the application, player or device; `nil` if unknown.
  public var detail: String?

  /// A reason from its parts; an empty detail counts as `nil`.
  public init(_ word: Word, _ detail: String? = nil) {
    self.word = word
    self.detail = detail == "" ? nil : detail
  }

  /// The listener, or a program that calls `Pause` for them.
  public static let user = PauseReason(.user)
  /// A command asked for silence at this place.
  public static let mark = PauseReason(.mark)
  /// The sleep timer.
  public static let sleepTimer = PauseReason(.sleepTimer)
  /// There is no sink to play to.
  public static let noSink = PauseReason(.noSink)
  /// The session manager connects the sound to no sink.
  public static let noLink = PauseReason(.noLink)
  /// The sound cannot be heard.
  public static let muted = PauseReason(.muted)
  /// PipeWire cannot be reached.
  public static let serverLost = PauseReason(.serverLost)
  /// The speech engine fails repeatedly.
  public static let engineLost = PauseReason(.engineLost)
  /// The service ended while it was reading, and has restarted.
  public static let restart = PauseReason(.restart)
  /// Another user's session is in the foreground.
  public static let seat = PauseReason(.seat)
  /// The screen was locked.
  public static let lock = PauseReason(.lock)
  /// The machine slept.
  public static let sleep = PauseReason(.sleep)
  /// Another player started; with its name if it is known.
  public static func otherPlayer(_ name: String?) -> PauseReason { PauseReason(.otherPlayer, name) }
  /// Headphones are gone; with their name if it is known.
  public static func routeLost(_ device: String?) -> PauseReason { PauseReason(.routeLost, device) }

  /// True if the listener asked for the silence, and so knows the place.
  var isAsked: Bool { word == .user || word == .mark }
}

extension PauseReason: CustomStringConvertible {
  /// `route-lost: Headphones`, or the word alone.
  public var description: String { detail.map { "\(word.rawValue): \($0)" } ?? word.rawValue }
}

extension PauseReason: Comparable {
  /// True if `b` explains more. Within the same kind the detail decides, so that the order of events does not.
  public static func < (a: PauseReason, b: PauseReason) -> Bool {
    a.word == b.word ? (a.detail ?? "") < (b.detail ?? "") : a.word.rank < b.word.rank
  }
}

extension PauseReason.Word {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Why there is silence although something could be played: a word, and what exactly where that is known.
public struct PauseReason: Hashable, Sendable {
  /// The kinds of reasons, each one explaining less than those below it.
  ///
  /// Of several that come together the last of this list is shown: whoever pulls the headphones out has a session
  /// manager say `Pause`, too, and it is the headphones that he wants to read of.
  public enum Word: String, CaseIterable, Sendable {
    /// A command asked for silence at this place (pause at the end of a word or sentence).
    case mark
    /// The listener, or a program that says `Pause` for him.
    case user
    /// The sleep timer.
    case sleepTimer = "sleep-timer"
    /// Nobody would hear it: something is muted, or its volume is 0; the reading goes on when somebody does.
    case muted
    /// Where the sound goes is changing; the reading goes on, or stops, within seconds.
    case routeChange = "route-change"
    /// A call; the reading goes on after it.
    case call
    /// There is no sink to play to; the reading goes on when there is one.
    case noSink = "no-sink"
    /// There are sinks, and the session manager connects the sound to none; the reading goes on when it does.
    case noLink = "no-link"
    /// PipeWire cannot be reached; the reading goes on when it can.
    case serverLost = "server-lost"
    /// The speech engine ends again and again; Play tries once more.
    case engineLost = "engine-lost"
    /// Another player started.
    case otherPlayer = "other-player"
    /// Another user's session is in front.
    case seat
    /// The screen was locked.
    case lock
    /// The machine slept.
    case sleep
    /// Headphones are gone, and the sound would have come out for everybody.
    case routeLost = "route-lost"
    /// The service ended while it read, and has come back.
    case restart
  }

  /// What kind of reason.
  public var word: Word
  /// For people: which application, player or device; `nil` where it is not known.
  public var detail: String?

  /// A reason from its parts; an empty detail is none.
  public init(_ word: Word, _ detail: String? = nil) {
    self.word = word
    self.detail = detail == "" ? nil : detail
  }

  /// The listener, or a program that says `Pause` for him.
  public static let user = PauseReason(.user)
  /// A command asked for silence at this place.
  public static let mark = PauseReason(.mark)
  /// The sleep timer.
  public static let sleepTimer = PauseReason(.sleepTimer)
  /// There is no sink to play to.
  public static let noSink = PauseReason(.noSink)
  /// The session manager connects the sound to no sink.
  public static let noLink = PauseReason(.noLink)
  /// Nobody would hear it.
  public static let muted = PauseReason(.muted)
  /// PipeWire cannot be reached.
  public static let serverLost = PauseReason(.serverLost)
  /// The speech engine ends again and again.
  public static let engineLost = PauseReason(.engineLost)
  /// The service ended while it read, and has come back.
  public static let restart = PauseReason(.restart)
  /// Another user's session is in front.
  public static let seat = PauseReason(.seat)
  /// The screen was locked.
  public static let lock = PauseReason(.lock)
  /// The machine slept.
  public static let sleep = PauseReason(.sleep)
  /// Another player started; its name where it is known.
  public static func otherPlayer(_ name: String?) -> PauseReason { PauseReason(.otherPlayer, name) }
  /// Headphones are gone; their name where it is known.
  public static func routeLost(_ device: String?) -> PauseReason { PauseReason(.routeLost, device) }

  /// Whether the listener asked for the silence himself, and so knows where he stands.
  var isAsked: Bool { word == .user || word == .mark }
}

extension PauseReason: CustomStringConvertible {
  /// `route-lost: Headphones`, or the word alone.
  public var description: String { detail.map { "\(word.rawValue): \($0)" } ?? word.rawValue }
}

extension PauseReason: Comparable {
  /// Whether `b` explains more; of the same kind, the detail decides, so that no order of events does.
  public static func < (a: PauseReason, b: PauseReason) -> Bool {
    a.word == b.word ? (a.detail ?? "") < (b.detail ?? "") : a.word.rank < b.word.rank
  }
}

extension PauseReason.Word {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

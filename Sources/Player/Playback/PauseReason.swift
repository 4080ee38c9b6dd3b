public import Vocabulary

/// The reason for silence although something could be played: a word, and details if they are known.
public struct PauseReason: Hashable, Sendable {
  /// The kind of reason.
  public var word: PauseWord
  /// Details for people: the application, player or device; `nil` if unknown.
  public var detail: String?

  /// A reason from its parts; an empty detail counts as `nil`.
  public init(_ word: PauseWord, _ detail: String? = nil) {
    self.word = word
    self.detail = detail == "" ? nil : detail
  }

  /// The listener, or a program that calls `Pause` for them.
  public static let user = PauseReason(.user)
  /// Something is announced.
  public static let announcement = PauseReason(.announcement)
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
  public var isAsked: Bool { word == .user || word == .mark }
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

extension PauseWord {
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

public import BusValues
public import Vocabulary

/// A kind of event in the reading of a track.
public protocol UtteranceEvent: Sendable {
  /// The name of its signal.
  static var member: MemberName { get }
  /// True if the signal names the reason of the event.
  static var hasReason: Bool { get }
}

/// A kind of event that has no reason.
public protocol UtteranceWithoutReason: UtteranceEvent {}

extension UtteranceWithoutReason {
  /// False.
  public static var hasReason: Bool { false }
}

/// A signal about the reading of a track: the track, the reason of some events, and details.
public struct UtteranceSignal<Event: UtteranceEvent>: AloudSignal {
  /// The signal's name on the bus.
  public static var member: MemberName { Event.member }
  /// The event kind to which clients subscribe.
  public static var kind: EventKind { .utterance }
  /// The id of the track.
  public var track: ObjectPath
  /// The word of the reason; `nil` for events without one.
  private var word: String?
  /// Reserved for additions.
  public var details: [String: BusValue]

  private init(_ track: ObjectPath, _ word: String?, _ details: [String: BusValue]) {
    self.track = track
    self.word = word
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track)] + (word.map { [.string($0)] } ?? []) + [.vardict(details)] }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == (Event.hasReason ? 3 : 2), let track = arguments[0].asObjectPath,
      let details = arguments[arguments.count - 1].asVardict
    else { return nil }
    let word = Event.hasReason ? arguments[1].asString : nil
    guard Event.hasReason == (word != nil) else { return nil }
    self.init(track, word, details)
  }
}

/// The first sound of a track, or its leading delay, is heard.
public enum UtteranceStarted: UtteranceWithoutReason {
  /// The name of its signal.
  public static let member: MemberName = "UtteranceStarted"
}

/// A track was read to its end.
public enum UtteranceFinished: UtteranceWithoutReason {
  /// The name of its signal.
  public static let member: MemberName = "UtteranceFinished"
}

/// The sound of a paused track is heard again.
public enum UtteranceResumed: UtteranceWithoutReason {
  /// The name of its signal.
  public static let member: MemberName = "UtteranceResumed"
}

/// A track was left before its end.
public enum UtteranceCancelled: UtteranceEvent {
  /// The name of its signal.
  public static let member: MemberName = "UtteranceCancelled"
  /// True: a ``CancelReason``.
  public static let hasReason = true
}

/// The sound of a track stopped temporarily.
public enum UtterancePaused: UtteranceEvent {
  /// The name of its signal.
  public static let member: MemberName = "UtterancePaused"
  /// True: a ``PauseWord``, or a later addition.
  public static let hasReason = true
}

/// The signal of ``UtteranceStarted``.
public typealias UtteranceStartedSignal = UtteranceSignal<UtteranceStarted>
/// The signal of ``UtteranceFinished``.
public typealias UtteranceFinishedSignal = UtteranceSignal<UtteranceFinished>
/// The signal of ``UtteranceResumed``.
public typealias UtteranceResumedSignal = UtteranceSignal<UtteranceResumed>
/// The signal of ``UtteranceCancelled``.
public typealias UtteranceCancelledSignal = UtteranceSignal<UtteranceCancelled>
/// The signal of ``UtterancePaused``.
public typealias UtterancePausedSignal = UtteranceSignal<UtterancePaused>

extension UtteranceSignal where Event: UtteranceWithoutReason {
  /// A signal without a reason, to be sent.
  public init(track: ObjectPath, details: [String: BusValue] = [:]) { self.init(track, nil, details) }
}

extension UtteranceSignal where Event == UtteranceCancelled {
  /// The reason.
  public var reason: CancelReason { CancelReason(rawValue: word ?? "") }

  /// A signal to be sent.
  public init(track: ObjectPath, reason: CancelReason, details: [String: BusValue] = [:]) {
    self.init(track, reason.rawValue, details)
  }
}

extension UtteranceSignal where Event == UtterancePaused {
  /// A ``PauseWord``, or a later addition.
  public var reason: String { word ?? "" }

  /// A signal to be sent.
  public init(track: ObjectPath, reason: String, details: [String: BusValue] = [:]) {
    self.init(track, reason, details)
  }

  /// A signal with the application, player or device that is the cause.
  public init(track: ObjectPath, reason: String, detail: String?) {
    self.init(track, reason, detail.map { [ReasonDetail.key: .string($0)] } ?? [:])
  }
}

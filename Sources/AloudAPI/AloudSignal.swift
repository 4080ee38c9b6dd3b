public import BusValues
public import Vocabulary

/// The payload of one signal of `org.aloud.Aloud1`. The service and its clients share this definition.
public protocol AloudSignal: Equatable, Sendable {
  /// The signal's name.
  static var member: MemberName { get }
  /// The event kind to which clients subscribe.
  static var kind: EventKind { get }
  /// The signal's arguments, in order, as the interface describes them.
  var arguments: [BusValue] { get }
  /// Parses a received signal; `nil` if the arguments do not match the interface.
  init?(arguments: [BusValue])
}

/// A signal about the current place, with its text for clients that ask for it (`Subscribe`, option `text`).
public protocol TextSignal: AloudSignal {
  /// Reserved for additions; `text` (s) is the text that is heard.
  var details: [String: BusValue] { get set }
}

extension TextSignal {
  /// The key of the text in ``details``.
  public static var textKey: String { "text" }
  /// The text that is heard; `nil` if it was not requested, or may not be sent now.
  public var text: String? {
    get { details[Self.textKey]?.asString }
    set { details[Self.textKey] = newValue.map { .string($0) } }
  }
}

/// The reading of a track began: its first sound (or leading delay) is heard.
public struct UtteranceStartedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "UtteranceStarted"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.utterance
  /// The id of the track.
  public var track: ObjectPath
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, details: [String: BusValue] = [:]) {
    self.track = track
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .vardict(details)] }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 2, let track = arguments[0].asObjectPath, let details = arguments[1].asVardict
    else { return nil }
    self.init(track: track, details: details)
  }
}

/// A track was read to its end.
public struct UtteranceFinishedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "UtteranceFinished"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.utterance
  /// The id of the track.
  public var track: ObjectPath
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, details: [String: BusValue] = [:]) {
    self.track = track
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .vardict(details)] }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 2, let track = arguments[0].asObjectPath, let details = arguments[1].asVardict
    else { return nil }
    self.init(track: track, details: details)
  }
}

/// A track was left before its end.
public struct UtteranceCancelledSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "UtteranceCancelled"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.utterance
  /// The id of the track.
  public var track: ObjectPath
  /// The reason.
  public var reason: CancelReason
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, reason: CancelReason, details: [String: BusValue] = [:]) {
    self.track = track
    self.reason = reason
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .string(reason.rawValue), .vardict(details)] }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let track = arguments[0].asObjectPath, let reason = arguments[1].asString,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(track: track, reason: CancelReason(rawValue: reason), details: details)
  }
}

/// The sound of a track stopped temporarily.
public struct UtterancePausedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "UtterancePaused"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.utterance
  /// The id of the track.
  public var track: ObjectPath
  /// A ``PauseWord``, or a later addition.
  public var reason: String
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, reason: String, details: [String: BusValue] = [:]) {
    self.track = track
    self.reason = reason
    self.details = details
  }

  /// A signal with the application, player or device that is the cause.
  public init(track: ObjectPath, reason: String, detail: String?) {
    self.init(track: track, reason: reason, details: detail.map { [ReasonDetail.key: .string($0)] } ?? [:])
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .string(reason), .vardict(details)] }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let track = arguments[0].asObjectPath, let reason = arguments[1].asString,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(track: track, reason: reason, details: details)
  }
}

/// The sound of a paused track is heard again.
public struct UtteranceResumedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "UtteranceResumed"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.utterance
  /// The id of the track.
  public var track: ObjectPath
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, details: [String: BusValue] = [:]) {
    self.track = track
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .vardict(details)] }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 2, let track = arguments[0].asObjectPath, let details = arguments[1].asVardict
    else { return nil }
    self.init(track: track, details: details)
  }
}

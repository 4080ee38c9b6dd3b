public import BusValues

/// The payload of one signal of `org.aloud.Aloud1`: written by the service and read by clients from one definition.
public protocol AloudSignal: Equatable, Sendable {
  /// The signal's name.
  static var member: MemberName { get }
  /// What a client subscribes to in order to receive it.
  static var kind: EventKind { get }
  /// The signal's arguments, in order, as the interface describes them.
  var arguments: [BusValue] { get }
  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
  init?(arguments: [BusValue])
}

/// A signal that tells what is heard, with its text for those who asked for that (`Subscribe`, option `text`).
public protocol TextSignal: AloudSignal {
  /// For later additions; `text` (s) is what is heard.
  var details: [String: BusValue] { get set }
}

extension TextSignal {
  /// The key of the text in ``details``.
  public static var textKey: String { "text" }
  /// The text that is heard; `nil` where it was not asked for, or may not be told now.
  public var text: String? {
    get { details[Self.textKey]?.asString }
    set { details[Self.textKey] = newValue.map { .string($0) } }
  }
}

/// A reading of a track began: its first sound (or leading delay) is heard.
public struct UtteranceStartedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "UtteranceStarted"
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.utterance
  /// The id of the track that it is about.
  public var track: ObjectPath
  /// For later additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, details: [String: BusValue] = [:]) {
    self.track = track
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .vardict(details)] }

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
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
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.utterance
  /// The id of the track that it is about.
  public var track: ObjectPath
  /// For later additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, details: [String: BusValue] = [:]) {
    self.track = track
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .vardict(details)] }

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
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
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.utterance
  /// The id of the track that it is about.
  public var track: ObjectPath
  /// Why it was left.
  public var reason: CancelReason
  /// For later additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, reason: CancelReason, details: [String: BusValue] = [:]) {
    self.track = track
    self.reason = reason
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .string(reason.rawValue), .vardict(details)] }

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let track = arguments[0].asObjectPath, let reason = arguments[1].asString,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(track: track, reason: CancelReason(rawValue: reason), details: details)
  }
}

/// The sound of a track ended for now.
public struct UtterancePausedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "UtterancePaused"
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.utterance
  /// The id of the track that it is about.
  public var track: ObjectPath
  /// One of ``Vocabulary/pauseReasons``, or a later addition.
  public var reason: String
  /// For later additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, reason: String, details: [String: BusValue] = [:]) {
    self.track = track
    self.reason = reason
    self.details = details
  }

  /// A signal that names the application, player or device that the reason is about.
  public init(track: ObjectPath, reason: String, detail: String?) {
    self.init(track: track, reason: reason, details: detail.map { [ReasonDetail.key: .string($0)] } ?? [:])
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .string(reason), .vardict(details)] }

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
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
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.utterance
  /// The id of the track that it is about.
  public var track: ObjectPath
  /// For later additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, details: [String: BusValue] = [:]) {
    self.track = track
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.objectPath(track), .vardict(details)] }

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 2, let track = arguments[0].asObjectPath, let details = arguments[1].asVardict
    else { return nil }
    self.init(track: track, details: details)
  }
}

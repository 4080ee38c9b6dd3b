public import BusValues

/// The key of a reason's details in signals.
public enum ReasonDetail {
  /// The key in `details` of a string, like the property `PauseDetail`; absent if unknown.
  public static let key = "detail"
}

/// The property `State` or `PauseReason` changed.
public struct StateChangedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "StateChanged"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.state
  /// One of the words of ``Vocabulary/SessionState``; more may be added later.
  public var state: String
  /// One of ``Vocabulary/pauseReasons``; more may be added later.
  public var reason: String
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(state: String, reason: String, details: [String: BusValue] = [:]) {
    self.state = state
    self.reason = reason
    self.details = details
  }

  /// A signal with the application, player or device that is the cause.
  public init(state: String, reason: String, detail: String?) {
    self.init(state: state, reason: reason, details: detail.map { [ReasonDetail.key: .string($0)] } ?? [:])
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.string(state), .string(reason), .vardict(details)] }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let state = arguments[0].asString, let reason = arguments[1].asString,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(state: state, reason: reason, details: details)
  }
}

/// The sound goes to another sink or route permanently.
public struct RouteChangedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "RouteChanged"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.route
  /// One of the words of ``Vocabulary/RouteReason``; more may be added later.
  public var reason: String
  /// The former endpoint, for people; empty for none.
  public var from: String
  /// The new endpoint, for people; empty for none.
  public var to: String
  /// `private` (true if only the wearer hears it now), `sink` (the sink's name); more may be added later.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(reason: String, from: String, to: String, details: [String: BusValue] = [:]) {
    self.reason = reason
    self.from = from
    self.to = to
    self.details = details
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.string(reason), .string(from), .string(to), .vardict(details)] }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 4, let reason = arguments[0].asString, let from = arguments[1].asString,
      let to = arguments[2].asString, let details = arguments[3].asVardict
    else { return nil }
    self.init(reason: reason, from: from, to: to, details: details)
  }
}

/// An error of a track after its call was answered.
public struct FailedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "Failed"
  /// The event kind to which clients subscribe.
  public static let kind = EventKind.error
  /// The id of the track.
  public var track: ObjectPath
  /// A full error name, usually one of ``APIErrorCode``.
  public var errorName: String
  /// One sentence for people.
  public var message: String
  /// Reserved for additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, errorName: String, message: String, details: [String: BusValue] = [:]) {
    self.track = track
    self.errorName = errorName
    self.message = message
    self.details = details
  }

  /// A failure with one of our own errors.
  public init(track: ObjectPath, _ error: APIError) {
    self.init(track: track, errorName: error.code.busName, message: error.message)
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] {
    [.objectPath(track), .string(errorName), .string(message), .vardict(details)]
  }

  /// Parses a received signal; `nil` if the arguments do not match the interface.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 4, let track = arguments[0].asObjectPath, let name = arguments[1].asString,
      let message = arguments[2].asString, let details = arguments[3].asVardict
    else { return nil }
    self.init(track: track, errorName: name, message: message, details: details)
  }
}

public import BusValues

/// Where signals that carry a reason say what it is about.
public enum ReasonDetail {
  /// The key in `details`: a string, as the property `PauseDetail`; absent where nothing is known.
  public static let key = "detail"
}

/// The property `State` or `PauseReason` changed.
public struct StateChangedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "StateChanged"
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.state
  /// One of ``Vocabulary/states``, or a later addition.
  public var state: String
  /// One of ``Vocabulary/pauseReasons``, or a later addition.
  public var reason: String
  /// For later additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(state: String, reason: String, details: [String: BusValue] = [:]) {
    self.state = state
    self.reason = reason
    self.details = details
  }

  /// A signal that names the application, player or device that the reason is about.
  public init(state: String, reason: String, detail: String?) {
    self.init(state: state, reason: reason, details: detail.map { [ReasonDetail.key: .string($0)] } ?? [:])
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] { [.string(state), .string(reason), .vardict(details)] }

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 3, let state = arguments[0].asString, let reason = arguments[1].asString,
      let details = arguments[2].asVardict
    else { return nil }
    self.init(state: state, reason: reason, details: details)
  }
}

/// The sound goes to another sink or route, and stays there.
public struct RouteChangedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "RouteChanged"
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.route
  /// One of ``Vocabulary/routeReasons``, or a later addition.
  public var reason: String
  /// What it went to, for people; empty: nothing.
  public var from: String
  /// What it goes to now, for people; empty: nothing.
  public var to: String
  /// `private`, whether only the wearer hears it now, `sink`, the sink's name, and later additions.
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

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 4, let reason = arguments[0].asString, let from = arguments[1].asString,
      let to = arguments[2].asString, let details = arguments[3].asVardict
    else { return nil }
    self.init(reason: reason, from: from, to: to, details: details)
  }
}

/// Something about a track failed after its call was answered.
public struct FailedSignal: AloudSignal {
  /// The signal's name on the bus.
  public static let member: MemberName = "Failed"
  /// What a client subscribes to in order to receive it.
  public static let kind = EventKind.error
  /// The id of the track that it is about.
  public var track: ObjectPath
  /// A full error name, usually one of ``APIErrorCode``.
  public var errorName: String
  /// One sentence for a person.
  public var message: String
  /// For later additions.
  public var details: [String: BusValue]

  /// A signal to be sent.
  public init(track: ObjectPath, errorName: String, message: String, details: [String: BusValue] = [:]) {
    self.track = track
    self.errorName = errorName
    self.message = message
    self.details = details
  }

  /// A failure that is one of our own errors.
  public init(track: ObjectPath, _ error: APIError) {
    self.init(track: track, errorName: error.code.busName, message: error.message)
  }

  /// The signal's arguments, in the order of the interface's description.
  public var arguments: [BusValue] {
    [.objectPath(track), .string(errorName), .string(message), .vardict(details)]
  }

  /// Reads a received signal; `nil` when the arguments are not what the interface describes.
  public init?(arguments: [BusValue]) {
    guard arguments.count == 4, let track = arguments[0].asObjectPath, let name = arguments[1].asString,
      let message = arguments[2].asString, let details = arguments[3].asVardict
    else { return nil }
    self.init(track: track, errorName: name, message: message, details: details)
  }
}

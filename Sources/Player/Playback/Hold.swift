import Vocabulary

/// A condition that forbids sound temporarily and ends by itself. When the last one ends and the listener still wants
/// to hear, sound continues by itself.
public enum Hold: Hashable, Sendable {
  /// An application is in a call. Its name for people also distinguishes calls.
  case call(application: String)
  /// The sound was private and its route is changing. It is decided within ``decisionTime`` whether the route is lost.
  /// Then the hold ends, or a pause for ``PauseReason/routeLost(_:)`` replaces it.
  case route
  /// PipeWire cannot be reached.
  case serverLost
  /// There is no sink.
  case noSink
  /// There are sinks, but the session manager connects the stream to none of them.
  case noLink
  /// The sound could not be heard, and the configuration asks for silence then.
  case muted
  /// Something is announced, and the reading steps aside for it. It is no pause for the listener: the status stays what
  /// it was, and the limit of holds does not apply.
  case announcement

  /// The longest time for the decision about a changing route.
  public static let decisionTime = Duration.milliseconds(2500)

  /// The reason for the hold that the listener sees; `nil` for one that does not count as a pause.
  public var reason: PauseReason? {
    switch self {
    case .call(let application): PauseReason(.call, application)
    case .route: PauseReason(.routeChange)
    case .serverLost: .serverLost
    case .noSink: .noSink
    case .noLink: .noLink
    case .muted: .muted
    case .announcement: nil
    }
  }

  /// True if the reading only steps aside, within its own service: it counts as going on.
  var isAside: Bool { self == .announcement }

  /// True if the frames that are on their way to the listener are lost with the beginning of the hold.
  var losesFrames: Bool {
    switch self {
    case .serverLost, .noSink, .noLink: true
    case .call, .route, .muted, .announcement: false
    }
  }

  /// True if the listener's Play overrules the hold. A missing server or sink cannot be overruled, and nothing is read
  /// over an announcement.
  var yieldsToListener: Bool {
    switch self {
    case .call, .route, .muted: true
    case .serverLost, .noSink, .noLink, .announcement: false
    }
  }
}

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

  /// The longest time for the decision about a changing route.
  public static let decisionTime = Duration.milliseconds(2500)

  /// The reason for the hold that the listener sees.
  public var reason: PauseReason {
    switch self {
    case .call(let application): PauseReason(.call, application)
    case .route: PauseReason(.routeChange)
    case .serverLost: .serverLost
    case .noSink: .noSink
    case .noLink: .noLink
    case .muted: .muted
    }
  }

  /// True if the listener's Play overrules the hold. A missing server or sink cannot be overruled.
  var yieldsToListener: Bool {
    switch self {
    case .call, .route, .muted: true
    case .serverLost, .noSink, .noLink: false
    }
  }
}

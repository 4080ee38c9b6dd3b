/// Something that forbids sound for now and ends by itself. When the last one ends and the listener still wants to
/// hear, the sound comes back by itself.
public enum Hold: Hashable, Sendable {
  /// An application is in a call; its name for people, which also tells two calls apart.
  case call(application: String)
  /// The sound was private and its route is changing: whether it is lost will be known in at most
  /// ``decisionTime``. Either it ends, or a pause for ``PauseReason/routeLost(_:)`` takes its place.
  case route
  /// PipeWire cannot be reached.
  case serverLost
  /// There is no sink.
  case noSink
  /// There are sinks, and the session manager connects the stream to none of them.
  case noLink
  /// Nobody would hear it, and the configuration asks for silence then.
  case muted

  /// How long a route's change may stay undecided.
  public static let decisionTime = Duration.milliseconds(2500)

  /// How a hold is named to the listener.
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

  /// Whether the listener's Play can overrule it; without a server or a sink there is nothing to overrule.
  var yieldsToListener: Bool {
    switch self {
    case .call, .route, .muted: true
    case .serverLost, .noSink, .noLink: false
    }
  }
}

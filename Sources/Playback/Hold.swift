/// Something that forbids sound for now and ends by itself. When the last one ends and the listener still wants to
/// hear, the sound comes back by itself.
public enum Hold: Hashable, Sendable {
  /// PipeWire cannot be reached.
  case serverLost
  /// There is no sink.
  case noSink

  /// How a hold is named to the listener.
  public var reason: PauseReason {
    switch self {
    case .serverLost: .serverLost
    case .noSink: .noSink
    }
  }
}

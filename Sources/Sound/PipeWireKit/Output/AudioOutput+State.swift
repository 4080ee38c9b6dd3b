import Playback

extension AudioOutput {
  /// A server that an output waits for.
  public enum Server: Equatable, Sendable {
    /// PipeWire itself.
    case audioServer
    /// The program that links streams to sinks (WirePlumber).
    case sessionManager
  }

  /// The state of an output.
  public enum State: Equatable, Sendable {
    /// Not open.
    case closed
    /// Open, but nothing is known yet.
    case connecting
    /// A server is away. The order takes effect again when it is back.
    case serverMissing(Server)
    /// There is no sink to play to. Silent until sound is ordered again, even when a sink appears.
    case noSink
    /// There are sinks, but the session manager links the stream to none. The link is retried until it succeeds.
    case unlinked
    /// Able to play. `sink` is the node name of the linked sink, `nil` before there is one.
    case ready(sink: String?)
    /// Failed; ``AudioOutput/close()`` and ``AudioOutput/open()`` try again.
    case failed(PipeWireError)

    /// The state without its details.
    var soundState: SoundState {
      switch self {
      case .closed: .closed
      case .connecting: .connecting
      case .serverMissing, .failed: .serverMissing
      case .noSink: .noSink
      case .unlinked: .unlinked
      case .ready: .ready
      }
    }
  }
}

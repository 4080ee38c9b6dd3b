import Playback

extension AudioOutput {
  /// The fixed properties of an output.
  public struct Configuration: Equatable, Sendable {
    /// Shown by mixers as the program's name.
    public var applicationName: String
    /// The desktop file's base name; session managers store volume and target under it.
    public var applicationID: String
    /// An icon of the icon theme.
    public var iconName: String
    /// The name of the node in the graph.
    public var nodeName: String
    /// Frames per second in the ring; `nil` for as many as the graph has, and 48,000 until a graph is known.
    public var sampleRate: Int?
    /// Interleaved samples in a frame: 1…8.
    public var channels: Int
    /// The lengths of cycles to ask the graph for, at first.
    public var cycles: CycleLengths
    /// The role of the stream, such as `Notification` (`media.role`); `nil` for none: the session manager would store
    /// the volume under it and share it with other programs.
    public var role: String?
    /// True if the session manager may give the stream the volume and the target that it stored for it.
    public var isRestored: Bool

    /// The defaults are those of the service.
    public init(
      applicationName: String = "Aloud", applicationID: String = "org.aloud.Aloud",
      iconName: String = "org.aloud.Aloud", nodeName: String = "aloud", sampleRate: Int? = nil, channels: Int = 2,
      cycles: CycleLengths = CycleLengths(), role: String? = nil, isRestored: Bool = true
    ) {
      self.applicationName = applicationName
      self.applicationID = applicationID
      self.iconName = iconName
      self.nodeName = nodeName
      self.sampleRate = sampleRate
      self.channels = channels
      self.cycles = cycles
      self.role = role
      self.isRestored = isRestored
    }

    /// ``sampleRate`` while no graph is known.
    var firstRate: Int { sampleRate ?? 48_000 }

    /// The capacity of the ring: the power of two that gives 0.6 s or more. All of it is memory that is in use.
    var ringFrames: Int {
      var frames = 1024
      while frames < firstRate * 3 / 5 { frames *= 2 }
      return frames
    }
  }

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

import CPipeWire
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
}

extension AudioOutput.Configuration {
  /// The properties of the client that mixers show.
  var clientProperties: [String: String] {
    [
      PW_KEY_APP_NAME: applicationName, PW_KEY_APP_ID: applicationID, PW_KEY_APP_ICON_NAME: iconName,
    ]
  }
}

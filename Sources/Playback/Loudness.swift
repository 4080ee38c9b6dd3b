/// The loudness of the stream at its sink, as far as it is known.
public struct Loudness: Equatable, Sendable {
  /// Whether the stream itself is muted, as a mixer does.
  public var isStreamMuted: Bool
  /// Whether the sink is muted that the sound goes to.
  public var isSinkMuted: Bool
  /// That sink's volume, cubic as mixers show it: 1 is all of it, and more amplifies. `nil` while no sink is known.
  public var sinkVolume: Double?

  /// Nothing is known, but for what is given.
  public init(isStreamMuted: Bool = false, isSinkMuted: Bool = false, sinkVolume: Double? = nil) {
    self.isStreamMuted = isStreamMuted
    self.isSinkMuted = isSinkMuted
    self.sinkVolume = sinkVolume
  }
}

/// Why nobody hears what is played.
public enum Unheard: String, CaseIterable, Sendable {
  /// The volume of the player, which is that of its stream, is 0.
  case volume
  /// The stream is muted.
  case muted
  /// The volume of the sink is 0.
  case sinkVolume = "sink-volume"
  /// The sink is muted.
  case sinkMuted = "sink-muted"
}

extension Player {
  /// Below this, which is a step of any mixer, nothing is heard.
  private static let silence = 0.005

  /// Why nobody hears what is played; `nil` while somebody may.
  public var unheard: Unheard? {
    if loudness.isStreamMuted { return .muted }
    if volume < Self.silence { return .volume }
    if loudness.isSinkMuted { return .sinkMuted }
    if let sink = loudness.sinkVolume, sink < Self.silence { return .sinkVolume }
    return nil
  }

  /// How loud it comes out: the volume of the stream times that of the sink, 0 where something is muted; `nil` while
  /// no sink is known.
  public var effectiveVolume: Double? {
    loudness.sinkVolume.map { unheard == nil ? volume * $0 : 0 }
  }

  /// With `pause-on-mute` nothing is read that nobody hears.
  mutating func settleMuting(at now: Moment) {
    if policy.pausesOnMute, unheard != nil {
      begin(.muted, at: now)
    } else {
      end(.muted, at: now)
    }
  }
}

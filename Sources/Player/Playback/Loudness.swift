public import Vocabulary

/// The loudness of the stream at its sink, as far as it is known.
public struct Loudness: Equatable, Sendable {
  /// True if the stream itself is muted, as mixers do.
  public var isStreamMuted: Bool
  /// True if the sink of the sound is muted.
  public var isSinkMuted: Bool
  /// The volume of that sink, cubic as in mixers: 1 is full volume, and more amplifies. `nil` if no sink is known.
  public var sinkVolume: CubicLevel?

  /// Unknown except for the given values.
  public init(isStreamMuted: Bool = false, isSinkMuted: Bool = false, sinkVolume: CubicLevel? = nil) {
    self.isStreamMuted = isStreamMuted
    self.isSinkMuted = isSinkMuted
    self.sinkVolume = sinkVolume
  }
}

extension Player {
  /// Below this volume, a step of any mixer, nothing is heard.
  private static let silence: CubicLevel = 0.005

  /// The reason why the sound cannot be heard; `nil` if it can.
  public var unheard: Unheard? {
    if loudness.isStreamMuted { return .muted }
    if volume < Self.silence { return .volume }
    if loudness.isSinkMuted { return .sinkMuted }
    if let sink = loudness.sinkVolume, sink < Self.silence { return .sinkVolume }
    return nil
  }

  /// The resulting loudness: the volume of the stream times that of the sink, 0 if one is muted; `nil` if no sink is
  /// known.
  public var effectiveVolume: CubicLevel? {
    loudness.sinkVolume.map { unheard == nil ? volume * $0 : 0 }
  }

  /// With `pause-on-mute`, silence is kept while the sound cannot be heard.
  mutating func settleMuting(at now: Moment) {
    if policy.pausesOnMute, unheard != nil {
      begin(.muted, at: now)
    } else {
      end(.muted, at: now)
    }
  }
}

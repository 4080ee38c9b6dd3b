/// How long a track is, in microseconds of media time.
public struct TrackLength: Equatable, Sendable {
  public var microseconds: Int64
  /// Whether every sentence has been measured; an estimate otherwise.
  public var isExact: Bool

  public init(microseconds: Int64, isExact: Bool) {
    self.microseconds = microseconds
    self.isExact = isExact
  }
}

/// What every face shows of the player: made once a turn, compared with the last one, and the difference announced.
///
/// The position is not part of it, since it changes by itself (MPRIS 2.2: `Position` has no change signal).
public struct Snapshot: Equatable, Sendable {
  public var status: PlaybackStatus
  public var pauseReason: PauseReason?
  public var track: TrackID?
  /// Of the current track.
  public var metadata: TrackMetadata?
  /// Of the current track; `nil` while nothing at all is known.
  public var length: TrackLength?
  public var rate: Double
  /// 0…1 (and above, where a mixer allows), cubic as desktops show it.
  public var volume: Double
  public var loop: LoopStatus
  public var shuffle: ShuffleMode
  public var canGoNext: Bool
  public var canGoPrevious: Bool
  public var canPlay: Bool
  public var canPause: Bool
  public var canSeek: Bool
  /// The queue, in the order in which the listener put it together.
  public var tracks: [TrackID]

  public init(
    status: PlaybackStatus = .stopped, pauseReason: PauseReason? = nil, track: TrackID? = nil,
    metadata: TrackMetadata? = nil, length: TrackLength? = nil, rate: Double = 1, volume: Double = 1,
    loop: LoopStatus = .none, shuffle: ShuffleMode = .off, canGoNext: Bool = false, canGoPrevious: Bool = false,
    canPlay: Bool = false, canPause: Bool = false, canSeek: Bool = false, tracks: [TrackID] = []
  ) {
    self.status = status
    self.pauseReason = pauseReason
    self.track = track
    self.metadata = metadata
    self.length = length
    self.rate = rate
    self.volume = volume
    self.loop = loop
    self.shuffle = shuffle
    self.canGoNext = canGoNext
    self.canGoPrevious = canGoPrevious
    self.canPlay = canPlay
    self.canPause = canPause
    self.canSeek = canSeek
    self.tracks = tracks
  }
}

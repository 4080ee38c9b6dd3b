/// How long a track is, in microseconds of media time.
public struct TrackLength: Equatable, Sendable {
  /// Of media time, 0 or more.
  public var microseconds: Int64
  /// Whether every sentence has been measured; an estimate otherwise.
  public var isExact: Bool

  /// A length, exact or not.
  public init(microseconds: Int64, isExact: Bool) {
    self.microseconds = microseconds
    self.isExact = isExact
  }

  /// The error of an estimate from which on clients are told a better one: a second, and one part in a hundred.
  private static let tolerance: (microseconds: Int64, part: Int64) = (1_000_000, 100)

  /// Whether clients that were told `known` are to be told this: an exact length always, an estimate where the other one
  /// was off by so much that somebody could see it. Each change wakes every part of the desktop that shows a player.
  public func isNews(after known: TrackLength?) -> Bool {
    guard let known, known.microseconds > 0 else { return self != known }
    guard !isExact, !known.isExact else { return self != known }
    let (difference, overflow) = microseconds.subtractingReportingOverflow(known.microseconds)
    let least = max(Self.tolerance.microseconds, known.microseconds / Self.tolerance.part)
    return overflow || difference.magnitude >= least.magnitude
  }
}

/// What every face shows of the player: made once a turn, compared with the last one, and the difference announced.
///
/// The position is not part of it, since it changes by itself (MPRIS 2.2: `Position` has no change signal).
public struct Snapshot: Equatable, Sendable {
  /// What MPRIS shows.
  public var status: PlaybackStatus
  /// Set exactly while paused.
  public var pauseReason: PauseReason?
  /// The current entry; `nil` exactly while the queue is empty.
  public var track: TrackID?
  /// Of the current track.
  public var metadata: TrackMetadata?
  /// Of the current track; `nil` while nothing at all is known.
  public var length: TrackLength?
  /// Within ``Player/rates``.
  public var rate: Double
  /// 0…1 (and above, where a mixer allows), cubic as desktops show it.
  public var volume: Double
  /// ``Player/effectiveVolume``.
  public var effectiveVolume: Double?
  /// ``Player/unheard``.
  public var unheard: Unheard?
  /// What follows the end of a track.
  public var loop: LoopStatus
  /// The order in which the queue is played.
  public var shuffle: ShuffleMode
  /// What is repeated within the track.
  public var repeatMode: RepeatMode
  /// The sleep timer; it changes when it is set, and whenever its time begins or ceases to count.
  public var sleep: SleepTimer?
  /// Whether Next leads anywhere.
  public var canGoNext: Bool
  /// Whether Previous has an effect: it leads to another track, or to the beginning of the current one.
  public var canGoPrevious: Bool
  /// Whether there is something to play.
  public var canPlay: Bool
  /// Whether there is something to pause.
  public var canPause: Bool
  /// Whether a place is open, to leave for another.
  public var canSeek: Bool
  /// The queue, in the order in which the listener put it together.
  public var tracks: [TrackID]
  /// Place of the current entry among them, from 1 on; `nil` exactly while the queue is empty.
  public var number: Int?
  /// The rate of all that has none of its own.
  public var globalRate: Double
  /// Whether ``rate`` is that of the current document alone.
  public var isRateOwn: Bool
  /// The entry that goes on after something that was put in front of it; `nil` where nothing was.
  public var putOff: PutOff?
  /// Whether the queue is what an earlier run left, and nobody has asked for any of it since: it is offered to whoever
  /// asks, and not pushed in front of what else the desktop plays.
  public var isOnlyRestored: Bool

  /// The snapshot of an empty player, but for what is given.
  public init(
    status: PlaybackStatus = .stopped, pauseReason: PauseReason? = nil, track: TrackID? = nil,
    metadata: TrackMetadata? = nil, length: TrackLength? = nil, rate: Double = 1, volume: Double = 1,
    effectiveVolume: Double? = nil, unheard: Unheard? = nil, loop: LoopStatus = .none, shuffle: ShuffleMode = .off,
    repeatMode: RepeatMode = .off, sleep: SleepTimer? = nil,
    canGoNext: Bool = false, canGoPrevious: Bool = false,
    canPlay: Bool = false, canPause: Bool = false, canSeek: Bool = false, tracks: [TrackID] = [],
    number: Int? = nil, globalRate: Double = 1, isRateOwn: Bool = false, putOff: PutOff? = nil,
    isOnlyRestored: Bool = false
  ) {
    self.status = status
    self.pauseReason = pauseReason
    self.track = track
    self.metadata = metadata
    self.length = length
    self.rate = rate
    self.volume = volume
    self.effectiveVolume = effectiveVolume
    self.unheard = unheard
    self.loop = loop
    self.shuffle = shuffle
    self.repeatMode = repeatMode
    self.sleep = sleep
    self.canGoNext = canGoNext
    self.canGoPrevious = canGoPrevious
    self.canPlay = canPlay
    self.canPause = canPause
    self.canSeek = canSeek
    self.tracks = tracks
    self.number = number
    self.globalRate = globalRate
    self.isRateOwn = isRateOwn
    self.putOff = putOff
    self.isOnlyRestored = isOnlyRestored
  }
}

public import Vocabulary

/// The length of a track in microseconds of media time.
public struct TrackLength: Equatable, Sendable {
  /// The media time, 0 or more.
  public var microseconds: Microseconds
  /// True if every sentence has been measured; otherwise it is an estimate.
  public var isExact: Bool

  /// A length, exact or not.
  public init(microseconds: Microseconds, isExact: Bool) {
    self.microseconds = microseconds
    self.isExact = isExact
  }

  /// The error of an estimate from which on clients get a better one: a second, and one percent.
  private static let tolerance: (microseconds: Int64, part: Int64) = (1_000_000, 100)

  /// True if clients that know `known` need this length: always if it is exact, and for an estimate if the other one
  /// was visibly wrong. Each change wakes every part of the desktop that shows a player.
  public func isNews(after known: TrackLength?) -> Bool {
    guard let known, known.microseconds > 0 else { return self != known }
    guard !isExact, !known.isExact else { return self != known }
    let difference = (microseconds - known.microseconds).count.magnitude
    let least = max(Self.tolerance.microseconds, known.microseconds.count / Self.tolerance.part)
    return difference >= least.magnitude
  }
}

/// The state that every face shows: made once per turn and compared with the last one; the difference is announced.
///
/// The position is not part of it, since it changes by itself (MPRIS 2.2: `Position` has no change signal).
public struct Snapshot: Equatable, Sendable {
  /// The status in MPRIS.
  public var status: PlaybackStatus
  /// The reason for a pause; set if and only if paused.
  public var pauseReason: PauseReason?
  /// True if the reading would be heard now, but steps aside for an announcement.
  public var isAside = false
  /// The reason for silence although something is to be heard, also while the status is playing; `nil` without one.
  public var silenceReason: PauseReason? { pauseReason ?? (isAside ? .announcement : nil) }
  /// The current entry; `nil` if and only if the queue is empty.
  public var track: TrackID?
  /// The metadata of the current track.
  public var metadata: TrackMetadata?
  /// The length of the current track; `nil` if unknown.
  public var length: TrackLength?
  /// The rate, within ``Player/rates``.
  public var rate: Double
  /// The volume, 0…1 (and more if a mixer allows it), cubic as desktops show it.
  public var volume: CubicLevel
  /// ``Player/effectiveVolume``.
  public var effectiveVolume: CubicLevel?
  /// ``Player/unheard``.
  public var unheard: Unheard?
  /// The continuation after the end of a track.
  public var loop: LoopStatus
  /// The order in which the queue is played.
  public var shuffle: ShuffleMode
  /// The repetition within the track.
  public var repeatMode: RepeatMode
  /// The sleep timer. It changes when it is set, and when its time begins or ceases to count.
  public var sleep: SleepTimer?
  /// True if Next leads to a track.
  public var canGoNext: Bool
  /// True if Previous has an effect: it leads to another track, or to the beginning of the current one.
  public var canGoPrevious: Bool
  /// True if there is something to play.
  public var canPlay: Bool
  /// True if there is something to pause.
  public var canPause: Bool
  /// True if a place is open, so that another one can be opened.
  public var canSeek: Bool
  /// The queue in the listener's order.
  public var tracks: [TrackID]
  /// The number of the current entry in it, from 1 on; `nil` if and only if the queue is empty.
  public var number: Int?
  /// The global rate.
  public var globalRate: Double
  /// True if ``rate`` is the current document's own.
  public var isRateOwn: Bool
  /// The entry that continues after an interruption; `nil` if there is none.
  public var putOff: PutOff?
  /// True if the queue comes from an earlier run, and none of it has been requested since. It is then available on
  /// request, but does not displace other players of the desktop.
  public var isOnlyRestored: Bool

  /// The snapshot of an empty player, except for the given values.
  public init(
    status: PlaybackStatus = .stopped, pauseReason: PauseReason? = nil, track: TrackID? = nil,
    metadata: TrackMetadata? = nil, length: TrackLength? = nil, rate: Double = 1, volume: CubicLevel = 1,
    effectiveVolume: CubicLevel? = nil, unheard: Unheard? = nil, loop: LoopStatus = .none, shuffle: ShuffleMode = .off,
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

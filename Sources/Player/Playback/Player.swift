public import Vocabulary

/// The player as a value: events in, effects out, without clock, I/O or references. Time comes with the events.
///
/// The presence of sound is never stored. It follows from the listener's wish, the holds that forbid sound, the queue,
/// and the reports of the output. Every face shows ``snapshot``.
///
/// Positions are microseconds of the current track's media time. Reports of the driver carry the epoch or the order
/// that they answer; reports with an older one are ignored.
public struct Player: Equatable, Sendable {
  /// The number of the current place; it grows with every discontinuity, such as another track or another place.
  public typealias Epoch = UInt32

  /// The listener's wish.
  enum Intent: Equatable, Sendable {
    case stopped
    case paused(Pause)
    case playing
  }

  /// The progress of the current place's sound. It is closed exactly while the wish is `stopped`.
  enum Readiness: Equatable, Sendable {
    /// No place is open.
    case closed
    /// The sound of the place is being made.
    case preparing
    /// Its first sound is in the ring.
    case ready
  }

  /// The newest order given to the output: a level, not an edge.
  public struct Order: Equatable, Sendable {
    /// The number of the order; the output's answer contains it.
    public var serial: UInt32
    /// True for sound, false for silence.
    public var sound: Bool
  }

  /// The number of heard entries that stay for Previous.
  static let historyLimit = 100

  var queue: Queue
  var wants = Intent.stopped
  /// The present pause, as long as it is not known who asked for it.
  var doubt: PauseDoubt?
  /// The holds that forbid sound, and the moment at which each began.
  var holds: [Hold: Moment] = [:]
  /// Holds that continue but no longer forbid sound, because the listener pressed Play.
  var overruled: Set<Hold> = []
  /// True if a pause is due at the end of the current word or sentence.
  public internal(set) var awaitsMark = false
  /// True if the queue comes from an earlier run, and none of it has been requested since.
  var isOnlyRestored = false
  /// True if the current wish comes from Play, not from a new text or the end of a reason.
  var isListenersWord = false
  /// The moment since which sound has been wanted but held, by any hold.
  var heldSince: Moment?
  /// The unit with which the next sound begins if it does not continue exactly.
  var rewind: Rewind?
  /// The configured policy on interruptions.
  public internal(set) var policy = Policy()
  var readiness = Readiness.closed
  /// The newest epoch; reports of any other are ignored.
  public internal(set) var epoch: Epoch = 0
  /// The newest order.
  public internal(set) var order = Order(serial: 0, sound: false)
  /// True if the output has confirmed ``order``.
  public internal(set) var isObeyed = true
  /// The epoch in which the output rests, since the place itself is silent for long.
  var resting: Epoch?
  /// The current rate, within ``rates``: the current document's own rate, or ``globalRate``.
  public internal(set) var rate = 1.0
  /// The rate of everything without its own, within ``rates``.
  public internal(set) var globalRate = 1.0
  /// The rates of documents with their own, by document (``QueueEntry/document``).
  var ownRates: [TrackID: Double] = [:]
  /// The stream's volume, cubic; 0…1, and more if the mixer allows it.
  public internal(set) var volume: CubicLevel = 1
  /// The loudness of the stream at its sink.
  public internal(set) var loudness = Loudness()
  /// The continuation after the end of a track.
  public internal(set) var loop = LoopStatus.none
  /// The repeated part of a track; it has no effect while another track is current.
  public internal(set) var repetition: Repetition?
  /// The sleep timer.
  public internal(set) var sleep: SleepTimer?
  /// The places at which interrupted entries continue.
  var places: [TrackID: Microseconds] = [:]
  /// For entries that were added together, the entry with which reading begins, by the first of them.
  var entrances: [TrackID: TrackID] = [:]
  /// The wish that is restored at the end of an entry that interrupted silence.
  var intentsAfter: [TrackID: Intent] = [:]
  /// Spoken texts that are still being written, and have let the entry that they interrupted continue. They wait at the
  /// end of the queue for more text.
  var silent: Set<TrackID> = []
  /// The entries of which clients await the next event. An entry that has finished or was cancelled is in the table
  /// again when it starts again.
  var utterances: [TrackID: Utterance] = [:]

  /// The limits of the playback rate; 1 is the voice's own speed.
  public static let rates = 0.25...6.0

  /// - Parameter seed: the seed of the shuffles. The same events with the same seed give the same player.
  public init(seed: UInt64) { queue = Queue(seed: seed) }

  /// The entry that is read, or that Play would read; `nil` if and only if the queue is empty.
  public var current: TrackID? { queue.current }
  /// The order in which the queue is played.
  public var shuffle: ShuffleMode { queue.shuffle }
  /// The queue, in the listener's order.
  public var entries: [QueueEntry] { queue.entries }
  /// The ids of the queue, in the listener's order.
  public var ids: [TrackID] { queue.ids }
  /// The entry with this id; `nil` if it is not in the queue.
  public func entry(_ id: TrackID) -> QueueEntry? { queue.entry(id) }
  /// True if an entry has been heard or skipped, and is not heard again before another lap.
  public func wasHeard(_ id: TrackID) -> Bool { queue.contains(id) && utterances[id] == nil }
  /// The length of an entry, as far as it is known.
  public func length(of id: TrackID) -> TrackLength? { queue.length(of: id) }
  /// The position at which an entry that is not current begins or continues, in microseconds.
  public func place(of id: TrackID) -> Microseconds { places[id] ?? 0 }
  /// True if there is nothing to play or resume.
  public var isEmpty: Bool { queue.isEmpty }

  /// The status in MPRIS; a hold counts as a pause, unless the reading only steps aside.
  public var status: PlaybackStatus {
    guard queue.current != nil else { return .stopped }
    switch wants {
    case .stopped: return .stopped
    case .paused: return .paused
    case .playing: return holds.keys.allSatisfy(\.isAside) ? .playing : .paused
    }
  }

  /// True if the reading would be heard now, but steps aside for an announcement.
  public var isAside: Bool { status == .playing && !holds.isEmpty }

  /// True if the reading goes on in a long silence of its own, without the output.
  public var isResting: Bool { resting == epoch }

  /// True if the reading goes on: with sound, or in a silence of its own.
  public var isGoingOn: Bool { order.sound || isResting }

  /// True if the listener wants to hear, even while a hold forbids it.
  public var wantsSound: Bool { wants == .playing && queue.current != nil }

  /// True while the first sound of the current place is being made.
  public var isPreparing: Bool { readiness == .preparing }

  /// True if the current utterance has started and its place has sounded. Nothing else is announced before, so that
  /// clients get Started first, even if the sound is faster than its report.
  public var isHeard: Bool {
    readiness == .ready && current.map { hasStarted($0) } ?? false
  }

  /// True if an entry's utterance has started and is not over.
  public func hasStarted(_ id: TrackID) -> Bool { utterances[id].map { $0 != .waiting } ?? false }

  /// The reason for silence; `nil` unless ``status`` is paused.
  public var pauseReason: PauseReason? {
    guard status == .paused else { return nil }
    if case .paused(let pause) = wants { return pause.reason }
    return holds.keys.compactMap(\.reason).max()
  }

  /// The state that the faces show now.
  public var snapshot: Snapshot {
    let entry = current.flatMap { queue.entry($0) }
    let hasTrack = entry != nil
    let isOpen = hasTrack && wants != .stopped
    var snapshot = Snapshot(
      status: status, pauseReason: pauseReason, track: current, metadata: entry?.metadata,
      length: entry?.length, rate: rate, volume: volume, effectiveVolume: effectiveVolume, unheard: unheard, loop: loop,
      shuffle: shuffle, repeatMode: repeatMode,
      sleep: sleep,
      canGoNext: current.map { queue.following($0) != nil || loop != .none } ?? false,
      // Without a previous track, Previous goes to the beginning of an open one.
      canGoPrevious: current.map { isOpen || queue.preceding($0) != nil || loop == .playlist } ?? false,
      canPlay: hasTrack, canPause: hasTrack, canSeek: isOpen, tracks: queue.ids,
      number: current.flatMap { queue.index(of: $0) }.map { $0 + 1 }, globalRate: globalRate,
      isRateOwn: current.flatMap { ownRate(of: $0) } != nil, putOff: putOff, isOnlyRestored: isOnlyRestored)
    snapshot.isAside = isAside
    return snapshot
  }

  /// True if another player is equal, or differs only in lengths.
  public func isSame(exceptForLengths other: Player) -> Bool {
    guard queue.isSame(exceptForLengths: other.queue) else { return false }
    var same = self
    same.queue = other.queue
    return same == other
  }
}

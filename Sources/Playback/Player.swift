/// The player as a value: events in, effects out, no clock, no I/O, no reference; time comes with the events.
///
/// Whether sound comes out is never stored. It follows from what the listener wants, the holds that forbid sound for
/// now, whether there is something to play, and what the output reported. Every face shows ``snapshot``.
///
/// Positions are microseconds of the current track's media time. Reports of the driver carry the epoch or the order
/// that they answer; those of an older one are ignored.
public struct Player: Equatable, Sendable {
  /// Grows with every discontinuity: another track, another place.
  public typealias Epoch = UInt32

  /// What the listener wants.
  enum Intent: Equatable, Sendable {
    case stopped
    case paused(Pause)
    case playing
  }

  /// How far the sound of the current place is. Nothing is open exactly while the listener wants nothing.
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
    /// Counts the orders; the output answers with it.
    public var serial: UInt32
    /// Whether sound is wanted, or silence.
    public var sound: Bool
  }

  /// How many heard entries stay for Previous.
  static let historyLimit = 100

  var queue: Queue
  var wants = Intent.stopped
  /// What forbids sound for now, and since when.
  var holds: [Hold: Moment] = [:]
  /// What still goes on and forbids nothing any more: the listener pressed Play.
  var overruled: Set<Hold> = []
  /// Whether a pause is to come when the word or sentence that is heard has ended.
  public internal(set) var awaitsMark = false
  /// Whether the queue is what an earlier run left, and nobody has asked for any of it since.
  var isOnlyRestored = false
  /// Whether what is wanted was said by Play, and not by a new text or the end of a reason.
  var isListenersWord = false
  /// Since when sound has been wanted and held, whatever held it.
  var heldSince: Moment?
  /// What the next sound begins with, where it does not go on exactly.
  var rewind: Rewind?
  /// What the configuration says about interruptions.
  public internal(set) var policy = Policy()
  var readiness = Readiness.closed
  /// The newest epoch; reports of any other are ignored.
  public internal(set) var epoch: Epoch = 0
  /// The newest order.
  public internal(set) var order = Order(serial: 0, sound: false)
  /// Whether the output has confirmed ``order``.
  public internal(set) var isObeyed = true
  /// The rate of the reading now, within ``rates``: the own rate of the current document, or ``globalRate``.
  public internal(set) var rate = 1.0
  /// The rate of all that has none of its own, within ``rates``.
  public internal(set) var globalRate = 1.0
  /// The rates of documents that have their own, by what tells those apart (``QueueEntry/document``).
  var ownRates: [TrackID: Double] = [:]
  /// The stream's volume, cubic; 0…1, and above where the mixer allows.
  public internal(set) var volume = 1.0
  /// The loudness of the stream at its sink.
  public internal(set) var loudness = Loudness()
  /// What follows the end of a track.
  public internal(set) var loop = LoopStatus.none
  /// What is repeated of a track; of one that is not current it waits until that goes on.
  public internal(set) var repetition: Repetition?
  /// What ends the reading for somebody who falls asleep.
  public internal(set) var sleep: SleepTimer?
  /// Where entries that were interrupted go on.
  var places: [TrackID: Int64] = [:]
  /// Where the reading of several entries begins that were added together, by the first of them.
  var entrances: [TrackID: TrackID] = [:]
  /// What is wanted again at the end of an entry that was put in between while the listener did not want sound.
  var intentsAfter: [TrackID: Intent] = [:]
  /// Said texts that are still being written and have let go on what they were put before; they wait at the end of the
  /// queue until there is more of them.
  var silent: Set<TrackID> = []
  /// The entries that clients wait to hear of; one that has finished or was cancelled is in it again once it starts
  /// again.
  var utterances: [TrackID: Utterance] = [:]

  /// The limits of the playback rate; 1 is the voice's own speed.
  public static let rates = 0.25...6.0

  /// - Parameter seed: of the shuffles; the same events on the same seed give the same player.
  public init(seed: UInt64) { queue = Queue(seed: seed) }

  /// The entry that is read, or that Play would read; `nil` exactly while the queue is empty.
  public var current: TrackID? { queue.current }
  /// The order in which the queue is played.
  public var shuffle: ShuffleMode { queue.shuffle }
  /// The queue, in the listener's order.
  public var entries: [QueueEntry] { queue.entries }
  /// The ids of the queue, in the listener's order.
  public var ids: [TrackID] { queue.ids }
  /// The entry with this id, `nil` when it is not in the queue.
  public func entry(_ id: TrackID) -> QueueEntry? { queue.entry(id) }
  /// Whether an entry has been heard or skipped, and is not to be heard again before another lap.
  public func wasHeard(_ id: TrackID) -> Bool { queue.contains(id) && utterances[id] == nil }
  /// How long an entry is, as far as it is known.
  public func length(of id: TrackID) -> TrackLength? { queue.length(of: id) }
  /// Where an entry that is not current begins or goes on when its turn comes, in microseconds.
  public func place(of id: TrackID) -> Int64 { places[id] ?? 0 }
  /// Whether nothing can be played or resumed.
  public var isEmpty: Bool { queue.isEmpty }

  /// What MPRIS shows: a hold shows as a pause.
  public var status: PlaybackStatus {
    guard queue.current != nil else { return .stopped }
    switch wants {
    case .stopped: return .stopped
    case .paused: return .paused
    case .playing: return holds.isEmpty ? .playing : .paused
    }
  }

  /// Whether the listener wants to hear, also while something forbids it.
  public var wantsSound: Bool { wants == .playing && queue.current != nil }

  /// Whether the first sound of the current place is still being made.
  public var isPreparing: Bool { readiness == .preparing }

  /// Whether the current utterance has started and its place sounds or did. Nothing of what it says is announced
  /// before, so that clients see Started first, also where the sound is quicker than the report of it.
  public var isHeard: Bool {
    readiness == .ready && current.map { hasStarted($0) } ?? false
  }

  /// Whether an entry's utterance has started and is not over.
  public func hasStarted(_ id: TrackID) -> Bool { utterances[id].map { $0 != .waiting } ?? false }

  /// Why there is silence; `nil` unless ``status`` is paused.
  public var pauseReason: PauseReason? {
    guard status == .paused else { return nil }
    if case .paused(let pause) = wants { return pause.reason }
    return holds.keys.map(\.reason).max()
  }

  /// What the faces show now.
  public var snapshot: Snapshot {
    let entry = current.flatMap { queue.entry($0) }
    let hasTrack = entry != nil
    let isOpen = hasTrack && wants != .stopped
    return Snapshot(
      status: status, pauseReason: pauseReason, track: current, metadata: entry?.metadata,
      length: entry?.length, rate: rate, volume: volume, effectiveVolume: effectiveVolume, unheard: unheard, loop: loop,
      shuffle: shuffle, repeatMode: repeatMode,
      sleep: sleep,
      canGoNext: current.map { queue.following($0) != nil || loop != .none } ?? false,
      // Without a track before it, Previous goes to the beginning of an open one.
      canGoPrevious: current.map { isOpen || queue.preceding($0) != nil || loop == .playlist } ?? false,
      canPlay: hasTrack, canPause: hasTrack, canSeek: isOpen, tracks: queue.ids,
      number: current.flatMap { queue.index(of: $0) }.map { $0 + 1 }, globalRate: globalRate,
      isRateOwn: current.flatMap { ownRate(of: $0) } != nil, putOff: putOff, isOnlyRestored: isOnlyRestored)
  }

  /// Whether another player differs in nothing, or only in what is known of lengths.
  public func isSame(exceptForLengths other: Player) -> Bool {
    guard queue.isSame(exceptForLengths: other.queue) else { return false }
    var same = self
    same.queue = other.queue
    return same == other
  }
}

import Playback
import Vocabulary

/// The life of one requested text on its way into the queue, as a value: events in, effects out.
///
/// It has its result once: ``Effect/complete(_:)``. Whatever is reported of it later changes nothing.
struct Opening {
  enum State: Equatable {
    /// Nothing of it is read yet. The lengths of clips are found out before.
    case requested
    /// It is read, and there is not enough of it yet for the reading to begin.
    case undecided
    /// There is enough. It enters the queue once the requests before it are decided.
    case ready
    /// It cannot be had. The client learns that once the requests before it are decided.
    case failing(ReadingError)
    /// Its first tracks are in the queue, and further ones follow.
    case entered
    /// Nothing of it enters the queue any more.
    case ended
  }

  /// The knowledge of the place at which the reading is to begin.
  enum Prospect: Equatable {
    /// More of the text has to be read.
    case open
    /// The place is there.
    case enough
    /// There is no such place.
    case impossible(ReadingError)
  }

  /// The way into the queue.
  struct Entry: Equatable {
    /// The first track to be heard. It is one of those that have room.
    var first: TrackID
    /// The tracks of an earlier opening that it replaces.
    var former: [TrackID]
    /// True if it is to sound as soon as it is its turn.
    var sounds: Bool
  }

  enum Event: Equatable {
    /// It can be read: the lengths of its clips are known, if it has any.
    case begun
    /// A track has its first sentences.
    case found(TrackID, Prospect)
    /// A track has more text, or its end.
    case grown(Prospect)
    /// Nothing more can be read. The error is that of a text of which nothing can be spoken.
    case over(ReadingError, Prospect)
    /// All requests before it are decided.
    case turn
    /// The document is being read already, as it is requested.
    case heard(TrackID)
    /// It may not enter the queue.
    case refused(ReadingError)
    /// It may enter the queue, which has room for so many of its tracks.
    case admitted(Entry, room: Int)
    /// The queue has room for so many further tracks.
    case room(Int)
    /// A track is leaving the queue.
    case left(TrackID)
    /// Everything that is on its way is given up.
    case cancelled(ReadingError)
    /// The text of an earlier run's tracks cannot be read any more.
    case abandoned
  }

  enum Effect: Equatable {
    /// Reads it.
    case read
    /// Gives back its reader, its decoders and its files.
    case release
    /// It is decided: the requests that wait for it may have their turn.
    case settle
    /// Finds out if it may enter the queue.
    case ask
    /// Puts its first tracks into the queue.
    case enter([TrackID], Entry)
    /// Finds out how many further tracks the queue has room for: now, or in a moment, when more have come.
    case askForRoom(isUrgent: Bool)
    /// Puts further tracks into the queue, behind its others.
    case follow([TrackID])
    /// Gives up the last tracks that were found, and all further text: a document must not have a gap.
    case shutOut(Int)
    /// Its first tracks are in the queue, and those that they replace may go.
    case takePlace(Entry)
    /// Lets the document sound that is being read already.
    case expect(TrackID)
    /// The client learns the result.
    case complete(Result<TrackID, ReadingError>)
    /// Tells the others of the tracks beside the first one.
    case tellOthers(TrackID)
  }

  private(set) var state: State
  /// True while more of the text may come.
  private(set) var isBeingRead: Bool
  /// True if an earlier run queued it.
  let isAdopted: Bool
  /// Every track with sentences, in order.
  private(set) var tracks: [TrackID] = []
  /// The place of each track in that list.
  private var indices: [TrackID: Int] = [:]
  /// The number of tracks that are in the queue, or were.
  private(set) var queuedCount = 0
  /// The number of those that have not left the queue.
  private var leftCount = 0
  /// True if the queue had no room for all of them.
  private(set) var isShutOut = false

  /// A text that was just requested.
  init() {
    state = .requested
    isBeingRead = false
    isAdopted = false
  }

  /// A text whose tracks an earlier run queued; `left` of them are still in the queue.
  init(adopting former: [TrackID], left: Int) {
    state = .entered
    isBeingRead = true
    isAdopted = true
    for track in former { append(track) }
    queuedCount = former.count
    leftCount = left
  }

  /// True if there is a result, told or not.
  var isDecided: Bool {
    switch state {
    case .requested, .undecided: false
    case .ready, .failing, .entered, .ended: true
    }
  }

  /// True if nothing is to be done for it any more.
  var isDone: Bool { !isBeingRead && (state == .entered || state == .ended) }

  /// True if further tracks of it are wanted.
  var takesTracks: Bool {
    switch state {
    case .undecided, .ready, .entered: isBeingRead && !isShutOut
    case .requested, .failing, .ended: false
    }
  }

  /// True if some of its tracks are in the queue, or were.
  var hasEntered: Bool { queuedCount > 0 }

  /// True if a track is in the queue, or was.
  func hasEntered(_ track: TrackID) -> Bool { indices[track].map { $0 < queuedCount } ?? false }

  /// True if there are tracks that are not in the queue yet.
  var hasFurther: Bool { queuedCount < tracks.count }

  /// The place of a track among all of them; `nil` if it is none of them.
  func index(of track: TrackID) -> Int? { indices[track] }

  // MARK: Events

  /// Takes an event. The effects are to be performed in order.
  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .begun: return begin()
    case .found(let track, let prospect): return found(track, prospect)
    case .grown(let prospect): return isBeingRead ? decide(prospect) : []
    case .over(let error, let prospect): return over(error, prospect)
    case .turn: return takeTurn()
    case .heard(let track): return state == .ready ? end(.success(track), after: [.expect(track)]) : []
    case .refused(let error): return state == .ready ? end(.failure(error)) : []
    case .admitted(let entry, let room): return enter(entry, room)
    case .room(let room): return follow(room)
    case .left(let track): return left(track)
    case .cancelled(let error): return state == .entered || state == .ended ? [] : end(.failure(error))
    case .abandoned: return state == .entered ? leave() : []
    }
  }

  private mutating func begin() -> [Effect] {
    guard state == .requested else { return [] }
    state = .undecided
    isBeingRead = true
    return [.read]
  }

  private mutating func found(_ track: TrackID, _ prospect: Prospect) -> [Effect] {
    guard takesTracks, indices[track] == nil else { return [] }
    append(track)
    return state == .entered ? [.askForRoom(isUrgent: false)] : decide(prospect)
  }

  private mutating func append(_ track: TrackID) {
    indices[track] = tracks.count
    tracks.append(track)
  }

  private mutating func decide(_ prospect: Prospect, failing error: ReadingError? = nil) -> [Effect] {
    guard !isDecided else { return [] }
    switch prospect {
    case .impossible(let problem): state = .failing(error.map { $0.code == .empty ? problem : $0 } ?? problem)
    case .enough where !tracks.isEmpty: state = .ready
    case .open, .enough:
      guard let error else { return [] }
      state = .failing(error)
    }
    return [.settle]
  }

  private mutating func over(_ error: ReadingError, _ prospect: Prospect) -> [Effect] {
    guard isBeingRead || state == .requested else { return [] }
    isBeingRead = false
    return state == .entered ? [.askForRoom(isUrgent: true)] : decide(prospect, failing: error)
  }

  private mutating func takeTurn() -> [Effect] {
    switch state {
    case .ready: return [.ask]
    case .failing(let error): return end(.failure(error))
    case .requested, .undecided, .entered, .ended: return []
    }
  }

  private mutating func enter(_ entry: Entry, _ room: Int) -> [Effect] {
    guard state == .ready else { return [] }
    state = .entered
    return [.enter(take(room), entry)] + shutOut()
      + [.takePlace(entry), .complete(.success(entry.first)), .tellOthers(entry.first)]
  }

  private mutating func follow(_ room: Int) -> [Effect] {
    guard state == .entered, hasFurther else { return [] }
    let taken = take(room)
    return (taken.isEmpty ? [] : [.follow(taken)]) + shutOut()
  }

  /// The next tracks that have room.
  private mutating func take(_ room: Int) -> [TrackID] {
    let taken = Array(tracks[queuedCount...].prefix(max(0, room)))
    queuedCount += taken.count
    leftCount += taken.count
    return taken
  }

  private mutating func shutOut() -> [Effect] {
    let rest = tracks.count - queuedCount
    guard rest > 0 else { return [] }
    isShutOut = true
    for track in tracks.suffix(rest) { indices[track] = nil }
    tracks.removeLast(rest)
    return [.shutOut(rest)]
  }

  /// This is called for each track that leaves the queue, for ten thousand in one turn.
  private mutating func left(_ track: TrackID) -> [Effect] {
    guard isBeingRead, hasEntered(track) else { return [] }
    leftCount -= 1
    return leftCount == 0 ? leave() : []
  }

  private mutating func leave() -> [Effect] {
    state = .ended
    isBeingRead = false
    return [.release]
  }

  private mutating func end(_ result: Result<TrackID, ReadingError>, after effects: [Effect] = []) -> [Effect] {
    state = .ended
    isBeingRead = false
    return [.release] + effects + [.complete(result)]
  }
}

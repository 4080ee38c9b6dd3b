import Documents
import EventLoop
import Playback
import Speech
import Vocabulary

/// A text that was asked for: how far it is, and where it goes.
@Core
final class Opening {
  let document: OpenDocument?
  let metadata: ChapterMetadata
  let placement: Placement
  let playing: Bool
  let completion: Openings.Completion
  /// Nobody waits for a writer who takes his time.
  let holdsUpOthers: Bool
  var intake: ChapterIntake!
  /// Whether there is something to speak; `nil` while that is not known.
  var result: Result<Void, ReadingError>?
  /// Whether its first tracks are in the queue.
  var isQueued = false
  /// Whether an earlier run queued it.
  private(set) var isAdopted = false
  /// Whether an earlier opening of the same document makes room for it.
  var isReplacing = false
  /// The track of the request before this one in a list; it is heard after that.
  var after: TrackID?
  /// Whether it may come into the queue, when that is known.
  var admitting: Openings.Admitting?
  /// Whether everything has been read that can be.
  var isEnded = false
  var timer: TimerToken?
  /// Why its beginning cannot be read.
  var missing: ReadingError?
  /// Where the reading begins, where that is not the beginning; until it is queued.
  var beginning: ChapterPlace?
  private var isPlaceKnown = false
  /// Every track that has sentences, in order.
  private(set) var tracks: [SpokenTrack] = []
  /// Where each of them stands there.
  private var indices: [TrackID: Int] = [:]
  /// How many of them are in the queue, or were.
  private var queuedCount = 0
  /// How many of those have not left it.
  private var leftCount = 0
  /// A text that is not divided has its track before it has sentences.
  private(set) var newest: SpokenTrack?

  init(
    _ document: OpenDocument?, placement: Placement, playing: Bool, holdsUpOthers: Bool, metadata: ChapterMetadata,
    completion: @escaping Openings.Completion
  ) {
    self.document = document
    self.metadata = metadata
    self.placement = placement
    self.playing = playing
    self.completion = completion
    self.holdsUpOthers = holdsUpOthers
  }

  func made(_ track: SpokenTrack) { newest = track }

  /// A track has its first sentences.
  func begin(_ track: SpokenTrack) {
    guard indices[track.id] == nil else { return }
    indices[track.id] = tracks.count
    tracks.append(track)
  }

  /// Takes up the tracks that an earlier run queued, of which so many have not left the queue.
  func adopt(_ former: [SpokenTrack], left: Int) {
    result = .success(())
    isQueued = true
    isAdopted = true
    for track in former { begin(track) }
    queuedCount = former.count
    leftCount = left
  }

  /// Those that are not in the queue yet.
  var ready: ArraySlice<SpokenTrack> { tracks[queuedCount...] }
  /// Whether a track is in the queue, or was.
  func isQueued(_ id: TrackID) -> Bool { indices[id].map { $0 < queuedCount } ?? false }
  /// Those that are, or were.
  var queued: ArraySlice<SpokenTrack> { tracks[..<queuedCount] }

  func takeReady(atMost count: Int) -> [SpokenTrack] {
    let taken = Array(ready.prefix(count))
    queuedCount += taken.count
    leftCount += taken.count
    return taken
  }

  /// Gives up what is ready and did not come into the queue, and all that is still to be read.
  func shutOut() {
    guard !ready.isEmpty else { return }
    for track in ready { indices[track.id] = nil }
    let count = ready.count
    tracks.removeLast(count)
    intake.shutOut(count, behind: tracks.last)
  }

  /// - Throws: `full` where what is heard first is not among so many tracks from the first one on.
  func checkFirst(isWithin room: Int) throws(ReadingError) {
    guard let index = indices[first.id], index >= room else { return }
    throw ReadingError(
      .full,
      "\(nameForPeople) goes on in chapter \(index + 1), and the queue has room for \(room) (`aloud clear` empties it)")
  }

  /// Whether the reading can begin: at the first sentence, or where the listener left off.
  func isReady(_ documents: (any DocumentSettings)?) -> Bool {
    guard !tracks.isEmpty else { return false }
    if !isPlaceKnown {
      isPlaceKnown = true
      beginning = document.flatMap { documents?.place(for: $0) }
    }
    if let start = document?.start, beginning == nil {
      beginning = start.place(in: tracks, isEnded: isEnded)
      return beginning != nil
    }
    guard let beginning, !isEnded else { return true }
    guard let track = tracks.last, track.chapter >= beginning.chapter else { return false }
    return track.chapter > beginning.chapter || track.sentence(atScalar: beginning.scalar) != nil
  }

  /// Why the listener's own beginning is none of this document's; `nil` where it is, or may be.
  var startProblem: ReadingError? {
    guard let document, beginning == nil else { return nil }
    return document.start?.problem(in: tracks, isEnded: isEnded)
  }

  /// The track that is heard first.
  var first: SpokenTrack {
    beginning.flatMap { start in tracks.first { $0.chapter >= start.chapter } } ?? tracks[0]
  }

  /// Where the reading of tracks begins that are about to be queued; `nil`: where they begin.
  func beginning(in new: [SpokenTrack]) -> Beginning? {
    guard let beginning, let track = new.first(where: { $0.chapter >= beginning.chapter }) else { return nil }
    guard track.chapter == beginning.chapter, let sentence = track.sentence(atScalar: beginning.scalar) else {
      return Beginning(track: track.id, position: 0)
    }
    let place = KeptPlace(microseconds: track.start(of: sentence), scalar: beginning.scalar)
    track.goOn(at: place)
    return Beginning(track: track.id, position: place.microseconds)
  }

  /// A track leaves the queue; whether it is the last one of these. It is asked of each track that leaves, of ten thousand
  /// in one turn.
  func forget(_ id: TrackID) -> Bool {
    guard isQueued(id) else { return false }
    leftCount -= 1
    return leftCount == 0
  }

  /// What a message calls it.
  var nameForPeople: String { (document?.name ?? metadata.name).map { "'\($0)'" } ?? "the text" }

  /// What its cover's file is called.
  var coverName: String { document?.contentID?.text ?? newest.map { "track-\($0.id.number)" } ?? "cover" }
}

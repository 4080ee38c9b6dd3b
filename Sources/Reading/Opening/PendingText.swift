import Documents
import EventLoop
import Playback
import Speech
import Vocabulary

/// A requested text: its progress, and its place in the queue.
@Core
final class PendingText {
  let document: OpenDocument?
  let metadata: ChapterMetadata
  let placement: Placement
  /// False if it waits for Play.
  let playing: Bool
  /// The number of orders of silence when it was asked for.
  var silences: UInt64 = 0
  let completion: OpeningQueue.Completion
  /// True if later requests wait for it. They do not wait for a live writer.
  let holdsUpOthers: Bool
  var intake: ChapterIntake!
  /// The result: success if there is text to speak; `nil` while it is unknown.
  var result: Result<Void, ReadingError>?
  /// True if its first tracks are in the queue.
  var isQueued = false
  /// True if an earlier run queued it.
  private(set) var isAdopted = false
  /// The identity of its file; `nil` if it has none.
  var fileIdentity: FileIdentity?
  /// True if it replaces an earlier opening of the same document.
  var isReplacing = false
  /// The track of the previous request in a list; this text follows it.
  var after: TrackID?
  /// Checks if it may enter the queue.
  var admitting: OpeningQueue.Admitting?
  /// True if everything readable has been read.
  var isEnded = false
  var timer: TimerToken?
  /// The survey of its clips, before it is read.
  var survey: ClipSounds.Survey?
  /// The sound of a recording.
  weak var sound: RecordedSound?
  /// The reason why its beginning cannot be read.
  var missing: ReadingError?
  /// The place at which the reading begins, until it is queued; `nil`: the beginning.
  var beginning: ChapterPlace?
  private var isPlaceKnown = false
  /// Every track with sentences, in order.
  private(set) var tracks: [Track] = []
  /// The index of each track in that list.
  private var indices: [TrackID: Int] = [:]
  /// The number of tracks that are in the queue, or were.
  private var queuedCount = 0
  /// The number of those that have not left the queue.
  private var leftCount = 0
  /// The newest track. A text that is not divided has its track before it has sentences.
  private(set) var newest: Track?

  init(
    _ document: OpenDocument?, placement: Placement, playing: Bool, holdsUpOthers: Bool, metadata: ChapterMetadata,
    completion: @escaping OpeningQueue.Completion
  ) {
    self.document = document
    self.metadata = metadata
    self.placement = placement
    self.playing = playing
    self.completion = completion
    self.holdsUpOthers = holdsUpOthers
  }

  func made(_ track: Track) { newest = track }

  /// A track has its first sentences.
  func begin(_ track: Track) {
    guard indices[track.id] == nil else { return }
    indices[track.id] = tracks.count
    tracks.append(track)
  }

  /// Adopts the tracks that an earlier run queued, of which `left` have not left the queue.
  func adopt(_ former: [Track], left: Int) {
    result = .success(())
    isQueued = true
    isAdopted = true
    for track in former { begin(track) }
    queuedCount = former.count
    leftCount = left
  }

  /// True for a file that was one track in an earlier run, all of it. It stays one: its place is a time of the whole.
  var isOneTrackOfEarlierRun: Bool { isAdopted && tracks.count == 1 && tracks[0].formerCount == 1 }

  /// The tracks that are not in the queue yet.
  var ready: ArraySlice<Track> { tracks[queuedCount...] }
  /// True if a track is in the queue, or was.
  func isQueued(_ id: TrackID) -> Bool { indices[id].map { $0 < queuedCount } ?? false }
  /// The tracks that are in the queue, or were.
  var queued: ArraySlice<Track> { tracks[..<queuedCount] }

  func takeReady(atMost count: Int) -> [Track] {
    let taken = Array(ready.prefix(count))
    queuedCount += taken.count
    leftCount += taken.count
    return taken
  }

  /// Gives up the ready tracks that did not fit into the queue, and all further text.
  func shutOut() {
    guard !ready.isEmpty else { return }
    for track in ready { indices[track.id] = nil }
    let count = ready.count
    tracks.removeLast(count)
    intake.shutOut(count, behind: tracks.last)
  }

  /// - Throws: `full` if the first track to be heard is not within this many tracks from the beginning.
  func checkFirst(isWithin room: Int) throws(ReadingError) {
    guard let index = indices[first.id], index >= room else { return }
    throw ReadingError(
      .full,
      "\(nameForPeople) goes on in chapter \(index + 1), and the queue has room for \(room) (`aloud clear` empties it)")
  }

  /// True if the reading can begin: at the first sentence, or at the kept place.
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

  /// The reason why the document does not have the listener's chosen beginning; `nil` if it has, or may have it.
  var startProblem: ReadingError? {
    guard let document, beginning == nil else { return nil }
    return document.start?.problem(in: tracks, isEnded: isEnded)
  }

  /// The track to be heard first.
  var first: Track {
    beginning.flatMap { start in tracks.first { $0.chapter >= start.chapter } } ?? tracks[0]
  }

  /// The beginning of the reading in tracks that are about to be queued; `nil`: their own beginning.
  func beginning(in new: [Track]) -> Beginning? {
    guard let beginning, let track = new.first(where: { $0.chapter >= beginning.chapter }) else { return nil }
    guard track.chapter == beginning.chapter, let sentence = track.sentence(atScalar: beginning.scalar) else {
      return Beginning(track: track.id, position: 0)
    }
    let isTime = track.content.own.countsInTime
    let time = isTime ? track.time(atScalar: beginning.scalar) : track.start(of: sentence)
    let place = KeptPlace(microseconds: time ?? 0, scalar: isTime ? nil : beginning.scalar)
    track.goOn(at: place)
    return Beginning(track: track.id, position: place.microseconds)
  }

  /// A track is leaving the queue. Returns true if it is the last one of these. This is called for each track that
  /// leaves, for ten thousand in one turn.
  func forget(_ id: TrackID) -> Bool {
    guard isQueued(id) else { return false }
    leftCount -= 1
    return leftCount == 0
  }

  /// The name in messages.
  var nameForPeople: String { (document?.name ?? metadata.name).map { "'\($0)'" } ?? "the text" }

  /// The name of its cover's file.
  var coverName: String { document?.contentID?.text ?? newest.map { "track-\($0.id.number)" } ?? "cover" }
}

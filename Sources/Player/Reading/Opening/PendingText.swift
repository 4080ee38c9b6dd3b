import Documents
import EventLoop
import Playback
import Vocabulary

/// The conditions of a request, which hold until its text is in the queue.
struct OpeningTerms {
  /// The place in the queue.
  var placement = Placement.last
  /// False if it waits for Play.
  var isPlaying = false
  /// The number of orders of silence when it was asked for.
  var silences: UInt64 = 0
  /// True if it replaces an earlier opening of the same document.
  var isReplacing = false
  /// The track of the previous request in a list; this text follows it.
  var after: TrackID?
  /// The identity of its file; `nil` if it has none.
  var fileIdentity: FileIdentity?
  /// Checks if it may enter the queue; `nil`: it may.
  var admitting: OpeningQueue.Admitting?
  /// Called with the result.
  var completion: OpeningQueue.Completion = { _ in }

  /// Those of a text that an earlier run queued.
  init() {}
}

/// A text on its way into the queue, with everything that belongs to it: its ``Opening``, its tracks, and what is open
/// for it.
@Core
final class PendingText {
  /// Its number among all texts that were opened.
  let number: Int
  /// `nil` for a text that is not divided.
  let document: OpenDocument?
  let metadata: ChapterMetadata
  let terms: OpeningTerms
  /// Makes its tracks.
  let intake: ChapterIntake
  /// Its progress.
  private(set) var opening: Opening
  /// Its tracks with sentences, in order.
  private(set) var tracks: [Track] = []
  /// The place at which the reading begins.
  private(set) var place: OpeningPlace
  /// The reason why its beginning cannot be read.
  var missing: ReadingError?
  /// The request, until it is read.
  var request: OpeningRequest?
  /// The survey of its clips, before it is read.
  var survey: ClipSounds.Survey?
  /// The reader's work on it.
  var reading: TextReading?
  /// The sound of a recording.
  weak var sound: RecordedSound?
  /// Ends the moment in which further tracks are collected.
  var followTimer: TimerToken?

  /// A text that was requested.
  init(
    _ number: Int, _ document: OpenDocument?, _ intake: ChapterIntake, _ metadata: ChapterMetadata,
    _ terms: OpeningTerms
  ) {
    self.number = number
    self.document = document
    self.intake = intake
    self.metadata = metadata
    self.terms = terms
    opening = Opening()
    place = OpeningPlace(document)
  }

  /// A text whose tracks an earlier run queued; `left` of them are still in the queue.
  init(
    _ number: Int, _ document: OpenDocument?, _ intake: ChapterIntake, _ metadata: ChapterMetadata,
    adopting former: [Track], left: Int
  ) {
    self.number = number
    self.document = document
    self.intake = intake
    self.metadata = metadata
    terms = OpeningTerms()
    opening = Opening(adopting: former.map(\.id), left: left)
    tracks = former
    place = OpeningPlace(document)
  }

  // MARK: Events

  /// Takes an event of another kind than those below.
  func handle(_ event: Opening.Event) -> [Opening.Effect] { opening.handle(event) }

  /// A track has its first sentences.
  func found(_ track: Track, _ documents: (any DocumentSettings)?) -> [Opening.Effect] {
    guard opening.takesTracks, opening.index(of: track.id) == nil else { return [] }
    tracks.append(track)
    return opening.handle(.found(track.id, prospect(documents, isOver: false)))
  }

  /// A track has more text, or its end.
  func grown(_ documents: (any DocumentSettings)?) -> [Opening.Effect] {
    opening.handle(.grown(prospect(documents, isOver: false)))
  }

  /// Nothing more can be read.
  func over(_ error: ReadingError, _ documents: (any DocumentSettings)?) -> [Opening.Effect] {
    opening.handle(.over(error, prospect(documents, isOver: true)))
  }

  private func prospect(_ documents: (any DocumentSettings)?, isOver: Bool) -> Opening.Prospect {
    opening.isDecided ? .open : place.prospect(in: tracks, documents, isOver: isOver)
  }

  // MARK: Tracks

  /// The tracks that are in the queue, or were.
  var queued: ArraySlice<Track> { tracks[..<opening.queuedCount] }

  /// Some of its tracks.
  func tracks(_ ids: [TrackID]) -> [Track] { ids.compactMap { opening.index(of: $0).map { tracks[$0] } } }

  /// The last tracks did not fit into the queue.
  func shutOut(_ count: Int) {
    tracks.removeLast(count)
    intake.shutOut(count, behind: tracks.last)
  }

  /// The track to be heard first; there is one.
  var first: Track { place.first(in: tracks) }

  /// The beginning of the reading in tracks that enter the queue now; `nil`: their own beginning.
  func takeBeginning(in new: [Track]) -> Beginning? { place.takeBeginning(in: new) }

  /// - Throws: `full` if the first track to be heard is not within this many tracks from the beginning.
  func checkFirst(isWithin room: Int) throws(ReadingError) {
    guard let index = opening.index(of: first.id), index >= room else { return }
    throw ReadingError(
      .full,
      "\(nameForPeople) goes on in chapter \(index + 1), and the queue has room for \(room) (`aloud clear` empties it)")
  }

  /// True for a file that was one track in an earlier run, all of it. It stays one: its place is a time of the whole.
  var isOneTrackOfEarlierRun: Bool { opening.isAdopted && tracks.count == 1 && tracks[0].formerCount == 1 }

  // MARK: Names

  /// The name in messages.
  var nameForPeople: String { (document?.name ?? metadata.name).map { "'\($0)'" } ?? "the text" }

  /// The name of its cover's file.
  var coverName: String { document?.contentID?.text ?? intake.newest.map { "track-\($0.id.number)" } ?? "cover" }
}

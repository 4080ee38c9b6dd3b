import EventLoop
import Playback
import Speech
import Vocabulary

/// The documents whose chapters are tracks of the queue: each as a whole, with the times of all of it.
@Core
final class QueuedDocuments {
  /// The settings that documents keep beyond the queue; `nil` if nothing keeps them.
  weak var settings: (any DocumentSettings)?
  private let turns: Turns
  private let tracks: QueuedTracks
  private let place: PresentPlace
  private let lengths: TrackLengths

  init(_ turns: Turns, _ tracks: QueuedTracks, _ place: PresentPlace, _ lengths: TrackLengths) {
    self.turns = turns
    self.tracks = tracks
    self.place = place
    self.lengths = lengths
  }

  /// The document of a track; `nil` for a text that is not divided.
  func document(of id: TrackID) -> OpenDocument? { tracks[id]?.document }

  /// The current document, also while paused.
  var current: OpenDocument? { place.track?.document }

  /// True if the current text is, or may turn out to be, one of several chapters.
  var isCurrent: Bool { current.map { !$0.isWhole } ?? false || book != nil }

  // MARK: Their times

  /// All chapters of the current document; `nil` if there is only one.
  var book: BookTimeline? {
    guard let current = place.track, let part = current.partOfDocument else { return nil }
    if let document = current.document {
      guard document.tracks.count > 1 else { return nil }
      return timeline(of: document)
    }
    // The tracks of an earlier run whose document is not open yet.
    let ids = turns.player.ids.filter { tracks[$0]?.partOfDocument?.document == part.document }
    guard ids.count > 1 else { return nil }
    return BookTimeline(
      ids.map { BookTimeline.Part(track: $0, length: turns.player.length(of: $0)) }, isWhole: part.count != nil)
  }

  /// All chapters of a document, in the queue or not.
  func timeline(of document: OpenDocument) -> BookTimeline {
    BookTimeline(
      document.tracks.map { id in
        BookTimeline.Part(track: id, length: lengths.now(of: id) ?? document.formerLength(of: id))
      }, isWhole: document.isWhole)
  }

  /// The present position in the time of the whole document; without a document, in the time of the track.
  var position: Microseconds {
    let position = place.position
    guard let id = turns.player.current, let document = document(of: id) else { return position }
    return timeline(of: document).position(of: id, at: position) ?? position
  }

  // MARK: Moving in them

  /// Goes to a place of the current document, as soon as that has been read.
  func seek(
    to place: @escaping @Core (BookTimeline) -> Microseconds,
    completion: @escaping @Core (Result<Void, ReadingError>) -> Void
  ) {
    let document = current
    func go() {
      guard current === document, let track = turns.player.current else {
        return completion(.failure(ReadingError(.stale, "the document is no longer the current one")))
      }
      let whole = BookTimeline([.init(track: track, length: turns.player.length(of: track))], isWhole: true)
      let book = book ?? whole
      completion(Result { () throws(ReadingError) in try seek(in: book, to: place(book)) })
    }
    if let document { document.whenRead(go) } else { go() }
  }

  /// Goes to a place of the whole document.
  ///
  /// - Throws: `OutOfRange` after its end, and if the chapter has left the queue.
  func seek(in book: BookTimeline, to microseconds: Microseconds) throws(ReadingError) {
    guard let place = book.place(at: microseconds) else { return }
    if microseconds > book.length.microseconds {
      guard book.isWhole else { throw ReadingError(.outOfRange, "the document has not been read that far yet") }
      if book.length.isExact {
        throw ReadingError(
          .outOfRange, "the document ends after \(ClockText.of(microseconds: book.length.microseconds))")
      }
    }
    guard turns.player.entry(place.track) != nil else {
      throw ReadingError(.outOfRange, "that chapter is no longer in the queue; open the document again")
    }
    turns.send(.goTo(place.track, at: place.microseconds))
  }

  // MARK: What belongs together

  /// The tracks, and all others of the same documents.
  func withFurtherChapters(of ids: [TrackID]) -> [TrackID] {
    let documents = Set(ids.compactMap { document(of: $0).map { ObjectIdentifier($0) } })
    let ids = Set(ids)
    return turns.player.ids.filter { id in
      ids.contains(id) || document(of: id).map { documents.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  /// The last track of a track's document, if that is still to be heard or being heard.
  func lastToCome(with id: TrackID) -> TrackID? {
    let last = document(of: id)?.tracks.last { turns.player.entry($0) != nil } ?? id
    return turns.player.isToCome(last) ? last : nil
  }

  /// The part of the opened bytes that belongs to one track. Further chapters of a book are counted when they arrive.
  func ownBytes(of id: TrackID, outOf bytes: Int) -> Int {
    guard let track = tracks[id], track.document != nil || !track.content.own.isTextKept else { return bytes }
    return track.text.count
  }

  /// The bytes of text that each track of an earlier run may take, before it is read again. The file of a document
  /// counts once for all of its chapters.
  var keptBytes: [(id: TrackID, bytes: Int)] {
    var documents: Set<TrackID> = []
    return tracks.of(turns.player.ids).map { track in
      let isFurther = track.keptChapter.map { !documents.insert($0.document).inserted } ?? false
      return (track.id, isFurther ? track.text.count : track.byteCount)
    }
  }
}

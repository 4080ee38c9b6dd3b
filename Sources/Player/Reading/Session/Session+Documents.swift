import EventLoop
package import Playback
import Speech
package import Vocabulary

// The session's view of the documents whose chapters are its tracks.
extension Session {
  /// The document of a track in the queue; `nil` for a text that is not divided.
  package func document(of id: TrackID) -> OpenDocument? { track(id)?.document }

  /// The current document, also while paused.
  package var currentDocument: OpenDocument? { player.current.flatMap { document(of: $0) } }

  // MARK: The whole

  /// All chapters of the current document; `nil` if there is only one.
  package var book: BookTimeline? {
    guard let current = player.current.flatMap({ track($0) }), let part = current.partOfDocument else { return nil }
    if let document = current.document {
      guard document.tracks.count > 1 else { return nil }
      return timeline(of: document)
    }
    // The tracks of an earlier run whose document is not open yet.
    let ids = player.ids.filter { track($0)?.partOfDocument?.document == part.document }
    guard ids.count > 1 else { return nil }
    return BookTimeline(
      ids.map { BookTimeline.Part(track: $0, length: player.length(of: $0)) }, isWhole: part.count != nil)
  }

  /// All chapters of a document, in the queue or not.
  package func timeline(of document: OpenDocument) -> BookTimeline {
    BookTimeline(
      document.tracks.map { id in
        BookTimeline.Part(track: id, length: lengthNow(of: id) ?? document.formerLength(of: id))
      }, isWhole: document.isWhole)
  }

  /// True if the current text is, or may turn out to be, one of several chapters.
  package var isInDocument: Bool { currentDocument.map { !$0.isWhole } ?? false || book != nil }

  /// Goes to a place of the current document, as soon as that has been read.
  package func seekInDocument(
    to place: @escaping @Core (BookTimeline) -> Microseconds,
    completion: @escaping @Core (Result<Void, ReadingError>) -> Void
  ) {
    let document = currentDocument
    func go() {
      guard currentDocument === document, let current = player.current else {
        return completion(.failure(ReadingError(.stale, "the document is no longer the current one")))
      }
      let whole = BookTimeline([.init(track: current, length: player.length(of: current))], isWhole: true)
      let book = book ?? whole
      completion(Result { () throws(ReadingError) in try seek(in: book, to: place(book)) })
    }
    if let document { document.whenRead(go) } else { go() }
  }

  /// Goes to a place of the whole document.
  ///
  /// - Throws: `OutOfRange` after its end, and if the chapter has left the queue.
  package func seek(in book: BookTimeline, to microseconds: Microseconds) throws(ReadingError) {
    guard let place = book.place(at: microseconds) else { return }
    if microseconds > book.length.microseconds {
      guard book.isWhole else { throw ReadingError(.outOfRange, "the document has not been read that far yet") }
      if book.length.isExact {
        throw ReadingError(
          .outOfRange, "the document ends after \(ClockText.of(microseconds: book.length.microseconds))")
      }
    }
    guard player.entry(place.track) != nil else {
      throw ReadingError(.outOfRange, "that chapter is no longer in the queue; open the document again")
    }
    send(.goTo(place.track, at: place.microseconds))
  }

  // MARK: What belongs together

  /// The tracks, and all others of the same documents.
  package func withFurtherChapters(of ids: [TrackID]) -> [TrackID] {
    let documents = Set(ids.compactMap { document(of: $0).map { ObjectIdentifier($0) } })
    let ids = Set(ids)
    return player.ids.filter { id in
      ids.contains(id) || document(of: id).map { documents.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  /// The last track of a track's document, if that is still to be heard or being heard.
  func lastToCome(with id: TrackID) -> TrackID? {
    let last = document(of: id)?.tracks.last { player.entry($0) != nil } ?? id
    return player.isToCome(last) ? last : nil
  }

  /// The part of the opened bytes that belongs to one track. Further chapters of a book are counted when they arrive.
  package func ownBytes(of id: TrackID, outOf bytes: Int) -> Int {
    guard let track = track(id), track.document != nil || !track.content.own.isTextKept else { return bytes }
    return track.text.count
  }

  /// A track has been heard to its end. If the text after it cannot be read, the reading stops there.
  package func ended(_ epoch: Player.Epoch) {
    guard epoch == player.epoch, let track = player.current.flatMap({ track($0) }), let error = track.blockage else {
      if !awaitsNext(epoch) { send(.ended(epoch)) }
      return
    }
    // Play repeats the last sentence.
    let last = track.sentenceCount - 1
    let place = KeptPlace(
      microseconds: track.start(of: max(0, last)),
      scalar: last >= 0 ? track.span(of: last).scalars.lowerBound : nil)
    failed(track.id, error)
    send(.blocked(epoch, isWhole: track.reading == .complete, place: place.microseconds))
    track.goOn(at: place)
    cannotRead(error, behind: track)
  }

  /// Notifies the listener that a chapter cannot be read.
  func cannotRead(_ error: ReadingError, behind track: Track?) {
    notify?(.gaveUp(error))
    notify?(.blocked(track, error))
  }
}

import AloudAPI
import BusValues
import DBusKit
import Documents
import EventLoop
import MPRIS
import Playback
import Reading
import Speech
import Store
import Vocabulary
import Workers

/// The requests of both faces to the library.
@Core
final class LibraryCalls {
  let library: Library
  private let openings: ClientOpenings
  private let log: ServiceLog
  private var session: Session { library.session }
  private var catalogue: LibraryCatalogue { library.catalogue }

  init(library: Library, openings: ClientOpenings, log: ServiceLog) {
    self.library = library
    self.openings = openings
    self.log = log
  }

  // MARK: Calls of our interface

  func listDocuments() -> AloudObject.Answer {
    .now([.array(of: .vardict, library.documentRows.map { .vardict($0.table) })])
  }

  func open(_ id: String, _ options: SpeakOptions, for call: IncomingCall) throws(APIError) -> AloudObject.Answer {
    open(try document(id), options, at: .whenBusy(options.whenBusy), for: call.sender) { result in
      call.answer(result) { [.objectPath($0.objectPath)] }
    }
    return .later
  }

  func forget(_ id: String) throws(APIError) -> AloudObject.Answer {
    catalogue.remove(try document(id).id)
    catalogue.write()
    return .done
  }

  func addBookmark(_ note: String) throws(APIError) -> AloudObject.Answer {
    let (mark, isNew) = try mark(note)
    var row = library.row(of: mark)
    row.isNew = isNew
    return .now([.vardict(row.table)])
  }

  /// Lists the bookmarks of a document, or of all documents if `id` is empty.
  func listBookmarks(of id: String) throws(APIError) -> AloudObject.Answer {
    let id = id.isEmpty ? nil : try document(id).id
    return .now([.array(of: .vardict, library.bookmarkRows(of: id).map { .vardict($0.table) })])
  }

  func go(toBookmark number: Int64, for call: IncomingCall) throws(APIError) -> AloudObject.Answer {
    go(to: try bookmark(number), playing: false, for: call.sender) { call.answer($0) }
    return .later
  }

  func removeBookmark(_ number: Int64) throws(APIError) -> AloudObject.Answer {
    catalogue.removeBookmark(try bookmark(number).number)
    catalogue.write()
    return .done
  }

  // MARK: Places

  /// Marks the current sentence, or the last heard one.
  func mark(_ note: String) throws(APIError) -> (mark: KeptBookmark, isNew: Bool) {
    session.noteRecordedPlace()
    guard let track = session.player.current.flatMap({ session.track($0) }) else {
      throw APIError(.noTrack, "nothing is being read")
    }
    guard let document = track.document, let id = library.known(document), let place = DocumentPlace(of: track),
      let sentence = track.sentence(atScalar: place.scalar)
    else {
      throw APIError(.notFound, "only a text from a file can be marked, since a bookmark must be found again")
    }
    let start = DocumentPlace(
      chapter: place.chapter, number: place.number, scalar: place.starts.first ?? place.scalar,
      microseconds: track.countsInTime ? place.microseconds : track.start(of: sentence))
    let words =
      track.isUntimed
      ? ClockText.of(microseconds: place.microseconds) : String(decoding: track.text(of: sentence), as: UTF8.self)
    let line = Line.clean(words, limit: .max)
    let note = Line.clean(note, limit: AloudBus.maximumOptionBytes)
    let marked = catalogue.mark(id, at: start, sentence: line, note: note)
    catalogue.write()
    return marked
  }

  // MARK: Opening

  /// Reads a document from its kept place. If that place is in the queue, the reading goes there without opening the
  /// file. To start elsewhere, the file is opened and replaces the queued tracks.
  func open(
    _ document: KeptDocument, _ options: SpeakOptions, at place: Transport.Place, for client: BusName,
    done: @escaping ClientOpenings.Completion
  ) {
    let isElsewhere = options.again || options.fromChapter != nil || options.fromParagraph != nil
    if !isElsewhere, let track = queued(document.id, at: document.place) {
      let time = document.place.flatMap { track.countsInTime ? track.time(atScalar: $0.scalar) : $0.microseconds }
      do throws(APIError) {
        try read(track, at: time ?? 0, options, at: place)
        return done(.success(track.id))
      } catch {
        return done(.failure(error.busError))
      }
    }
    openFile(of: document, options, at: place, for: client, done: done)
  }

  /// Reads a track that is in the queue already like a newly opened one: the other text is put off for it.
  ///
  /// - Throws: `Busy`.
  private func read(
    _ track: Track, at microseconds: Microseconds, _ options: SpeakOptions, at place: Transport.Place
  ) throws(APIError) {
    let player = session.player
    if track.id != player.current {
      if case .whenBusy(let wanted) = place {
        switch openings.transport.policy(wanted, of: options.request ?? .read) {
        case .now, .inTurn: break
        // The track waits at its place in the queue.
        case .queue, .next: return
        case .drop: if openings.transport.isBusy { throw APIError(.busy, "something else is being read") }
        }
      }
      if player.putOff?.track == track.id, player.wantsSound,
        player.current.flatMap({ player.entry($0) })?.isSaid == true
      {
        return session.send(.expect(track.id))
      }
      let document = player.entry(track.id)?.document ?? track.id
      session.bring(
        player.ids.filter { player.entry($0)?.document == document || $0 == track.id },
        from: Beginning(track: track.id, position: microseconds))
    }
    if !options.paused { session.send(.play) }
  }

  /// Opens a document's file, in place of its tracks in the queue.
  private func openFile(
    of document: KeptDocument, _ options: SpeakOptions, at place: Transport.Place, for client: BusName,
    done: @escaping ClientOpenings.Completion
  ) {
    openings.open(
      options, at: place, replacing: true, for: client, .uri(FileURI.uri(path: document.path)), done: done)
  }

  /// Goes to a bookmark. A document in the queue stays paused or playing, unless `playing`.
  func go(
    to mark: KeptBookmark, playing: Bool, for client: BusName, done: @escaping ClientOpenings.Completion
  ) {
    guard let document = catalogue[mark.document] else { return done(.failure(Self.noBookmark(mark.number).busError)) }
    if let track = queued(mark.document, at: mark.place), mark.place.isIn(track) {
      session.send(.goTo(track.id, at: track.time(atScalar: mark.place.scalar) ?? mark.place.microseconds))
      if playing { session.send(.play) }
      return done(.success(track.id))
    }
    library.want(mark.place, in: mark.document)
    openNow([document], for: client) { [library] result in
      // The next opening has a place of its own.
      if case .failure = result { library.want(nil, in: mark.document) }
      done(result)
    }
  }

  /// Reads documents in order, the first one at once. The current text stays in the queue.
  func openNow(_ documents: [KeptDocument], for client: BusName, done: @escaping ClientOpenings.Completion) {
    guard let first = documents.first else {
      return done(.failure(APIError(.notFound, "there is nothing in it").busError))
    }
    let silences = session.silences.count
    open(first, SpeakOptions(), at: .exactly(.now), for: client) { [self] result in
      guard case .success(let id) = result else { return done(result) }
      if !session.silences.haveOvertaken(silences) { session.send(.play) }
      done(result)
      append(documents.dropFirst(), after: id, for: client)
    }
  }

  private func append(_ documents: ArraySlice<KeptDocument>, after id: TrackID, for client: BusName) {
    guard let next = documents.first, session.player.entry(id) != nil else { return }
    // A document that waits in the queue takes its place in the folder's order, and the current place does not change.
    let place = Transport.Place.exactly(.after(lastTrack(with: id)))
    openFile(of: next, SpeakOptions(paused: true), at: place, for: client) { [self] result in
      switch result {
      case .success(let id): append(documents.dropFirst(), after: id, for: client)
      case .failure(let error):
        // A missing file is left out.
        log.info("a document of the folder is left out: \(error.name)")
        append(documents.dropFirst(), after: id, for: client)
      }
    }
  }

  /// The last chapter in the queue of a track's document.
  private func lastTrack(with id: TrackID) -> TrackID {
    session.document(of: id)?.tracks.last { session.player.entry($0) != nil } ?? id
  }

  /// The queued track of a document with a given place, or the first one after it.
  private func queued(_ id: ContentID, at place: DocumentPlace?) -> Track? {
    if let document = session.currentDocument, document.contentID == id, place == nil {
      return session.player.current.flatMap { session.track($0) }
    }
    return session.player.entries.lazy.compactMap { [session] in session.track($0.id) }.first { track in
      guard let document = track.document, document.contentID == id else { return false }
      return track.chapter >= place.map { document.resolved($0.inText).chapter } ?? 0
    }
  }

  // MARK: Finding

  private func document(_ text: String) throws(APIError) -> KeptDocument {
    guard let document = ContentID(text).flatMap({ catalogue[$0] }) else {
      throw APIError(.notFound, "there is no document '\(text.prefix(64))' in the library")
    }
    return document
  }

  private func bookmark(_ number: Int64) throws(APIError) -> KeptBookmark {
    guard let mark = catalogue.bookmark(number) else { throw Self.noBookmark(number) }
    return mark
  }

  private static func noBookmark(_ number: Int64) -> APIError {
    APIError(.notFound, "there is no bookmark \(number)")
  }
}

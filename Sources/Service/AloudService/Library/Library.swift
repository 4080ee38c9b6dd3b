import Documents
import EventLoop
import Playback
import Reading
import Speech
import Store
import Study
import Vocabulary

/// Keeps the place of each document by its content: follows the reading, and answers where a document continues.
///
/// A document comes into the library when its first word is heard, not when it is opened or waits in the queue. A
/// bookmark or a rate that the listener sets in it brings it there, too.
///
/// The store is written every few seconds while there is sound, and at once when the reading leaves a document. In
/// between, the session's journal has each word, and its place is restored after a crash.
@Core
final class Library: DocumentSettings {
  private static let writeEvery = Duration.seconds(5)

  let session: Session
  let catalogue: LibraryCatalogue
  private let scheduler: any Scheduler
  /// The current track, also while paused.
  private var current: Track?
  private var status = PlaybackStatus.stopped
  private var timer: TimerToken?
  /// Runs while a new document or a changed rate waits to be written.
  private var keepTimer: TimerToken?
  private var isClosed = false
  /// The places at which documents began in this run. Being at such a place alone is not a change.
  private var given: [ContentID: ChapterPlace] = [:]
  /// The rate of the current document when it was looked at last, to see the listener change it.
  private var noted: (document: ContentID, rate: Double?)?
  /// Places at which documents begin the next time that they are opened, instead of the kept places.
  private var wanted: [ContentID: DocumentPlace] = [:]

  init(session: Session, catalogue: LibraryCatalogue, scheduler: any Scheduler) {
    self.session = session
    self.catalogue = catalogue
    self.scheduler = scheduler
  }

  /// The scalars of a track's text at which there are bookmarks.
  func bookmarks(in track: TrackID) -> [Int] {
    guard let spoken = session.track(track), let id = spoken.document?.contentID else { return [] }
    return catalogue.bookmarks(of: id).filter { $0.place.isIn(spoken) }.map(\.place.scalar)
  }

  // MARK: Opening

  /// The place at which a document continues: the start of a sentence, farther back after a longer absence; `nil`: its
  /// beginning.
  func place(for document: OpenDocument) -> ChapterPlace? {
    guard let id = document.contentID, document.path != nil else { return nil }
    let kept = catalogue[id] == nil ? nil : register(document)
    guard document.start == nil else {
      // The listener has chosen the place.
      given[id] = .start
      return nil
    }
    var place: ChapterPlace?
    if let mark = wanted.removeValue(forKey: id) {
      place = ChapterPlace(chapter: mark.chapter, scalar: mark.scalar)
    } else if let kept, let known = kept.place {
      let absence = kept.heard?.duration(to: .now) ?? .zero
      place = ChapterPlace(
        chapter: known.chapter, scalar: known.start(back: ResumeRewind.sentences(after: absence)))
    }
    place = place.map { document.resolved($0) }
    given[id] = place ?? .start
    return place
  }

  /// Sets the place at which the next opening of a document begins; `nil`: the kept place.
  func want(_ place: DocumentPlace?, in document: ContentID) { wanted[document] = place }

  /// Adds or updates the kept document with the present knowledge about it. `nil` for a document that could not be
  /// found again.
  @discardableResult
  private func register(_ document: OpenDocument) -> KeptDocument? {
    guard let id = document.contentID, let path = document.path else { return nil }
    let about = document.description
    let title =
      about.title.isEmpty ? document.name.map { FileName.title($0) } ?? Line.clean(path, limit: 1024) : about.title
    var kept =
      catalogue[id]
      ?? KeptDocument(id: id, path: path, kind: .article, title: title, added: .now, opened: .now)
    kept.path = path
    kept.title = title
    kept.authors = about.authors
    kept.language = about.language
    kept.kind = max(document.tracks.count, document.isWhole ? 0 : kept.chapters) > 1 ? .book : .article
    kept.artURL = document.coverURI ?? kept.artURL
    if given[id] == nil { kept.opened = .now }
    if document.isWhole { kept.chapters = max(1, document.tracks.count) }
    catalogue.put(kept)
    return kept
  }

  /// The cover of a document has become known. A document that is not in the library stays outside.
  func covered(_ document: OpenDocument) {
    if document.contentID.map({ catalogue[$0] != nil }) ?? false { register(document) }
  }

  /// Brings a document into the library, for a bookmark in it. `nil` for a document that could not be found again.
  func known(_ document: OpenDocument) -> ContentID? { register(document)?.id }

  // MARK: Following

  /// A word or a sentence is heard: its document comes into the library.
  func heard(_ heard: HeardAnnouncer.Heard) {
    switch heard {
    case .sentence(let plan), .word(let plan, _): enter(plan.track)
    }
  }

  /// A track has begun to sound. A recording, which has no words, comes into the library.
  func started(_ id: TrackID) {
    if session.track(id)?.isRecording ?? false { enter(id) }
  }

  private func enter(_ id: TrackID) {
    guard !isClosed, let document = session.track(id)?.document, let content = document.contentID,
      catalogue[content] == nil, var kept = register(document)
    else { return }
    kept.heard = .now
    kept.rate = session.player.ownRate(of: id)
    keep([kept])
  }

  /// Called after each turn: the session may have changed.
  func turned() {
    guard !isClosed else { return }
    let now = session.snapshot
    let track = now.track.flatMap { session.track($0) }
    let isLeft = track !== current
    if isLeft || now.status != status {
      if let current { note(current, isHeard: status == .playing) }
      (current, status) = (track, now.status)
      if isLeft { catalogue.write() }
    }
    if let track {
      settleRate(of: track)
      settleStudy(of: track)
    }
    setTimer()
  }

  /// A track was heard to its end. The last track of a document finishes the document.
  func finished(_ id: TrackID) {
    guard !isClosed, let track = current, track.id == id else { return }
    current = nil
    guard let document = track.document, document.isWhole, document.tracks.last == id,
      var kept = register(document)
    else { return note(track, isHeard: true) }
    let book = session.timeline(of: document)
    kept.heard = .now
    kept.finished = .now
    kept.place = nil
    kept.elapsed = 0
    if !book.parts.isEmpty { kept.length = book.length }
    given[kept.id] = .start
    catalogue.put(kept)
  }

  /// Records the place every few seconds while there is sound. Without sound nothing wakes up.
  private func setTimer() {
    let isWanted = status == .playing && current?.document != nil
    if let timer, !isWanted {
      scheduler.cancel(timer)
      self.timer = nil
      // After a delay, so that a burst of commands is not a burst of writes.
      scheduler.schedule(after: .milliseconds(200)) { [weak self] in self?.catalogue.write() }
    }
    guard isWanted, timer == nil else { return }
    timer = scheduler.schedule(after: Self.writeEvery) { [weak self] in
      guard let self else { return }
      timer = nil
      if let current { note(current, isHeard: true) }
      catalogue.write()
      setTimer()
    }
  }

  private func note(_ track: Track, isHeard: Bool) {
    session.noteRecordedPlace()
    guard let document = track.document, let id = document.contentID, let place = DocumentPlace(of: track) else {
      return
    }
    // A document that was only opened, or not even that, keeps its place.
    let spot = ChapterPlace(chapter: place.chapter, scalar: place.scalar)
    if track.lastWord == nil, given[id] == spot { return }
    // A document that was not heard, or that the listener has removed, is not added when it is left.
    guard catalogue[id] != nil || (isHeard && track.lastWord != nil), var kept = register(document) else { return }
    let book = session.timeline(of: document)
    // The kept place may know the sentences before it, which are not read again yet.
    if !place.starts.isEmpty || kept.place?.inText != place.inText { kept.place = place }
    kept.elapsed = book.position(of: track.id, at: place.microseconds) ?? place.microseconds
    if !book.parts.isEmpty { kept.length = book.length }
    if isHeard || kept.heard == nil { kept.heard = .now }
    if track.lastWord != nil { kept.finished = nil }
    catalogue.put(kept)
  }

  // MARK: Rates

  /// The document's own rate; `nil` if it follows the global one.
  func rate(of document: OpenDocument) -> Double? { document.contentID.flatMap { catalogue[$0] }?.rate }

  /// A document keeps the rate that the listener sets while it is current.
  private func settleRate(of track: Track) {
    guard let document = track.document, let id = document.contentID else { return }
    let own = session.player.ownRate(of: track.id)
    let isSet = own != nil && noted.map { $0.document == id && $0.rate != own } ?? false
    noted = (id, own)
    // A rate that is set before the first word is kept, too.
    guard var kept = catalogue[id] ?? (isSet ? register(document) : nil) else { return }
    guard own != kept.rate else { return }
    if let own {
      kept.rate = own
      keep([kept])
    } else if let rate = kept.rate {
      // An earlier version left the queue without the rate, which is in the library only.
      session.send(.giveRate(rate, to: track.id))
    }
  }

  /// Removes the current document's own rate.
  func forgetRate() {
    if let document = current?.document, var kept = document.contentID.flatMap({ catalogue[$0] }) {
      kept.rate = nil
      keep([kept])
    }
    session.send(.forgetRate)
  }

  /// Sets one rate for everything: no document keeps its own.
  func setRateOfAll(_ rate: Double) {
    keep(
      catalogue.all.filter { $0.rate != nil }.map { document in
        var document = document
        document.rate = nil
        return document
      })
    session.send(.setRateOfAll(rate))
  }

  /// - Parameter isAwaited: true if other programs read it next.
  private func keep(_ documents: [KeptDocument], isAwaited: Bool = false) {
    guard !documents.isEmpty else { return }
    for document in documents { catalogue.put(document) }
    if isAwaited { return catalogue.write() }
    // After a delay, so that turning a knob causes one write, and the first word none.
    guard keepTimer == nil else { return }
    keepTimer = scheduler.schedule(after: .milliseconds(200)) { [weak self] in
      self?.keepTimer = nil
      self?.catalogue.write()
    }
  }

  // MARK: Studies

  /// The way in which a document is or was studied; `nil` if it never was.
  func study(of id: ContentID?) -> KeptStudy? { id.flatMap { catalogue[$0] }?.study }

  /// A document keeps the way in which it is studied while it is current.
  private func settleStudy(of track: Track) {
    guard var kept = track.document?.contentID.flatMap({ catalogue[$0] }) else { return }
    var study = kept.study
    if let plan = track.options.study {
      study = KeptStudy(plan: plan, isOn: true, edits: study?.edits ?? PhraseEdits())
    } else {
      study?.isOn = false
    }
    guard study != kept.study else { return }
    kept.study = study
    keep([kept], isAwaited: true)
  }

  /// Keeps the phrases that the listener has made in a document, and brings it into the library for them.
  ///
  /// - Returns: false if the document could not be found again.
  func keep(_ edits: PhraseEdits, of document: OpenDocument, _ plan: StudyPlan) -> Bool {
    guard var kept = document.contentID.flatMap({ catalogue[$0] }) ?? register(document) else { return false }
    kept.study = KeptStudy(plan: plan, isOn: true, edits: edits)
    keep([kept], isAwaited: true)
    return true
  }

  // MARK: Texts without times

  /// The scalar at which the listener looked last in the text beside a recording; `nil` if none is known.
  func looked(in track: Track) -> Int? { track.document?.contentID.flatMap { catalogue[$0] }?.looked }

  /// Keeps the scalar at which the listener looks, for a document of the library.
  func look(at scalar: Int, in track: Track) {
    guard var kept = track.document?.contentID.flatMap({ catalogue[$0] }), kept.looked != scalar else { return }
    kept.looked = scalar
    keep([kept])
  }

  // MARK: The end

  /// Records and writes everything at once: the machine may lose power while it sleeps.
  func secure() {
    if let current { note(current, isHeard: status == .playing) }
    catalogue.write()
  }

  /// Writes everything for the last time. Later changes of the session are not kept.
  func close() {
    guard !isClosed else { return }
    secure()
    isClosed = true
    if let timer { scheduler.cancel(timer) }
    timer = nil
    catalogue.close()
  }
}

extension DocumentPlace {
  /// The last heard place of a track in its document, or the place at which the track is open. `nil` while there is no
  /// text, unless an earlier run left the track at a word of it.
  @Core
  init?(of track: Track) {
    let spot = track.keptForm(of: track.lastWord ?? track.place)
    let number = track.document?.number(of: track.id)
    guard track.sentenceCount > 0 || (spot.scalar != nil && !track.countsInTime) else { return nil }
    if track.countsInTime {
      self.init(
        chapter: track.chapter, number: number, scalar: Int((track.timeBefore + spot.microseconds).count / 1000),
        microseconds: spot.microseconds)
      return
    }
    let sentence: Int
    if let scalar = spot.scalar {
      // An earlier run left the track there, and its text has not been read again to that scalar.
      guard
        let found = track.sentence(atScalar: scalar)
          ?? (track.reading == .complete ? track.sentenceCount - 1 : nil)
      else {
        self.init(chapter: track.chapter, number: number, scalar: scalar, microseconds: spot.microseconds)
        return
      }
      sentence = found
    } else {
      let frame = Frame(microseconds: (track.lastWord ?? track.place).microseconds, at: track.timeline.sampleRate)
      sentence = min(track.timeline.place(at: frame).sentence(in: track.timeline), track.sentenceCount - 1)
    }
    let starts = track.passage.starts(backFrom: sentence, count: Self.mostStarts)
    self.init(
      chapter: track.chapter, number: number, scalar: spot.scalar ?? starts.first ?? 0,
      microseconds: spot.microseconds, starts: starts)
  }

  /// True if it is in a track, which is a chapter of its document.
  @Core
  func isIn(_ track: Track) -> Bool { track.document?.resolved(inText).chapter == track.chapter }

  /// The place without its time.
  var inText: ChapterPlace { ChapterPlace(chapter: chapter, scalar: scalar) }
}

extension Passage {
  /// The starts of complete sentences, backwards from the one with a given piece.
  fileprivate func starts(backFrom sentence: Int, count: Int) -> [Int] {
    var starts: [Int] = []
    for index in stride(from: sentence, through: 0, by: -1) where starts.count < count {
      if index > 0, continues(index - 1) { continue }
      starts.append(span(of: index).scalars.lowerBound)
    }
    return starts
  }
}

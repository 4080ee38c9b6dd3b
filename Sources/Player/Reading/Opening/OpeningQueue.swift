import Documents
package import EventLoop
package import Playback
import Speech
import Vocabulary

/// Texts on their way into the queue. Each is read until there is something to speak, and then added in the order of
/// the requests.
@Core
package final class OpeningQueue {
  /// Called with the result of a request.
  package typealias Completion = @Core (Result<TrackID, ReadingError>) -> Void
  /// Throws if a text may not enter the queue in place of these tracks.
  package typealias Admitting = @Core ([TrackID]) throws(ReadingError) -> Void

  let session: Session
  let reader: any TextReader
  let recordings: any RecordingOpener
  /// The recordings that are queued already.
  let knownRecordings: KnownRecordings
  let admission: any Admission
  let scheduler: any Scheduler
  private let covers: any CoverKeeper
  /// The sound of clips.
  package let clips: ClipSounds
  /// The requests without a result, in order.
  private var line = OpeningLine()
  /// All texts on their way, by their numbers: those in the line, and those that are being read.
  private var texts: [Int: PendingText] = [:]
  /// The number of texts that were opened.
  private var count = 0
  /// False if an order of silence is about the text that is heard alone, and the next one sounds as it was asked for.
  package var heedsSilence = true

  /// Texts that `reader` reads for a session, and recordings that `recordings` opens, as far as `admission` lets them
  /// in.
  package init(
    session: Session, reader: any TextReader, recordings: any RecordingOpener, admission: any Admission,
    covers: any CoverKeeper, scheduler: any Scheduler
  ) {
    self.session = session
    self.reader = reader
    self.recordings = recordings
    knownRecordings = KnownRecordings(session)
    self.admission = admission
    self.covers = covers
    self.scheduler = scheduler
    clips = ClipSounds(recordings: recordings, scheduler: scheduler)
    session.synthesis.clips = clips
  }

  /// True if no text is on its way.
  package var isIdle: Bool { line.isEmpty }

  /// Opens a text; `completion` is called once, in a later turn.
  ///
  /// - Parameter admitting: called when there is something to speak; `nil`: the text may enter the queue.
  package func open(_ request: OpeningRequest, admitting: Admitting? = nil, completion: @escaping Completion) {
    let source = request.source
    let document = request.isDivided ? OpenDocument(request) : nil
    let number = makeNumber()
    let intake = ChapterIntake(
      document, voices: request.voices, scheduler: scheduler, isOnClock: request.isOnClock,
      late: { [weak self] in self?.takeLate($0, of: number) }
    ) { [session] chapter in
      request.track(of: chapter, in: document, as: session.makeTrackID())
    }
    var terms = OpeningTerms(request, silences: request.silences ?? session.silences.count)
    terms.admitting = admitting
    terms.completion = completion
    let text = PendingText(
      number, document, intake,
      ChapterMetadata(
        request.words, name: source.titleInList ?? request.name, url: request.url, language: request.language), terms)
    text.request = request
    texts[number] = text
    line.append(number, holdsUpOthers: !source.isLive)
    guard let parts = request.parts else { return perform(text.handle(.begun), of: text) }
    // Their lengths and their loudness are known before the utterance is queued, or it is not queued at all.
    text.survey = clips.survey(parts.clips) { [weak self] result in
      guard let self else { return }
      text.survey = nil
      switch result {
      case .success: perform(text.handle(.begun), of: text)
      case .failure(let error): end(text, error)
      }
    }
  }

  func makeNumber() -> Int {
    defer { count += 1 }
    return count
  }

  private func stopReader(of text: PendingText) {
    if let reading = text.reading.take() { reader.cancel(reading) }
  }

  /// Begins to read a requested text.
  private func read(_ text: PendingText) {
    guard let request = text.request.take() else { return }
    let source = request.source
    text.reading = reader.read(
      source.file, as: source.format(request.format), language: request.language, request.voices.languages,
      name: request.fileName,
      isTimed: request.isOnClock
    ) { [weak self] event in
      if case .recording = event {
        self?.receivedRecording(source, for: text)
      } else {
        self?.received(event, for: text)
      }
    }
  }

  /// A text that an earlier run queued is being read again.
  func add(_ text: PendingText) { texts[text.number] = text }

  /// A track has left the queue: stops reading a document that is not wanted any more.
  package func forget(_ id: TrackID) {
    for text in texts.values where text.opening.hasEntered(id) { perform(text.handle(.left(id)), of: text) }
  }

  /// Ends everything that is on its way: nothing of it enters the queue. Each request gets the error now, in their
  /// order.
  package func endAll(_ error: ReadingError) {
    let ended = line.takeAll().compactMap { texts[$0] }.map { (text: $0, effects: $0.handle(.cancelled(error))) }
    // The result is the last effect.
    for (text, effects) in ended { perform(effects.dropLast(), of: text) }
    for (text, effects) in ended { perform(effects.suffix(1), of: text) }
  }

  // MARK: What was decided

  /// Performs the effects of an event in order.
  func perform(_ effects: some Sequence<Opening.Effect>, of text: PendingText) {
    for effect in effects {
      switch effect {
      case .read: read(text)
      case .release: release(text)
      case .settle: settleLine()
      case .ask: ask(text)
      case .enter(let ids, let entry): enter(text, text.tracks(ids), entry)
      case .askForRoom(isUrgent: true): askForRoom(text)
      case .askForRoom(isUrgent: false): askForRoomSoon(text)
      case .follow(let ids): follow(text, text.tracks(ids))
      case .shutOut(let count): text.shutOut(count)
      case .takePlace(let entry): takePlace(text, entry)
      case .expect(let heard): if isToBeHeard(text) { session.send(.expect(heard)) }
      case .complete(let result): text.terms.completion(result)
      case .tellOthers(let first): tellOthers(of: text, beside: first)
      }
    }
    if text.opening.isDone { texts[text.number] = nil }
  }

  /// Gives the decided texts their turns.
  private func settleLine() {
    for number in line.takeTurns({ texts[$0]?.opening.isDecided ?? true }) {
      if let text = texts[number] { perform(text.handle(.turn), of: text) }
    }
  }

  private func release(_ text: PendingText) {
    text.survey?.cancel()
    text.survey = nil
    text.request = nil
    stopReader(of: text)
    text.sound?.close()
    text.document?.stopReading()
  }

  // MARK: What was read

  func received(_ event: DocumentEvent, for text: PendingText) {
    if case .text(let bytes) = event, let track = text.intake.newest,
      !admission.grow(track.id, to: track.text.count + bytes.count)
    {
      stopReader(of: text)
      return failed(Self.noMoreText, for: text)
    }
    if text.intake.lacksTimes(before: event) {
      stopReader(of: text)
      return failed(Self.noTimes, for: text)
    }
    take(text.intake.take(event), of: text)
  }

  /// Nothing more of it can be read, for a reason that is not the reader's own.
  func failed(_ error: ReadingError, for text: PendingText) { take(text.intake.fail(error), of: text) }

  private static var noTimes: ReadingError {
    ReadingError(.unknownFormat, "it has no times of its own; only subtitles and song texts can be read on their clock")
  }

  /// Takes notices that come after the event that caused them. Whatever they are about may have left the queue.
  func takeLate(_ notices: [ChapterIntake.Notice], of number: Int) {
    guard let text = texts[number] else { return }
    let wanted = notices.filter { notice in
      switch notice {
      case .grown(let track): session.track(track.id) === track
      default: text.opening.isBeingRead
      }
    }
    take(wanted, of: text)
  }

  func take(_ notices: [ChapterIntake.Notice], of text: PendingText) {
    for notice in notices {
      switch notice {
      case .described(let cover):
        if let cover { show(cover, on: text) }
        describe(text)
      case .begun(let track): begun(track, of: text)
      case .grown(let track):
        perform(text.grown(session.documents), of: text)
        session.grew([track])
      case .blocked(nil, let error): text.missing = error
      case .blocked: break
      case .done:
        if text.opening.isAdopted, let track = text.tracks.first, case .cut = track.origin {
          session.failed(
            track.id,
            ReadingError(.unreadable, "the text ends early: the service ended before the whole of it had come"))
        }
        end(text, ReadingError(.empty, "there is nothing in the text that could be spoken"))
      case .failed(let error):
        end(text, error)
        // The text that was read is spoken, and the listener learns that it is incomplete.
        guard text.opening.hasEntered, text.intake.shutOutCount == nil else { continue }
        endsEarly(text, error)
      }
    }
  }

  private func begun(_ track: Track, of text: PendingText) {
    guard text.opening.hasEntered(track.id) else { return perform(text.found(track, session.documents), of: text) }
    session.grew(text.intake.seal(before: track) + [track])
  }

  private static var noMoreText: ReadingError {
    ReadingError(.tooLarge, "it is larger than any text that is read (the queue holds no more text)")
  }

  /// Gives a document its cover. The book may have been read to its end before the cover or a better copy of it exists.
  func show(_ cover: CoverImage, on text: PendingText) {
    guard let document = text.document else { return }
    covers.keep(cover, named: text.coverName) { [weak self, weak document] uri in
      document?.coverURI = uri
      // A document that is not in the queue yet, or never enters it, is not in the library either.
      guard text.opening.hasEntered else { return }
      self?.describe(text)
      if let document { self?.session.notify?(.covered(document)) }
    }
  }

  /// Nothing further will become known.
  private func end(_ text: PendingText, _ error: ReadingError) {
    perform(text.over(error, session.documents), of: text)
    session.grew(text.tracks)
    describe(text)
    text.document?.stopReading()
    tellShutOut(text)
    guard text.opening.isAdopted else { return }
    lose(text.tracks.filter { $0.reading == .going && session.track($0.id) != nil }, text.naming(error))
  }

  func tellShutOut(_ text: PendingText) {
    if let error = text.intake.endShutOut() { endsEarly(text, error) }
  }

  private func endsEarly(_ text: PendingText, _ error: ReadingError) {
    guard let last = text.tracks.last(where: { $0.sentenceCount > 0 }) else { return }
    session.failed(last.id, ReadingError(error.code, "\(text.nameForPeople) ends early: \(error.message)"))
  }
}

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
  let admission: any Admission
  let scheduler: any Scheduler
  private let covers: any CoverKeeper
  /// The sound of clips.
  package let clips: ClipSounds
  /// The requests in order. An undecided file delays those after it.
  private var waiting: [PendingText] = []
  /// False if an order of silence is about the text that is heard alone, and the next one sounds as it was asked for.
  package var heedsSilence = true
  /// All texts that are being read.
  var reading: [ObjectIdentifier: (opening: PendingText, token: TextReading)] = [:]

  /// Texts that `reader` reads for a session, and recordings that `recordings` opens, as far as `admission` lets them
  /// in.
  package init(
    session: Session, reader: any TextReader, recordings: any RecordingOpener, admission: any Admission,
    covers: any CoverKeeper, scheduler: any Scheduler
  ) {
    self.session = session
    self.reader = reader
    self.recordings = recordings
    self.admission = admission
    self.covers = covers
    self.scheduler = scheduler
    clips = ClipSounds(recordings: recordings, scheduler: scheduler)
    session.synthesis.clips = clips
  }

  /// True if no text is on its way.
  package var isIdle: Bool { waiting.isEmpty }

  /// Opens a text; `completion` is called once, in a later turn.
  ///
  /// - Parameter admitting: called when there is something to speak; `nil`: the text may enter the queue.
  package func open(_ request: OpeningRequest, admitting: Admitting? = nil, completion: @escaping Completion) {
    let source = request.source
    let document = request.isDivided ? OpenDocument(request) : nil
    let opening = PendingText(
      document, placement: request.placement, playing: request.isPlaying, holdsUpOthers: !source.isLive,
      metadata: ChapterMetadata(
        request.words, name: source.titleInList ?? request.name, url: request.url, language: request.language),
      completion: completion)
    opening.fileIdentity = source.file.identity
    opening.isReplacing = request.isReplacing
    opening.admitting = admitting
    opening.after = request.after
    opening.silences = request.silences ?? session.silences.count
    opening.intake = ChapterIntake(
      document, voices: request.voices, scheduler: scheduler, isOnClock: request.isOnClock
    ) {
      [session, weak opening] chapter in
      var origin = source.isKept ? source.origin : nil
      // A document without a file is stored as the text of its chapters.
      let isStoredByChapter = if case .whole = source.origin { document != nil } else { false }
      if isStoredByChapter { origin = .live }
      let track = Track(
        id: session.makeTrackID(), voice: document?.voice(of: chapter) ?? request.voices.standard,
        gain: request.volume, gaps: chapter.index == 0 ? request.gaps : request.gaps.withoutLeadingDelay,
        sampleRate: request.voices.sampleRate, options: request.options(of: origin), parts: request.parts)
      track.isSaid = request.isSaid
      track.awaitsMore = request.moreFollows
      if case .text(let text) = track.content { text.isLive = source.isLive && document == nil }
      track.origin = origin
      if source.origin?.path == nil, !isStoredByChapter { track.source = source }
      opening?.made(track)
      return track
    }
    opening.intake.onLateNotices = { [weak self, weak opening] in if let opening { self?.takeLate($0, of: opening) } }
    waiting.append(opening)
    guard let parts = request.parts else { return read(request, opening) }
    // Their lengths and their loudness are known before the utterance is queued, or it is not queued at all.
    opening.survey = clips.survey(parts.clips) { [weak self] result in
      guard let self else { return }
      opening.survey = nil
      switch result {
      case .success: read(request, opening)
      case .failure(let error): end(opening, error)
      }
    }
  }

  private func read(_ request: OpeningRequest, _ opening: PendingText) {
    let source = request.source
    let token = reader.read(
      source.file, as: request.format, language: request.language, request.voices.languages, name: request.fileName,
      isTimed: request.isOnClock
    ) { [weak self] event in
      if case .recording = event {
        self?.receivedRecording(source, for: opening)
      } else {
        self?.received(event, for: opening)
      }
    }
    reading[ObjectIdentifier(opening)] = (opening, token)
  }

  /// A track has left the queue: stops reading a document that is not wanted any more.
  package func forget(_ id: TrackID) {
    for (key, (opening, token)) in reading where opening.forget(id) {
      reader.cancel(token)
      reading[key] = nil
      opening.sound?.close()
      opening.document?.stopReading()
    }
  }

  /// Ends everything that is on its way: nothing of it enters the queue. Each request gets the error now, in their
  /// order.
  package func endAll(_ error: ReadingError) {
    let ended = waiting
    waiting = []
    for opening in ended {
      opening.result = .failure(error)
      opening.survey?.cancel()
      opening.survey = nil
      stopReading(opening)
    }
    for opening in ended { opening.completion(.failure(error)) }
  }

  private func stopReading(_ opening: PendingText) {
    if let (_, token) = reading.removeValue(forKey: ObjectIdentifier(opening)) { reader.cancel(token) }
    opening.sound?.close()
    opening.document?.stopReading()
  }

  func received(_ event: DocumentEvent, for opening: PendingText) {
    if case .text(let bytes) = event, let track = opening.newest,
      !admission.grow(track.id, to: track.text.count + bytes.count)
    {
      if let (_, token) = reading[ObjectIdentifier(opening)] { reader.cancel(token) }
      return failed(Self.noMoreText, for: opening)
    }
    if opening.intake.lacksTimes(before: event) {
      if let (_, token) = reading[ObjectIdentifier(opening)] { reader.cancel(token) }
      return failed(Self.noTimes, for: opening)
    }
    take(opening.intake.take(event), of: opening)
  }

  /// Nothing more of it can be read, for a reason that is not the reader's own.
  func failed(_ error: ReadingError, for opening: PendingText) { take(opening.intake.fail(error), of: opening) }

  private static var noTimes: ReadingError {
    ReadingError(.unknownFormat, "it has no times of its own; only subtitles and song texts can be read on their clock")
  }

  /// Takes notices that come after the event that caused them. Whatever they are about may have left the queue.
  func takeLate(_ notices: [ChapterIntake.Notice], of opening: PendingText) {
    let wanted = notices.filter { notice in
      switch notice {
      case .grown(let track): session.track(track.id) === track
      default: reading[ObjectIdentifier(opening)] != nil
      }
    }
    take(wanted, of: opening)
  }

  func take(_ notices: [ChapterIntake.Notice], of opening: PendingText) {
    for notice in notices {
      switch notice {
      case .described(let cover):
        if let cover { show(cover, on: opening) }
        describe(opening)
      case .begun(let track):
        opening.begin(track)
        proceed(opening, track)
      case .grown(let track):
        if opening.result == nil { decide(opening) }
        session.grew([track])
      case .blocked(nil, let error):
        opening.missing = error
      case .blocked: break
      case .done:
        reading[ObjectIdentifier(opening)] = nil
        if opening.isAdopted, let track = opening.tracks.first, case .cut = track.origin {
          session.failed(
            track.id,
            ReadingError(.unreadable, "the text ends early: the service ended before the whole of it had come"))
        }
        end(opening, ReadingError(.empty, "there is nothing in the text that could be spoken"))
      case .failed(let error):
        reading[ObjectIdentifier(opening)] = nil
        end(opening, error)
        // The text that was read is spoken, and the listener learns that it is incomplete.
        guard opening.isQueued, opening.intake.shutOutCount == nil else { continue }
        endsEarly(opening, error)
      }
    }
  }

  private static var noMoreText: ReadingError {
    ReadingError(.tooLarge, "it is larger than any text that is read (the queue holds no more text)")
  }

  /// Gives a document its cover. The book may have been read to its end before the cover or a better copy of it exists.
  func show(_ cover: CoverImage, on opening: PendingText) {
    guard let document = opening.document else { return }
    covers.keep(cover, named: opening.coverName) { [weak self, weak document] uri in
      document?.coverURI = uri
      // A document that is not in the queue yet, or never enters it, is not in the library either.
      guard opening.isQueued else { return }
      self?.describe(opening)
      if let document { self?.session.notify?(.covered(document)) }
    }
  }

  /// Nothing further will become known.
  private func end(_ opening: PendingText, _ error: ReadingError) {
    opening.isEnded = true
    if opening.result == nil { decide(opening, failing: error) }
    queueFurther(opening)
    session.grew(opening.tracks)
    describe(opening)
    opening.document?.stopReading()
    tellShutOut(opening)
    guard opening.isAdopted else { return }
    lose(opening.tracks.filter { $0.reading == .going && session.track($0.id) != nil }, opening.naming(error))
  }

  private func tellShutOut(_ opening: PendingText) {
    if let error = opening.intake.endShutOut() { endsEarly(opening, error) }
  }

  private func endsEarly(_ opening: PendingText, _ error: ReadingError) {
    guard let last = opening.tracks.last(where: { $0.sentenceCount > 0 }) else { return }
    session.failed(last.id, ReadingError(error.code, "\(opening.nameForPeople) ends early: \(error.message)"))
  }

  // MARK: Into the queue

  private func proceed(_ opening: PendingText, _ track: Track) {
    guard opening.isQueued else { return decide(opening) }
    if opening.isQueued(track.id) {
      session.grew(opening.intake.seal(before: track) + [track])
      return
    }
    // Many chapters arrive within a moment: one change of the queue for all of them.
    guard opening.timer == nil else { return }
    opening.timer = scheduler.schedule(after: .milliseconds(20)) { [weak self, weak opening] in
      guard let self, let opening else { return }
      opening.timer = nil
      queueFurther(opening)
    }
  }

  private func queueFurther(_ opening: PendingText) {
    guard opening.isQueued, !opening.ready.isEmpty else { return }
    // If every chapter was removed, these are removed too.
    guard let anchor = opening.queued.last(where: { session.track($0.id) != nil }) else { return }
    let room = admission.room
    for track in opening.ready.prefix(room) { session.notify?(.joined(track, after: anchor.id)) }
    queue(opening, .continuing(anchor.id), playing: false, room: room)
  }

  /// The present place of a text in the queue.
  private func placement(of opening: PendingText, insteadOf former: [TrackID]) -> Placement {
    // The new text takes the place of the current one.
    if let current = session.player.current, former.contains(current) { return .behind(current) }
    if let last = opening.after.flatMap({ session.lastToCome(with: $0) }) { return .after(last) }
    // A text that waits for Play does not silence what the listener has asked for since.
    if opening.playing, !isToBeHeard(opening), session.player.wantsSound { return .last }
    return opening.placement
  }

  /// True if it is to sound as soon as it is its turn. What was asked for before an order of silence is not.
  private func isToBeHeard(_ opening: PendingText) -> Bool {
    opening.playing && !(heedsSilence && session.silences.haveOvertaken(opening.silences))
  }

  /// Puts the ready tracks into the queue, as far as there is room. The tracks after that are left out for good, since
  /// a document must not have a gap.
  private func queue(_ opening: PendingText, _ placement: Placement, playing: Bool, room: Int) {
    defer { opening.shutOut() }
    let new = opening.takeReady(atMost: room)
    guard let last = new.last else { return }
    let former = opening.document?.tracks.count ?? 0
    for track in new { opening.document?.add(track.id) }
    session.add(
      new.map { ($0, opening.metadata.metadata(of: $0)) }, placement, playing: playing,
      from: opening.beginning(in: new),
      rate: former == 0 ? opening.document.flatMap { session.documents?.rate(of: $0) } : nil)
    opening.beginning = nil
    session.grew(opening.intake.seal(before: last))
    if former == 1 { describe(opening) }
  }

  /// Updates the metadata. A second or the last chapter adds to the data of the first.
  private func describe(_ opening: PendingText) {
    guard opening.isQueued else { return }
    for track in opening.queued {
      guard let entry = session.player.entry(track.id) else { continue }
      // The metadata of an earlier run is kept, except for titles that were only the file's name.
      let metadata =
        opening.isAdopted
        ? opening.document.map { opening.metadata.renamed(entry.metadata, in: $0) } ?? entry.metadata
        : opening.metadata.metadata(of: track)
      if entry.metadata != metadata { session.send(.described(track.id, metadata)) }
    }
  }

  /// Decides if there is something to speak, and puts the decided texts into the queue.
  private func decide(_ opening: PendingText, failing error: ReadingError? = nil) {
    guard opening.result == nil else { return }
    if let problem = opening.startProblem {
      opening.result = .failure(error.map { $0.code == .empty ? problem : $0 } ?? problem)
    } else if opening.isReady(session.documents) {
      opening.result = .success(())
    } else if let error {
      opening.result = .failure(error)
    } else {
      return
    }
    let decided = waiting.prefix { $0.result != nil || !$0.holdsUpOthers }.filter { $0.result != nil }
    waiting.removeAll { opening in decided.contains { $0 === opening } }
    for opening in decided {
      switch opening.result {
      case .success:
        let former = formerTracks(of: opening)
        if let heard = former.heard {
          // The document is being read by the same voice, as requested.
          stopReading(opening)
          if isToBeHeard(opening) { session.send(.expect(heard)) }
          opening.completion(.success(heard))
          continue
        }
        let first = opening.first
        // Texts of the service itself are always admitted.
        let room = opening.admitting == nil ? .max : admission.room + former.ids.count
        do throws(ReadingError) {
          try opening.admitting?(former.ids)
          try opening.checkFirst(isWithin: room)
        } catch {
          stopReading(opening)
          opening.completion(.failure(error))
          continue
        }
        opening.isQueued = true
        let isToBeHeard = isToBeHeard(opening)
        queue(opening, placement(of: opening, insteadOf: former.ids), playing: isToBeHeard, room: room)
        replace(former.ids, by: first.id, playing: isToBeHeard)
        if let sound = opening.sound { settle(sound) }
        if let after = opening.after { session.endSeries(after) }
        // The text has been saved by now, or will be saved from the text that was read.
        for track in opening.tracks where track.source?.isSavedInPieces == false { track.source = nil }
        opening.completion(.success(first.id))
        // If the reading begins further on, the tracks before it have entered the queue too.
        for track in opening.queued where track !== first { session.notify?(.joined(track, after: first.id)) }
        if let error = opening.missing { session.cannotRead(error, behind: nil) }
        if opening.isEnded {
          describe(opening)
          tellShutOut(opening)
        }
      case .failure(let error):
        opening.sound?.close()
        opening.completion(.failure(error))
      case nil: break
      }
    }
  }
}

import Documents
import EventLoop
import Playback
import Speech
import Vocabulary

extension OpeningQueue {
  /// Reads a text again whose tracks an earlier run queued: the chapters of a document, in order, or a text that is not
  /// divided. Chapters that were not found then are queued after them.
  ///
  /// - Parameter expecting: the fingerprint of the first track's text, if the file has changed.
  func reopen(
    _ source: TextSource, _ tracks: [Track], voices: VoiceChoice, language: String, expecting: UInt64?
  ) {
    guard let first = tracks.first else { return }
    let format = DocumentFormat(rawValue: first.options.format) ?? .auto
    let metadata = session.player.entry(tracks[tracks.count - 1].id)?.metadata
    var document: OpenDocument?
    if first.keptChapter != nil {
      document = OpenDocument(
        source, origin: first.origin, format: format, voices: voices, name: source.name, uri: metadata?.url)
      document?.coverURI = metadata?.artURL
      document?.takeUp(tracks.map(\.id), from: session.player.entry(first.id)?.metadata.trackNumber ?? 1)
    }
    let number = makeNumber()
    let intake = ChapterIntake(
      document, voices: voices, scheduler: scheduler, isOnClock: first.options.isOnClock,
      late: { [weak self] in self?.takeLate($0, of: number) }
    ) { [weak self] chapter in
      self?.track(of: chapter, tracks, document)
    }
    let text = PendingText(
      number, document, intake, ChapterMetadata(of: metadata, file: source.name, language: language),
      adopting: tracks, left: tracks.count { session.track($0.id) === $0 })
    let doubt = expecting.map { _ in DoubtedText(source.file.identity) }
    let name = source.name ?? ""
    text.reading = reader.read(
      source.file, as: source.format(format), language: language, voices.languages, name: name,
      isTimed: first.options.isOnClock
    ) { [weak self] event in
      if case .recording = event {
        self?.receivedRecording(source, for: text)
      } else if let doubt {
        self?.doubt(event, of: text, doubt)
      } else {
        self?.received(event, for: text)
      }
    }
    add(text)
  }

  /// The track of a chapter that is read again. A chapter that no run has found gets a new one after all others.
  private func track(
    of chapter: Chapter, _ tracks: [Track], _ document: OpenDocument?
  ) -> Track? {
    guard let document else { return tracks[0] }
    if let known = tracks.first(where: { $0.chapter == chapter.index }) { return known }
    guard let last = tracks.last, last.formerCount == nil, chapter.index > last.chapter else { return nil }
    let track = Track(
      id: session.makeTrackID(), voice: document.voice(of: chapter), gain: last.gain,
      gaps: last.silences, sampleRate: last.speechRate, options: last.options.ofFurtherChapter)
    track.origin = last.origin?.unread
    return track
  }

  /// Collects a text until it has been compared with the queued one.
  private func doubt(_ event: DocumentEvent, of text: PendingText, _ doubt: DoubtedText) {
    doubt.append(event)
    switch event {
    case .description, .cover, .chapter, .chapterFailed, .page, .text, .sentences, .times, .recording: return
    case .done:
      let comparison = doubt.comparison(with: text.tracks, isDivided: text.document != nil)
      SlicedWork.run(on: scheduler, comparison) { [weak self] in self?.settle(doubt, of: text) }
    case .failed(let trouble):
      perform(text.handle(.abandoned), of: text)
      lose(text.tracks, text.naming(ReadingError(trouble)))
    }
  }

  private func settle(_ doubt: DoubtedText, of text: PendingText) {
    // Nobody wants it any more.
    guard text.opening.isBeingRead else { return }
    guard doubt.isSame else {
      perform(text.handle(.abandoned), of: text)
      return lose(text.tracks, text.naming(.changed(text.fileName)))
    }
    // The same text in another file: it was copied, or saved again.
    for track in text.tracks {
      if case .file(let path, _, let fingerprint) = track.origin, let now = doubt.identity {
        track.origin = .file(path: path, now, fingerprint: fingerprint)
      }
    }
    // Each event, and each piece of the text, is given up by itself: to free a long text at once takes long.
    let step: @Core () -> Bool = { [weak self] in
      guard let self, text.opening.isBeingRead, let event = doubt.takeEvent() else { return false }
      received(event, for: text)
      return true
    }
    SlicedWork.run(on: scheduler, [step, { doubt.text.removePiece() }]) {}
  }

  /// Gives up tracks that cannot be read any more: with one message if one of them is the current one, otherwise when
  /// it is their turn.
  func lose(_ tracks: [Track], _ error: ReadingError) {
    guard let wanted = tracks.first(where: { $0.id == session.player.current }) else {
      for track in tracks { session.notify?(.lost(track, error)) }
      return
    }
    session.send(.remove(tracks.filter { $0 !== wanted }.map(\.id)))
    session.notify?(.lost(wanted, error))
  }
}

extension PendingText {
  /// The error with the file's name, which the listener needs: the file was opened in an earlier run.
  func naming(_ error: ReadingError) -> ReadingError {
    guard let fileName, !error.message.holds("'\(fileName)'") else { return error }
    return ReadingError(error.code, "'\(fileName)' cannot be read any more: \(error.message)")
  }

  /// The file's name for people.
  fileprivate var fileName: String? { tracks.first?.origin?.path?.fileName }
}

extension TextOrigin {
  /// The same origin for a text that has not been read yet.
  fileprivate var unread: TextOrigin {
    if case .file(let path, let identity, _) = self { .file(path: path, identity, fingerprint: nil) } else { self }
  }
}

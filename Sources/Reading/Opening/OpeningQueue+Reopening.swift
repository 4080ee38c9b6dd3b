import Documents
import EventLoop
import Playback
import Speech
import Vocabulary

extension OpeningQueue {
  /// The events of a file that may have changed. None of its text is spoken before it has been compared.
  @Core
  private final class Doubt {
    /// The file that is being read.
    let identity: FileIdentity?
    /// Those that were taken are `nil`.
    private var events: [DocumentEvent?] = []
    private var taken = 0
    /// All of its text.
    var text = SpokenText()
    /// The places in bytes where chapters begin.
    private var starts: [Int] = []
    private(set) var isSame = true

    init(_ identity: FileIdentity?) { self.identity = identity }

    func append(_ event: DocumentEvent) {
      events.append(event)
      switch event {
      case .text(let bytes): text.append(bytes)
      case .chapter(let chapter): starts.append(chapter.start.utf8)
      default: break
      }
    }

    /// Takes the next event out; `nil` if there is none. The list itself stays as it is, since to copy or free a list
    /// of all events takes long.
    func takeEvent() -> DocumentEvent? {
      guard taken < events.count else { return nil }
      defer { taken += 1 }
      return events[taken].take()
    }

    /// Finds out whether each chapter has the text that it had when it was queued, as far as that had been read.
    func comparison(with tracks: [Track], isDivided: Bool) -> [@Core () -> Bool] {
      tracks.compactMap { track in
        guard case .file(_, _, let fingerprint?) = track.origin else { return nil }
        let index = isDivided ? track.chapter : 0
        let ends = isDivided ? starts.dropFirst() + [text.count] : [text.count]
        guard starts.indices.contains(index), let end = ends.dropFirst(index).first, end >= starts[index] else {
          isSame = false
          return nil
        }
        var place = starts[index]
        var print = TextFingerprint(byteCount: end - place)
        return { [self] in
          guard isSame else { return false }
          let next = min(place + SpokenText.pieceSize, end)
          print.add(text.bytes(place..<next))
          place = next
          if place == end, print.value != fingerprint { isSame = false }
          return place < end
        }
      }
    }
  }

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
    let opening = PendingText(
      document, placement: .last, playing: false, holdsUpOthers: false,
      metadata: ChapterMetadata(of: metadata, file: source.name, language: language)
    ) { _ in }
    opening.adopt(tracks, left: tracks.count { session.track($0.id) === $0 })
    opening.intake = ChapterIntake(document, voices: voices, scheduler: scheduler, isOnClock: first.options.isOnClock) {
      [weak self] chapter in
      self?.track(of: chapter, tracks, document)
    }
    opening.intake.onLateNotices = { [weak self, weak opening] in if let opening { self?.takeLate($0, of: opening) } }
    let doubt = expecting.map { _ in Doubt(source.file.identity) }
    let name = source.name ?? ""
    let token = reader.read(
      source.file, as: format, language: language, voices.languages, name: name, isTimed: first.options.isOnClock
    ) { [weak self] event in
      if case .recording = event {
        self?.receivedRecording(source, for: opening)
      } else if let doubt {
        self?.doubt(event, of: opening, doubt)
      } else {
        self?.received(event, for: opening)
      }
    }
    reading[ObjectIdentifier(opening)] = (opening, token)
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
  private func doubt(_ event: DocumentEvent, of opening: PendingText, _ doubt: Doubt) {
    doubt.append(event)
    switch event {
    case .description, .cover, .chapter, .chapterFailed, .page, .text, .sentences, .times, .recording: return
    case .done:
      let comparison = doubt.comparison(with: opening.tracks, isDivided: opening.document != nil)
      SlicedWork.run(on: scheduler, comparison) { [weak self] in self?.settle(doubt, of: opening) }
    case .failed(let trouble):
      reading[ObjectIdentifier(opening)] = nil
      lose(opening.tracks, opening.naming(ReadingError(trouble)))
    }
  }

  private func settle(_ doubt: Doubt, of opening: PendingText) {
    let key = ObjectIdentifier(opening)
    // Nobody wants it any more.
    guard reading[key] != nil else { return }
    guard doubt.isSame else {
      reading[key] = nil
      return lose(opening.tracks, opening.naming(.changed(opening.fileName)))
    }
    // The same text in another file: it was copied, or saved again.
    for track in opening.tracks {
      if case .file(let path, _, let fingerprint) = track.origin, let now = doubt.identity {
        track.origin = .file(path: path, now, fingerprint: fingerprint)
      }
    }
    // Each event, and each piece of the text, is given up by itself: to free a long text at once takes long.
    let step: @Core () -> Bool = { [weak self] in
      guard let self, reading[key] != nil, let event = doubt.takeEvent() else { return false }
      received(event, for: opening)
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

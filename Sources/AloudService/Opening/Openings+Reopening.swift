import AloudAPI
import Documents
import EventLoop
import Playback
import Speech
import Store
import Vocabulary
import VoiceChoosing
import Wire
import Workers

extension Openings {
  /// What is read from a file that may be another by now; nothing of it is spoken before that is known.
  private final class Doubt {
    /// The file that is read.
    let identity: FileIdentity?
    var events: [DocumentEvent] = []

    init(_ identity: FileIdentity?) { self.identity = identity }
  }

  /// Reads a text again of which an earlier run queued these tracks: the chapters of a document, in order, or one that
  /// is not divided. Chapters that it had not found yet are queued behind them.
  ///
  /// - Parameter expecting: the fingerprint of the first track's text, where the file is not the one that it was.
  func reopen(
    _ source: TextSource, _ tracks: [SpokenTrack], voices: VoiceChoice, language: String, expecting: UInt64?
  ) {
    guard let first = tracks.first else { return }
    let format = DocumentFormat(rawValue: first.reopening.format) ?? .auto
    let metadata = session.player.entry(tracks[tracks.count - 1].id)?.metadata
    var document: OpenDocument?
    if first.keptChapter != nil {
      document = OpenDocument(
        source, origin: first.origin, format: format, voices: voices, name: source.name, uri: metadata?.url)
      document?.coverURI = metadata?.artURL
      document?.takeUp(tracks.map(\.id), from: session.player.entry(first.id)?.metadata.trackNumber ?? 1)
    }
    let opening = Opening(
      document, placement: .last, playing: false, holdsUpOthers: false,
      metadata: ChapterMetadata(of: metadata, file: source.name, language: language)
    ) { _ in }
    opening.adopt(tracks, left: tracks.count { session.track($0.id) === $0 })
    opening.intake = ChapterIntake(document, voices: voices) { [weak self] chapter in
      self?.track(of: chapter, tracks, document)
    }
    let doubt = expecting.map { _ in Doubt(source.file.identity) }
    let name = source.name ?? ""
    let token = reader.read(source.descriptor, format: format, language: language, name: name) { [weak self] event in
      if let doubt {
        self?.doubt(event, of: opening, doubt)
      } else {
        self?.received(event, for: opening)
      }
    }
    reading[ObjectIdentifier(opening)] = (opening, token)
  }

  /// The track of a chapter that is read again; one that no run has found is new, behind all others.
  private func track(
    of chapter: Chapter, _ tracks: [SpokenTrack], _ document: OpenDocument?
  ) -> SpokenTrack? {
    guard let document else { return tracks[0] }
    if let known = tracks.first(where: { $0.chapter == chapter.index }) { return known }
    guard let last = tracks.last, last.formerCount == nil, chapter.index > last.chapter else { return nil }
    let track = SpokenTrack(
      id: session.makeTrackID(), voice: document.voice(of: chapter), gain: Double(last.gain),
      gaps: last.timeline.gaps)
    track.reopening = last.reopening
    track.origin = last.origin?.unread
    return track
  }

  /// Collects a text until it is known whether it is the one that was queued.
  private func doubt(_ event: DocumentEvent, of opening: Opening, _ doubt: Doubt) {
    doubt.events.append(event)
    switch event {
    case .description, .cover, .chapter, .chapterFailed, .page, .text, .sentences: return
    case .done, .failed: break
    }
    guard case .done = event, Self.isSame(opening.tracks, doubt.events, isDivided: opening.document != nil) else {
      reading[ObjectIdentifier(opening)] = nil
      let error = if case .failed(let error) = event { APIError(error) } else { APIError.changed(opening.fileName) }
      return lose(opening.tracks, opening.naming(error))
    }
    // The same text in another file: it was copied, or saved again.
    for track in opening.tracks {
      if case .file(let path, _, let fingerprint) = track.origin, let now = doubt.identity {
        track.origin = .file(path: path, now, fingerprint: fingerprint)
      }
    }
    for event in doubt.events { received(event, for: opening) }
  }

  /// Gives up tracks that cannot be had any more: with one word, where one of them is wanted now; else their turn comes.
  func lose(_ tracks: [SpokenTrack], _ error: APIError) {
    guard let wanted = tracks.first(where: { $0.id == session.player.current }) else {
      for track in tracks { session.notify?(.lost(track, error)) }
      return
    }
    session.send(.remove(tracks.filter { $0 !== wanted }.map(\.id)))
    session.notify?(.lost(wanted, error))
  }

  /// Whether each chapter has the text that it had when it was queued, as far as that had been read.
  private static func isSame(_ tracks: [SpokenTrack], _ events: [DocumentEvent], isDivided: Bool) -> Bool {
    var text: [UInt8] = []
    var starts: [Int] = []
    for event in events {
      switch event {
      case .text(let bytes): text += bytes
      case .chapter(let chapter): if isDivided || starts.isEmpty { starts.append(chapter.start.utf8) }
      default: break
      }
    }
    return tracks.allSatisfy { track in
      guard case .file(_, _, let fingerprint?) = track.origin else { return true }
      let index = isDivided ? track.chapter : 0
      guard starts.indices.contains(index) else { return false }
      let end = index + 1 < starts.count ? starts[index + 1] : text.count
      return TextFingerprint.of(Array(text[starts[index]..<end])) == fingerprint
    }
  }
}

extension Opening {
  /// The error with the file's name, which nobody would know without: it was opened in another life.
  func naming(_ error: APIError) -> APIError {
    guard let fileName, !error.message.holds("'\(fileName)'") else { return error }
    return APIError(error.code, "'\(fileName)' cannot be read any more: \(error.message)")
  }

  /// What its file is called, for people.
  fileprivate var fileName: String? { tracks.first?.origin?.path?.fileName }
}

extension TextOrigin {
  /// The same, of a text that has not been read yet.
  fileprivate var unread: TextOrigin {
    if case .file(let path, let identity, _) = self { .file(path: path, identity, fingerprint: nil) } else { self }
  }
}

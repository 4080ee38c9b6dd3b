package import EventLoop
import Playback
import Speech
import Vocabulary

/// Opens the texts of tracks that an earlier run left, each when it is needed; for a document, all chapters at once.
@Core
package final class Reopening {
  private let session: Session
  private let openings: OpeningQueue
  private let texts: any KeptTexts
  private let voices: any VoiceDirectory

  /// Opens the texts of a session as `texts` has them.
  package init(session: Session, openings: OpeningQueue, texts: any KeptTexts, voices: any VoiceDirectory) {
    self.session = session
    self.openings = openings
    self.texts = texts
    self.voices = voices
    openings.clips.texts = texts
  }

  /// A closed track is needed.
  package func open(_ track: Track) {
    if let sound = track.recording?.source { return openAgain(track, sound) }
    let chapters = chapters(with: track)
    for track in chapters { track.beginReading() }
    guard track.options.languages != .one else { return open(track, chapters, nil) }
    voices.withCatalogue { [weak self] in self?.open(track, chapters, $0) }
  }

  /// Opens the file of a recording again, which was closed until its turn.
  private func openAgain(_ track: Track, _ sound: RecordedSound) {
    sound.beginOpening()
    texts.open(track.id, from: track.origin) { [weak self] result in
      guard let self, sound.isOpening else { return }
      switch result {
      case .success(let source): openings.resume(sound, source)
      case .failure(let error):
        // While it counts as being opened, its other chapters do not ask for it again.
        openings.lose(session.recordings.tracks(of: sound), error)
        sound.endOpening()
      }
    }
  }

  private func open(_ track: Track, _ chapters: [Track], _ catalogue: VoiceCatalogue?) {
    guard session.track(track.id) === track else { return }
    let origin = track.origin
    texts.open(track.id, from: origin) { [weak self] result in
      guard let self, session.track(track.id) === track else { return }
      do throws(ReadingError) {
        let source = try result.get()
        let language = session.player.entry(track.id)?.metadata.language ?? ""
        openings.reopen(
          source, chapters,
          voices: VoiceChoice(
            track.voice, from: catalogue, track.options.languages, sampleRate: track.speechRate),
          language: language,
          // A place of a recording is only a time: other tags in its file do not move it.
          expecting: track.countsInTime ? nil : try fingerprint(of: source, from: origin))
      } catch {
        openings.lose(chapters, error)
      }
    }
  }

  /// All queued tracks of the same document; for a text that is not divided, the track alone.
  private func chapters(with track: Track) -> [Track] {
    guard let chapter = track.keptChapter else { return [track] }
    let tracks = session.player.ids.compactMap { session.track($0) }
    return tracks.filter { $0.keptChapter?.document == chapter.document && ($0.reading == .closed || $0 === track) }
      .sorted { $0.chapter < $1.chapter }
  }

  /// The expected fingerprint of the text if its file has changed; `nil` for the same file.
  private func fingerprint(of source: TextSource, from origin: TextOrigin?) throws(ReadingError) -> UInt64? {
    guard case .file(_, let identity, let fingerprint)? = origin, source.file.identity != identity else { return nil }
    guard let fingerprint else { throw ReadingError.changed(source.name) }
    return fingerprint
  }
}

extension ReadingError {
  static func changed(_ name: String?) -> ReadingError {
    ReadingError(.unreadable, "'\(name ?? "the file")' has changed since it was queued")
  }
}

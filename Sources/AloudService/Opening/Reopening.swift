import AloudAPI
import EventLoop
import Playback
import Speech
import Store
import VoiceChoosing
import Wire
import Workers

/// Opens the texts of tracks that an earlier run left, each when it is wanted; of a document all chapters at once.
@Core
final class Reopening {
  private let session: Session
  private let openings: Openings
  private let files: FileOpening
  private let log: ServiceLog
  /// The text of a track that was stored.
  var storedText: (@Core (TrackID) -> [UInt8]?)?
  /// Calls back with the engine's voices, when they are known.
  var voices: (@Core (@escaping @Core (VoiceCatalogue?) -> Void) -> Void)?

  init(session: Session, openings: Openings, files: FileOpening, log: ServiceLog) {
    self.session = session
    self.openings = openings
    self.files = files
    self.log = log
  }

  /// A track is wanted whose text is closed.
  func open(_ track: SpokenTrack) {
    let chapters = chapters(with: track)
    for track in chapters { track.beginReading() }
    guard track.reopening.isVoiceFree, let voices else { return open(track, chapters, nil) }
    voices { [weak self] in self?.open(track, chapters, $0) }
  }

  private func open(_ track: SpokenTrack, _ chapters: [SpokenTrack], _ catalogue: VoiceCatalogue?) {
    guard session.track(track.id) === track else { return }
    let origin = track.origin
    files.open(request(of: track)) { [weak self] result in
      guard let self, session.track(track.id) === track else { return }
      do throws(APIError) {
        let source = try result.get()
        let language = session.player.entry(track.id)?.metadata.language ?? ""
        openings.reopen(
          source, chapters, voices: VoiceChoice(track.voice, from: catalogue), language: language,
          expecting: try fingerprint(of: source, from: origin))
      } catch {
        openings.lose(chapters, error)
      }
    }
  }

  /// Everything in the queue that belongs to the same document; a text that is not divided belongs to itself.
  private func chapters(with track: SpokenTrack) -> [SpokenTrack] {
    guard let chapter = track.keptChapter else { return [track] }
    let tracks = session.player.ids.compactMap { session.track($0) }
    return tracks.filter { $0.keptChapter?.document == chapter.document && ($0.reading == .closed || $0 === track) }
      .sorted { $0.chapter < $1.chapter }
  }

  private func request(of track: SpokenTrack) -> TextRequest {
    switch track.origin {
    case .file(let path, _, _): .path(path)
    case .whole, .live, .cut, nil:
      storedText?(track.id).map { .bytes($0) } ?? .refused(APIError(.notReadable, "the text was not kept"))
    }
  }

  /// The fingerprint that the text has to have where its file is not the one that it was; `nil` for the same file.
  private func fingerprint(of source: TextSource, from origin: TextOrigin?) throws(APIError) -> UInt64? {
    guard case .file(_, let identity, let fingerprint)? = origin, source.file.identity != identity else { return nil }
    guard let fingerprint else { throw APIError.changed(source.name) }
    return fingerprint
  }

  /// The text of a track cannot be had any more.
  func lose(_ track: SpokenTrack, _ error: APIError) {
    if session.lost(track, error) {
      log.warning("a text that was queued cannot be read any more (\(error.code.rawValue)); it is left out")
    }
  }
}

extension APIError {
  static func changed(_ name: String?) -> APIError {
    APIError(.notReadable, "'\(name ?? "the file")' has changed since it was queued")
  }
}

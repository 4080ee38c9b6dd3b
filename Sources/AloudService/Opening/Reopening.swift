import AloudAPI
import EventLoop
import Playback
import Store
import Workers

/// Opens the texts of tracks that an earlier run left, each when it is wanted.
@Core
final class Reopening {
  /// What is read from a file that may be another by now; nothing of it is spoken before that is known.
  private final class Doubtful {
    var events: [DocumentEvent] = []
  }

  private let session: Session
  private let reader: DocumentReader
  private let log: ServiceLog
  private var reading: [TrackID: RequestToken] = [:]
  /// The text of a track that was stored.
  var storedText: (@Core (TrackID) -> [UInt8]?)?

  init(session: Session, reader: DocumentReader, log: ServiceLog) {
    self.session = session
    self.reader = reader
    self.log = log
    session.onNeed = { [weak self] in self?.open($0) }
  }

  /// Stops reading a track that nobody wants any more.
  func forget(_ id: TrackID) {
    if let token = reading.removeValue(forKey: id) { reader.cancel(token) }
  }

  private func open(_ track: SpokenTrack) {
    do throws(APIError) {
      let (source, fingerprint) = try source(of: track)
      let doubtful = fingerprint.map { (Doubtful(), $0) }
      track.beginReading()
      reading[track.id] = reader.read(source.descriptor, language: language(of: track)) { [weak self] event in
        if let (doubtful, fingerprint) = doubtful {
          self?.doubt(event, of: track, doubtful, fingerprint)
        } else {
          self?.received(event, for: track)
        }
      }
    } catch {
      lose(track, error)
    }
  }

  private func language(of track: SpokenTrack) -> String {
    session.player.entry(track.id)?.metadata.language ?? ""
  }

  /// - Returns: the text, and the fingerprint that it has to have where the file is not the one that it was.
  private func source(of track: SpokenTrack) throws(APIError) -> (TextSource, UInt64?) {
    switch track.origin {
    case .file(let path, let identity, let fingerprint):
      let source = try TextSource(path: path)
      if FileIdentity(of: source.descriptor) == identity { return (source, nil) }
      guard let fingerprint else { throw Self.changed(source.name) }
      return (source, fingerprint)
    case .whole, .live, .cut, nil:
      guard let bytes = storedText?(track.id) else { throw APIError(.notReadable, "the text was not kept") }
      return (try TextSource(bytes: bytes), nil)
    }
  }

  private static func changed(_ name: String?) -> APIError {
    APIError(.notReadable, "'\(name ?? "the file")' has changed since it was queued")
  }

  /// Collects a text until it is known whether it is the one that was queued.
  private func doubt(_ event: DocumentEvent, of track: SpokenTrack, _ doubtful: Doubtful, _ fingerprint: UInt64) {
    doubtful.events.append(event)
    switch event {
    case .description, .cover, .chapter, .chapterFailed, .page, .text, .sentences: return
    case .failed: return received(event, for: track)
    case .done: break
    }
    var text: [UInt8] = []
    for case .text(let bytes) in doubtful.events { text += bytes }
    guard TextFingerprint.of(text) == fingerprint else {
      reading[track.id] = nil
      if case .file(let path, _, _) = track.origin {
        lose(track, Self.changed(path.split(separator: "/").last.map(String.init)))
      }
      return
    }
    // The same text in another file: it was copied, or saved again.
    if case .file(let path, _, _) = track.origin, let now = FileIdentity(atPath: path) {
      track.origin = .file(path: path, now, fingerprint: fingerprint)
    }
    for event in doubtful.events { received(event, for: track) }
  }

  private func received(_ event: DocumentEvent, for track: SpokenTrack) {
    switch event {
    case .text(let bytes): track.append(text: bytes)
    case .description, .cover, .chapter, .chapterFailed, .page: break
    case .sentences(let batch, _):
      track.append(sentences: batch)
      session.grew(track)
    case .done:
      reading[track.id] = nil
      if case .cut = track.origin {
        end(track, APIError(.notReadable, "the service ended before the whole text had come"))
      } else {
        track.complete(.complete)
        track.noteFingerprint()
        session.grew(track)
      }
    case .failed(let error):
      reading[track.id] = nil
      if track.sentenceCount == 0 { lose(track, APIError(error)) } else { end(track, APIError(error)) }
    }
  }

  /// What was read is spoken; the listener learns that it is not all.
  private func end(_ track: SpokenTrack, _ error: APIError) {
    track.complete(.brokenOff)
    session.grew(track)
    session.failed(track.id, APIError(error.code, "the text ends early: \(error.message)"))
  }

  private func lose(_ track: SpokenTrack, _ error: APIError) {
    if session.lost(track, error) {
      log.warning("a text that was queued cannot be read any more (\(error.code.rawValue)); it is left out")
    }
  }
}

import AloudAPI
import EventLoop
import Playback
import Speech
import Workers

/// Texts on their way into the queue: read far enough to know that there is something to speak, then added in the
/// order in which they were asked for.
@Core
final class Openings {
  /// Whose answer waits for the text.
  typealias Completion = @Core (Result<TrackID, APIError>) -> Void

  private final class Opening {
    let track: SpokenTrack
    let metadata: (SpokenTrack) -> TrackMetadata
    let placement: Placement
    let playing: Bool
    let completion: Completion
    /// Nobody waits for a writer who takes his time.
    let holdsUpOthers: Bool
    var result: Result<Void, APIError>?

    init(
      track: SpokenTrack, placement: Placement, playing: Bool, holdsUpOthers: Bool,
      completion: @escaping Completion, metadata: @escaping (SpokenTrack) -> TrackMetadata
    ) {
      self.track = track
      self.placement = placement
      self.playing = playing
      self.completion = completion
      self.holdsUpOthers = holdsUpOthers
      self.metadata = metadata
    }
  }

  private static let titleLength = 60

  private let session: Session
  private let reader: DocumentReader
  /// In the order of the requests; a file that is not decided holds up those behind it.
  private var waiting: [Opening] = []
  private var reading: [TrackID: RequestToken] = [:]

  init(session: Session, reader: DocumentReader) {
    self.session = session
    self.reader = reader
  }

  /// Whether nothing is on its way.
  var isIdle: Bool { waiting.isEmpty }

  /// Opens a text; `completion` is called once, in a later turn.
  func open(
    _ source: TextSource, options: SpeakOptions, defaults: SpeechDefaults, placement: Placement,
    completion: @escaping Completion
  ) throws(APIError) {
    let voice = try defaults.configuration(for: options)
    let track = SpokenTrack(
      id: session.makeTrackID(), voice: voice, gain: options.volume ?? 1,
      gaps: defaults.gaps(for: options, sampleRate: SpeechEngine.sampleRate), sampleRate: SpeechEngine.sampleRate)
    track.origin = source.origin
    track.source = source
    let fallback = source.name
    let uri = options.url ?? source.uri
    let language = options.language ?? defaults.catalogue.named(voice.voice)?.language ?? ""
    let opening = Opening(
      track: track, placement: placement, playing: !options.paused, holdsUpOthers: !source.isLive,
      completion: completion
    ) { track in
      TrackMetadata(
        title: options.title ?? fallback ?? track.opening(limit: Self.titleLength), artists: options.artists ?? [],
        album: options.album, url: uri, artURL: options.artURL, language: language)
    }
    waiting.append(opening)
    reading[track.id] = reader.read(source.descriptor, language: language) { [weak self] event in
      self?.received(event, for: opening)
    }
  }

  /// Stops reading a track that nobody wants any more.
  func forget(_ id: TrackID) {
    if let token = reading.removeValue(forKey: id) { reader.cancel(token) }
  }

  private func received(_ event: DocumentEvent, for opening: Opening) {
    let track = opening.track
    switch event {
    case .text(let bytes):
      track.append(text: bytes)
    case .description, .cover, .chapter, .chapterFailed, .page: break
    case .sentences(let batch, _):
      track.append(sentences: batch)
      decide(opening, .success(()))
      session.grew(track)
    case .done:
      reading[track.id] = nil
      track.complete(.complete)
      track.noteFingerprint()
      decide(opening, .failure(APIError(.empty, "there is nothing in the text that could be spoken")))
      session.grew(track)
    case .failed(let error):
      reading[track.id] = nil
      let failure = APIError(error)
      if opening.result == nil {
        decide(opening, .failure(failure))
      } else {
        // What was read is spoken; the listener learns that it is not all.
        track.complete(.brokenOff)
        session.grew(track)
        session.failed(track.id, APIError(failure.code, "the text ends early: \(failure.message)"))
      }
    }
  }

  private func decide(_ opening: Opening, _ result: Result<Void, APIError>) {
    guard opening.result == nil else { return }
    opening.result = result
    let decided = waiting.prefix { $0.result != nil || !$0.holdsUpOthers }.filter { $0.result != nil }
    waiting.removeAll { opening in decided.contains { $0 === opening } }
    for opening in decided {
      switch opening.result {
      case .success:
        session.add(opening.track, opening.metadata(opening.track), opening.placement, playing: opening.playing)
        // It is saved by now; or it is not, and will be from what was read.
        opening.track.source = nil
        opening.completion(.success(opening.track.id))
      case .failure(let error):
        opening.completion(.failure(error))
      case nil: break
      }
    }
  }
}

extension APIError {
  /// A worker's error as a client sees it.
  init(_ error: WorkerError) {
    let code: APIErrorCode =
      switch error.code {
      case .notText: .notText
      case .empty: .empty
      case .tooLarge: .tooLarge
      case .wrongEncoding: .wrongEncoding
      case .unreadable, .encrypted, .damaged, .harmful, .changed: .notReadable
      case .unknownFormat: .notText
      case .noVoice: .noVoice
      default: .engine
      }
    self.init(code, error.description)
  }
}

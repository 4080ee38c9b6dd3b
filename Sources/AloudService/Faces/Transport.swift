import AloudAPI
import Configuration
import EventLoop
import Playback
import Speech
import Workers

/// What both faces ask of the service, so that neither has a rule of its own.
@Core
final class Transport {
  let session: Session
  let openings: Openings
  private let engine: SpeechEngine
  var settings: Settings
  private var catalogue: VoiceCatalogue?
  private var waitingForVoices: [@Core (Result<VoiceCatalogue, APIError>) -> Void] = []

  init(session: Session, openings: Openings, engine: SpeechEngine, settings: Settings) {
    self.session = session
    self.openings = openings
    self.engine = engine
    self.settings = settings
  }

  // MARK: Opening

  /// Where a text goes.
  enum Place {
    case whenBusy(WhenBusy)
    case exactly(Placement)
  }

  /// Opens a text and puts it into the queue.
  func open(
    _ source: TextSource, _ options: SpeakOptions, at place: Place,
    completion: @escaping Openings.Completion
  ) {
    let placement: Placement
    switch place {
    case .exactly(let exactly): placement = exactly
    case .whenBusy(.drop) where isBusy:
      return completion(.failure(APIError(.busy, "something else is being read")))
    case .whenBusy(.queue), .whenBusy(.drop): placement = .last
    case .whenBusy(.next): placement = .next
    case .whenBusy(.now): placement = .now
    }
    if !options.paused { session.anticipateSound() }
    withVoices { [self] voices in
      do throws(APIError) {
        let defaults = SpeechDefaults(settings: settings.speech, catalogue: try voices.get())
        try openings.open(
          source, options: options, defaults: defaults, placement: placement, completion: completion)
      } catch {
        completion(.failure(error))
      }
    }
  }

  private var isBusy: Bool { session.snapshot.status == .playing || !openings.isIdle }

  /// Calls `body` with the engine's voices: at once when they are known.
  func withVoices(_ body: @escaping @Core (Result<VoiceCatalogue, APIError>) -> Void) {
    if let catalogue { return body(.success(catalogue)) }
    waitingForVoices.append(body)
    guard waitingForVoices.count == 1 else { return }
    engine.voices { [weak self] result in
      guard let self else { return }
      let answer = result.map { VoiceCatalogue($0) }.mapError { APIError($0) }
      self.catalogue = try? answer.get()
      let waiting = self.waitingForVoices
      self.waitingForVoices = []
      for body in waiting { body(answer) }
    }
  }

  /// Starts what the next text will need.
  func warm() {
    withVoices { [self] voices in
      guard let catalogue = try? voices.get(),
        let standard = try? SpeechDefaults(settings: settings.speech, catalogue: catalogue)
          .configuration(for: SpeakOptions())
      else { return }
      engine.warm(standard)
    }
  }

  // MARK: Moving

  func next(_ unit: Settings.Unit, finishing: Bool) {
    switch unit {
    case .track: session.send(.next(finishing: finishing))
    case .paragraph: session.step(1, by: .paragraph)
    case .sentence: session.step(1, by: .sentence)
    }
  }

  func previous(_ unit: Settings.Unit) {
    switch unit {
    case .track:
      session.send(
        .previous(heard: session.position, restartAfter: settings.player.previousRestartsAfter.microseconds))
    case .paragraph: session.step(-1, by: .paragraph)
    case .sentence: session.step(-1, by: .sentence)
    }
  }
}

extension Duration {
  /// Whole microseconds.
  var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}

import EventLoop
import Playback
import Reading
import Speech
import Workers

// The implementation of the reading's synthesizer with the speech worker.
extension SpeechEngine: Synthesizer {
  func speak(
    _ text: [UInt8], with voice: VoiceConfiguration, _ spans: [VoiceSpan], _ urgency: SynthesisUrgency,
    events: @escaping @Core (SynthesisEvent) -> Void
  ) -> SynthesisRequest {
    let priority: SpeechPriority =
      switch urgency {
      case .now: .now
      case .ahead: .ahead
      }
    let token = speak(text, spans: spans, configuration: voice, priority: priority) { event in
      if let event = SynthesisEvent(event) { events(event) }
    }
    return SynthesisRequest(number: token.number)
  }

  func measure(
    _ text: [UInt8], with voice: VoiceConfiguration, _ spans: [VoiceSpan],
    done: @escaping @Core (Result<Frame, SynthesisError>) -> Void
  ) -> SynthesisRequest {
    let token = measure(text, spans: spans, configuration: voice) { result in
      done(result.map { Frame($0) }.mapError { SynthesisError($0) })
    }
    return SynthesisRequest(number: token.number)
  }

  func listVoices(_ done: @escaping @Core (Result<[Voice], SynthesisError>) -> Void) {
    voices { done($0.mapError { SynthesisError($0) }) }
  }

  func cancel(_ request: SynthesisRequest) { cancel(RequestToken(number: request.number)) }
}

extension SynthesisEvent {
  /// `nil` for what only an explanation has.
  init?(_ event: SpeechEvent) {
    switch event {
    case .explained: return nil
    case .samples(let firstFrame, let samples): self = .samples(firstFrame: firstFrame, samples)
    case .mark(let word): self = .mark(word)
    case .skipped: self = .skipped
    case .done(let frames): self = .done(frames: Frame(frames))
    case .failed(let error): self = .failed(SynthesisError(error))
    }
  }
}

extension SynthesisError {
  init(_ error: WorkerError) {
    let kind: Kind =
      switch error.code {
      case .noVoice: .noVoice
      case .spawnFailed, .wrongVersion, .engine: .noEngine
      case .broken: .givenUp
      default: .unspeakable
      }
    self.init(kind: kind, message: error.description)
  }
}

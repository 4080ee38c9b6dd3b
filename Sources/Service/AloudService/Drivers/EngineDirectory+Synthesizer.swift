import EventLoop
import Playback
import Reading
import Speech
import Vocabulary
import Workers

// The implementation of the reading's synthesizer with the speech engines.
extension EngineDirectory: Synthesizer {
  func speak(
    _ text: [UInt8], with voice: VoiceConfiguration, _ runs: [TextRun], at rate: SampleRate,
    _ urgency: SpeechUrgency,
    events: @escaping @Core (SpeechEvent) -> Void
  ) -> SynthesisRequest {
    let token = speak(text, runs: runs, configuration: voice, at: rate, urgency: urgency, events: events)
    return SynthesisRequest(number: token.number)
  }

  func measure(
    _ text: [UInt8], with voice: VoiceConfiguration, _ runs: [TextRun], at rate: SampleRate,
    done: @escaping @Core (Result<Frame, Trouble>) -> Void
  ) -> SynthesisRequest {
    SynthesisRequest(number: measure(text, runs: runs, configuration: voice, at: rate, done: done).number)
  }

  func listVoices(
    some: @escaping @Core ([Voice]) -> Void, _ done: @escaping @Core (Result<[Voice], Trouble>) -> Void
  ) { voices(some: some, done) }

  func cancel(_ request: SynthesisRequest) { cancel(RequestToken(number: request.number)) }
}

import EventLoop
import Reading
import Speech
import Vocabulary

/// The engine of the reading, for announcements: their lengths are never measured ahead, and they do not decide when
/// those of the reading are.
@Core
final class AnnouncementEngine: Synthesizer {
  private let engine: any Synthesizer
  var isMeasuringHeld = false

  init(_ engine: any Synthesizer) { self.engine = engine }

  func speak(
    _ text: [UInt8], with voice: VoiceConfiguration, _ runs: [TextRun], at rate: SampleRate,
    _ urgency: SpeechUrgency,
    events: @escaping @Core (SpeechEvent) -> Void
  ) -> SynthesisRequest {
    engine.speak(text, with: voice, runs, at: rate, urgency, events: events)
  }

  /// Nobody waits for the length of a text that is gone in a moment: `done` is not called.
  func measure(
    _ text: [UInt8], with voice: VoiceConfiguration, _ runs: [TextRun], at rate: SampleRate,
    done: @escaping @Core (Result<Frame, Trouble>) -> Void
  ) -> SynthesisRequest {
    SynthesisRequest(number: .max)
  }

  func cancel(_ request: SynthesisRequest) { if request.number != .max { engine.cancel(request) } }
  func listVoices(
    some: @escaping @Core ([Voice]) -> Void, _ done: @escaping @Core (Result<[Voice], Trouble>) -> Void
  ) { engine.listVoices(some: some, done) }
  var knowsVoices: Bool { engine.knowsVoices }
  func awaitVoices(_ done: @escaping @Core () -> Void) -> Bool { engine.awaitVoices(done) }
  var troubles: [(engine: String, trouble: Trouble)] { engine.troubles }
  var voiceTroubles: [(voice: VoiceID, trouble: Trouble)] { engine.voiceTroubles }
  func effort(of voice: VoiceID) -> SpeechEffort { engine.effort(of: voice) }
  func keepsUp(with voice: Voice, at rate: Double) -> Bool { engine.keepsUp(with: voice, at: rate) }
  func pace(of voice: Voice) -> SpeakingPace { engine.pace(of: voice) }
  func warm(_ voice: VoiceConfiguration) { engine.warm(voice) }
  /// The reading may need what is kept ready.
  func release() {}
}

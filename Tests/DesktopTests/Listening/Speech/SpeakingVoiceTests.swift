import AloudAPI
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// The natural voices with which the tests of the transport are repeated (``SpeakingVoices/readers``).
  struct SpeakingVoiceTests {
    @Test(
      .enabled("pause, seek, words, kills… were tried with espeak-ng alone (scripts/fetch-voices tests)") {
        SpeakingVoices.natural.count == 2
      }, arguments: [SpeakingVoices.heart, .piper])
    func aNaturalVoiceReadsWhatTheTestsGiveIt(voices: SpeakingVoices) async throws {
      try await Scene.with(voices: voices) { scene in
        try await voices.speak("Owls are awake. Are eagles?", to: scene.remote)
        #expect(try await scene.remote.text(.voice) == voices.voice)
        try await scene.recorder.wait(for: "UtteranceFinished")
        #expect(scene.recorder.all("Word").count == 5)
        #expect(!descendants(of: scene.service.pid, named: voices.processes).isEmpty)
        let error = try await scene.remote.text(.voiceError)
        #expect(error.isEmpty, "\(error)\n\(scene.service.errors)")
      }
    }
  }
}

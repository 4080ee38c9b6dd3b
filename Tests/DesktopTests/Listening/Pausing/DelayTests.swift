import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// A pause is a state of the session, even if nothing can be heard yet.
  struct DelayTests {
    @Test(arguments: SpeakingVoices.readers)
    func delaysCanBeSoughtAndSkipped_S0_09(voices: SpeakingVoices) async throws {
      try await Scene.with(voices: voices) { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        try await remote.speak(
          "Apple.", SpeakOptions(leadingDelay: .seconds(30), trailingDelay: .seconds(30)))
        let length = try await remote.exactLength()
        let sought = Remote.now
        try await remote(.setPosition(microseconds: 29_500_000, track: nil))
        let answered = Remote.now
        let sound = try await recorder.wait(for: "sound", since: sought)
        let rest = (sound.moment - answered) / milliseconds...(sound.moment - sought) / milliseconds
        #expect(rest.overlaps(420...1100), "sound after \(rest) ms")
        try await eventually("the trailing delay") { try await remote.text(.state) == "delay" }
        let near = Remote.now
        try await remote(.setPosition(microseconds: Microseconds(length - 200_000), track: nil))
        let end = try await recorder.wait(for: "UtteranceFinished", since: near)
        #expect((end.moment - near) / milliseconds < 20_000, "the delay was not skipped")
      }
    }
  }
}

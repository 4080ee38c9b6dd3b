import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// The order of texts.
  struct QueueTests {
    @Test(arguments: SpeakingVoices.readers)
    func threeTextsAreReadInOrderEachStartedAndFinished_S0_10_S3_04(voices: SpeakingVoices) async throws {
      try await Scene.with(voices: voices) { scene in
        let aloud = Project.program("aloud")
        for _ in 0..<3 { #expect(try await scene.desktop.run(aloud, "say", "hi").succeeded) }
        try await scene.recorder.wait(for: "UtteranceFinished", count: 3)
        let told = scene.recorder.heard.filter { $0.name.hasPrefix("Utterance") }
          .map { "\($0.name.dropFirst(9)) \($0.words[0].split(separator: "/").last!)" }
        #expect(told == ["Started 1", "Finished 1", "Started 2", "Finished 2", "Started 3", "Finished 3"])
        #expect(scene.recorder.all("Word").count == 3)
        #expect(try await scene.remote.text(.state) == "idle")
      }
    }

    @Test func aTextGoesOnWhenItsClientHasGone_S0_01() async throws {
      try await Scene.with { scene in
        let client = try scene.desktop.start([
          Project.program("aloud"), "say", "-w", "--", "One word after another, and the client is long gone.",
        ])
        try await scene.recorder.wait(for: "Word", count: 1)
        client.send(signal: 9)
        try await client.waitForEnd()
        try await scene.recorder.wait(for: "UtteranceFinished")
        #expect(scene.recorder.all("Word").count == 10 && scene.recorder.all("UtterancePaused").isEmpty)
      }
    }
  }
}

import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Silence costs nothing.
  struct QuietTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane, and all around him animals were"
      + " awake, and an eagle and an owl and an otter were already eating in an open area near our old inn."

    @Test(arguments: SpeakingVoices.readers)
    func theStreamIsInactiveAtOnceGoneLaterAndComesBack_S0_06_S0_07_S4_01(voices: SpeakingVoices) async throws {
      try await Scene.with(configuration: "[output]\nrelease-after = \"3s\"\n", voices: voices) { scene in
        let (remote, recorder, desktop) = (scene.remote, scene.recorder, scene.desktop)
        try await remote.speak(Self.text)
        try await recorder.wait(for: "Word", count: 4)
        let stream = try await Graph.now(in: desktop).stream
        #expect(stream?.state == "running" && stream?.role == nil, "\(String(describing: stream))")
        try await remote(.pause(.immediate))
        try await Graph.wait(for: "a stream that is inactive long before it is gone", in: desktop) { graph in
          graph.stream.map { $0.state != "running" } ?? false
        }
        let held = try await remote.settledPosition()
        try await Graph.wait(for: "the end of the stream", in: desktop) { $0.stream == nil }
        try await eventually("and the workers with it") { speakers(below: scene.service.pid).isEmpty }
        #expect(try await remote.position() == held)
        #expect(try await remote.text(.playbackStatus) == "Paused")
        let played = Remote.now
        try await remote.set(.rate, .double(2))
        try await remote(.play)
        let sound = try await recorder.wait(for: "sound", since: played)
        #expect(sound.moment > played)
        let word = try await recorder.wait(for: "Word", since: played)
        #expect(word.media > held - 50_000 && word.media < held + 900_000)
        try await recorder.wait(for: "UtteranceFinished")
        let words = recorder.all("Word").compactMap { $0.ranges?.scalars.lowerBound }
        #expect(words == words.sorted() && Set(words).count == Self.text.split { !$0.isLetter }.count)
      }
    }

    @Test func aPausedServiceSleepsAndASubscriptionGoesWithItsClient_S0_21_S2_15() async throws {
      try await Scene.with(configuration: "[output]\nrelease-after = \"1s\"\n") { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        try await remote.speak(Self.text)
        try await recorder.wait(for: "Word", count: 4)
        recorder.process.send(signal: 9)
        try await recorder.process.waitForEnd()
        // No client is subscribed any more: the service sends no event while it continues to speak.
        let words = Signals(of: "Word", on: remote)
        let sentences = Signals(of: "Sentence", on: remote)
        try await eventually("it reads on") { try await remote.position() > 4_000_000 }
        #expect(words.arguments.isEmpty && sentences.arguments.isEmpty)
        try await remote(.pause(.immediate))
        _ = try await remote.exactLength()
        // The rest of the work, such as saving, ends within seconds. Then nothing but an event wakes the service.
        try await Graph.wait(for: "the end of the stream", in: scene.desktop) { $0.stream == nil }
        try await eventually("no timer is set") { hasNoTimer(scene.service.pid) }
      }
    }
  }
}

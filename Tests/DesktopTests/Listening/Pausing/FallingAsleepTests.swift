import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Glibc
import Testing
import Vocabulary

extension ListeningTests {
  /// The sleep timer, heard at the monitor.
  struct FallingAsleepTests {
    /// Loud throughout: vowels, and no silence between the sentences.
    private static let text = (0..<30).map { "All our early uncles are eager owls and otters number \($0)." }
      .joined(separator: " ")
    private static let configuration =
      "[speech]\nsentence-gap = 0\nparagraph-gap = 0\n[player]\nsleep-fade = \"3s\"\n"

    private static func remaining(_ remote: Remote) async throws -> Int64 {
      try await remote.get(.sleepRemaining).asInt64 ?? -2
    }

    @Test(arguments: SpeakingVoices.readers)
    func thePlaceOfTheTimerOutlivesTheService(voices: SpeakingVoices) async throws {
      try await RestartableService.with(voices: voices) { fixture in
        let remote = fixture.remote
        try await remote.speak("An owl asks an otter for an apple. An otter answers an owl. An apple falls.")
        let length = try await remote.exactLength()
        try await eventually("the second sentence") { try await remote.position() > length / 2 }
        try await remote(.sleep(.sentence, amount: 0, adding: false))
        try await remote.wait(.pauseReason, "sleep-timer")
        let place = try await remote.get(.sleepPlace).asVardict
        let position = try #require(place?["position"]?.asInt64)
        #expect((length / 2..<length).contains(position))
        try await fixture.endAndBegin(SIGTERM)
        #expect(try await remote.get(.sleepPlace).asVardict == place)
        try await remote(.sleepBack)
        try await remote.wait(.state, "speaking")
        let now = try await remote.position()
        #expect(now > position - 1_500_000 && now < position + 1_500_000, "\(now), set at \(position)")
      }
    }

    /// The fade, as heard.
    struct Measured {
      @Test(arguments: SpeakingVoices.quickReaders + [.both])
      func theSoundFadesAndTheReadingPauses(voices: SpeakingVoices) async throws {
        try await Scene.with(configuration: FallingAsleepTests.configuration, voices: voices) { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          let changes = Signals(of: "PropertiesChanged", on: remote)
          let track = try await voices.speak(FallingAsleepTests.text, to: remote)
          _ = try await remote.exactLength()
          try await recorder.wait(for: "Word", count: 12)
          let set = try await recorder.wait(for: "Sentence", count: 2)
          let start = Remote.now
          let result = try await scene.desktop.run(Project.program("aloud"), "sleep", "6s")
          #expect(result.output.hasPrefix("sleeps in ") && result.output.contains(" s, at "), "\(result)")
          #expect(try await remote.text(.sleepTimer) == "time")
          let left = try await FallingAsleepTests.remaining(remote)
          #expect((3_000_000...6_000_000).contains(left))
          let volume = try await remote.player(get: "Volume").asDouble
          let paused = try await recorder.wait(for: "UtterancePaused", since: start)
          #expect(paused.words == [track.text, "sleep-timer"])
          #expect(paused.moment - start >= 6000 * milliseconds)
          #expect(try await remote.text(.pauseReason) == "sleep-timer")
          #expect(try await remote.text(.sleepTimer) == "off")
          #expect(try await FallingAsleepTests.remaining(remote) == -1)
          // The listener's volume is not changed.
          #expect(try await remote.player(get: "Volume").asDouble == volume)
          #expect(!"\(changes.arguments)".contains("\"Volume\""))

          let recording = try await recorder.recording(until: paused.moment + 300 * milliseconds)
          func level(_ from: Int64, _ to: Int64) -> Double {
            recording.level(paused.moment + from * milliseconds, paused.moment + to * milliseconds)
          }
          let usual = level(-4500, -3200)
          let levels = [level(-2900, -2000), level(-2000, -1000), level(-1000, 0)]
          #expect(usual > 0.02 && levels[0] < usual && levels[1] < 0.6 * levels[0] && levels[2] < 0.4 * levels[1])
          #expect(levels[2] < 0.05 * usual, "\(usual) \(levels)")
          #expect(recording.peak(paused.moment + 50 * milliseconds, recording.end) < 0.002)

          // The words of the fade are repeated at full volume.
          let silent = try await remote.settledPosition()
          let resumed = Remote.now
          try await remote(.play)
          let sentence = try await recorder.wait(for: "Sentence", since: resumed)
          #expect(sentence.media <= silent)
          let later = try await recorder.wait(for: "Word", count: 6, since: resumed)
          let again = try await recorder.recording(until: later.moment)
          #expect(again.level(sentence.moment + 300 * milliseconds, later.moment) > 0.6 * usual)
          // The place at which the timer was set is kept.
          let back = Remote.now
          let output = try await scene.desktop.run(Project.program("aloud"), "sleep", "back")
          #expect(output.succeeded, "\(output)")
          let returned = try await recorder.wait(for: "Sentence", since: back)
          #expect(returned.words[1] == set.words[1], "\(returned)")
        }
      }
    }
  }
}

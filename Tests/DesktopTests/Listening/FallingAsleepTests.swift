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

    @Test func theReadingEndsWithTheSentenceOrTheParagraph() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.speak("An owl asks an otter. An otter answers an owl. An apple falls.\n\nAn eagle eats it.")
        _ = try await remote.exactLength()
        try await ear.wait(for: "Word", count: 2)
        try await remote(.sleep(.sentence, amount: 0, adding: false))
        #expect(try await remote.text(.sleepTimer) == "sentence")
        let left = try await Self.remaining(remote)
        #expect((1...3_000_000).contains(left))
        try await ear.wait(for: "UtterancePaused")
        #expect(try await remote.text(.pauseReason) == "sleep-timer")
        // All words of the sentence, and none of the next one.
        #expect(ear.all("Word").count == 5 && ear.all("Sentence").count == 1)
        try await remote(.play)
        try await remote(.sleep(.paragraph, amount: 0, adding: false))
        try await ear.wait(for: "UtterancePaused", count: 2)
        #expect(ear.all("Sentence").count == 3)
        try await remote(.play)
        try await ear.wait(for: "UtteranceFinished")
        #expect(ear.all("Sentence").count == 4)
      }
    }

    @Test func theNextChapterWaits_S3_16() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.speak("An owl asks.")
        try await remote.speak("An otter answers.")
        let third = try await remote.speak("An eagle eats it.")
        let result = try await scene.desktop.run(Project.program("aloud"), "sleep", "2", "chapters", "--json")
        #expect(result.output.contains("\"sleepChapters\":2"), "\(result)")
        try await ear.wait(for: "UtteranceFinished", count: 2)
        try await remote.wait(.pauseReason, "sleep-timer")
        #expect(try await remote.get(.track).asObjectPath == third)
        // If the last chapter ended just then, the fade-out contains the next samples: 32 frames.
        let position = try await remote.position()
        #expect(position < 5_000, "\(position)")
        #expect(ear.all("Sentence").count == 2)
        try await remote(.play)
        try await ear.wait(for: "UtteranceFinished", count: 3)
        try await remote.wait(.state, "idle")
        #expect(await remote.failure(of: .sleep(.sentence, amount: 0, adding: false)) == "NoTrack")
      }
    }

    @Test func whereTheTimerWasSetOutlivesTheService() async throws {
      try await Lives.with { lives in
        let remote = lives.remote
        try await remote.speak("An owl asks an otter for an apple. An otter answers an owl. An apple falls.")
        let length = try await remote.exactLength()
        try await eventually("the second sentence") { try await remote.position() > length / 2 }
        try await remote(.sleep(.sentence, amount: 0, adding: false))
        try await remote.wait(.pauseReason, "sleep-timer")
        let place = try await remote.get(.sleepPlace).asVardict
        let position = try #require(place?["position"]?.asInt64)
        #expect((length / 2..<length).contains(position))
        try await lives.endAndBegin(SIGTERM)
        #expect(try await remote.get(.sleepPlace).asVardict == place)
        try await remote(.sleepBack)
        try await remote.wait(.state, "speaking")
        let now = try await remote.position()
        #expect(now > position - 1_500_000 && now < position + 1_500_000, "\(now), set at \(position)")
      }
    }

    /// The fade, as heard.
    struct Measured {
      @Test func theSoundFadesAndTheReadingPauses() async throws {
        try await Scene.with(configuration: FallingAsleepTests.configuration) { scene in
          let (remote, ear) = (scene.remote, scene.ear)
          let changes = Signals(of: "PropertiesChanged", on: remote)
          let track = try await remote.speak(FallingAsleepTests.text)
          _ = try await remote.exactLength()
          try await ear.wait(for: "Word", count: 12)
          let set = try await ear.wait(for: "Sentence", count: 2)
          let start = Remote.now
          let result = try await scene.desktop.run(Project.program("aloud"), "sleep", "6s")
          #expect(result.output.hasPrefix("asleep in 0:0"), "\(result)")
          #expect(try await remote.text(.sleepTimer) == "time")
          let left = try await FallingAsleepTests.remaining(remote)
          #expect((3_000_000...6_000_000).contains(left))
          let volume = try await remote.player(get: "Volume").asDouble
          let paused = try await ear.wait(for: "UtterancePaused", since: start)
          #expect(paused.words == [track.text, "sleep-timer"])
          #expect(paused.moment - start >= 6000 * milliseconds)
          #expect(try await remote.text(.pauseReason) == "sleep-timer")
          #expect(try await remote.text(.sleepTimer) == "off")
          #expect(try await FallingAsleepTests.remaining(remote) == -1)
          // The listener's volume is not changed.
          #expect(try await remote.player(get: "Volume").asDouble == volume)
          #expect(!"\(changes.arguments)".contains("\"Volume\""))

          let recording = try await ear.recording(until: paused.moment + 300 * milliseconds)
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
          let sentence = try await ear.wait(for: "Sentence", since: resumed)
          #expect(sentence.media <= silent)
          let later = try await ear.wait(for: "Word", count: 6, since: resumed)
          let again = try await ear.recording(until: later.moment)
          #expect(again.level(sentence.moment + 300 * milliseconds, later.moment) > 0.6 * usual)
          // The place at which the timer was set is kept.
          let back = Remote.now
          let output = try await scene.desktop.run(Project.program("aloud"), "sleep", "back")
          #expect(output.succeeded, "\(output)")
          let returned = try await ear.wait(for: "Sentence", since: back)
          #expect(returned.words[1] == set.words[1], "\(returned)")
        }
      }

      @Test func aTimerIsExtendedWhileTheSoundFades() async throws {
        try await Scene.with(configuration: FallingAsleepTests.configuration) { scene in
          let (remote, ear) = (scene.remote, scene.ear)
          try await remote.speak(FallingAsleepTests.text)
          try await ear.wait(for: "Word", count: 8)
          let before = Remote.now
          try await remote(.sleep(.time, amount: 3_000_000, adding: false))
          let start = Remote.now
          try await eventually("half of the fade is over") {
            try await FallingAsleepTests.remaining(remote) < 1_200_000
          }
          let extended = Remote.now
          let result = try await scene.desktop.run(Project.program("aloud"), "sleep", "+10m")
          #expect(result.output.hasPrefix("asleep in 10:0") || result.output.hasPrefix("asleep in 9:5"), "\(result)")
          let later = try await ear.fence(remote)
          let until = later + 2500 * milliseconds
          let recording = try await ear.recording(until: until)
          let usual = recording.level(before - 1000 * milliseconds, before)
          #expect(recording.level(extended - 300 * milliseconds, extended) < 0.5 * usual)
          #expect(recording.level(later + 500 * milliseconds, until) > 0.6 * usual)
          #expect(try await remote.text(.playbackStatus) == "Playing")
          #expect(Remote.now - start > 3000 * milliseconds)
          // A pause does not use up the timer.
          try await remote(.pause(.immediate))
          let left = try await FallingAsleepTests.remaining(remote)
          _ = try await ear.recording(until: Remote.now + 300 * milliseconds)
          #expect(try await FallingAsleepTests.remaining(remote) == left && left > 590_000_000)
          try await remote(.sleep(.off, amount: 0, adding: false))
          #expect(try await remote.text(.sleepTimer) == "off")
        }
      }
    }
  }
}

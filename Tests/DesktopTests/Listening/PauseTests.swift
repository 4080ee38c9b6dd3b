import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// Pause and resume, heard at the monitor.
  struct PauseTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane and all around him animals were awake."

    @Test func aPauseIsSilentAtOnceAndGoesOnAtTheSamePlace_S0_20() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        // The same text once without a pause, to compare with.
        let start = Remote.now
        try await remote.speak(Self.text)
        let ended = try await ear.wait(for: "UtteranceFinished", since: start)
        let whole = ear.all("Word", since: start)
        let wholeSound = try await ear.recording(until: ended.moment + 200 * milliseconds)

        let second = Remote.now
        try await remote.speak(Self.text)
        var last = second
        for count in [3, 7, 11] {
          try await ear.wait(for: "Word", count: count, since: second)
          try await remote(.pause(.immediate))
          let answered = Remote.now
          #expect(try await remote.text(.playbackStatus) == "Paused")
          let held = try await remote.position()
          // The last sound, not the end of the ear's patience.
          let recording = try await ear.recording(until: answered + 350 * milliseconds)
          #expect(recording.peak(answered + 50 * milliseconds, answered + 350 * milliseconds) < 0.002)
          // What the output had taken already was still heard.
          let later = try await remote.position()
          #expect((held..<held + 60_000).contains(later))
          try await eventually("it stays there") { try await remote.position() == later }
          last = Remote.now
          try await remote(.play)
          try await eventually("it moves on") { try await remote.position() > held }
        }
        let finished = try await ear.wait(for: "UtteranceFinished", since: last)
        #expect(
          ear.all("Word", since: second).map(\.words)
            == whole.map { heard in
              [heard.words[0].replacing("track/1", with: "track/2")] + heard.words.dropFirst()
            })
        #expect(ear.all("UtterancePaused", since: second).count == 3)
        #expect(ear.all("UtteranceResumed", since: second).count == 3)

        // All that sounded the first time sounded the second time, nothing twice: the energy is the same (a busy machine
        // misses a cycle now and then).
        let sound = try await ear.recording(until: finished.moment + 200 * milliseconds)
        func energy(_ recording: Recording, _ from: Int64, _ to: Int64) -> Double {
          recording.samples(from, to).reduce(0) { $0 + Double($1 * $1) }
        }
        let ratio =
          energy(sound, second, finished.moment + 200 * milliseconds)
          / energy(wholeSound, start, ended.moment + 200 * milliseconds)
        #expect(abs(ratio - 1) < 0.1, "energy \(ratio)")
      }
    }

    @Test func pauseAndPlayMayBeSaidTwice_S0_10() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let track = try await remote.speak(Self.text)
        try await ear.wait(for: "Word", count: 2)
        for _ in 0..<2 { try await remote(.pause(.immediate)) }
        for _ in 0..<2 { try await remote.player("Play") }
        #expect(try await remote.get(.queueLength).asUInt32 == 1)
        try await ear.wait(for: "UtteranceFinished")
        let told = ear.heard.filter { $0.name.hasPrefix("Utterance") }
        #expect(
          told.map(\.name) == ["UtteranceStarted", "UtterancePaused", "UtteranceResumed", "UtteranceFinished"])
        #expect(Set(told.map { $0.words[0] }) == [track.text])
      }
    }

    @Test func aPauseAtAWordOrSentenceEndsThere_S0_20_S3_03() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let start = Remote.now
        try await remote.speak("Apple orange eagle otter uncle. Idea oven anchor.")
        try await ear.wait(for: "Word", count: 2)
        try await remote(.pause(.word))
        try await ear.fence(remote)
        let told = ear.all("Word", since: start).count
        try await ear.wait(for: "UtterancePaused")
        #expect(ear.all("Word", since: start).count <= told + 1)
        // The second is on its way before the first is answered, so that not much is read between the two.
        let play = AloudCall.play
        remote.bus.call(BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, play.method, play.arguments)) { _ in }
        try await remote(.pause(.sentence))
        try await ear.wait(for: "UtterancePaused", count: 2)
        #expect(ear.all("Word", since: start).count == 5, "\(ear.heard.map { "\($0)" }.joined(separator: "\n"))")
        #expect(ear.all("Sentence", since: start).count == 1)
        try await remote(.play)
        try await ear.wait(for: "UtteranceFinished")
        #expect(ear.all("Word", since: start).count == 8)
      }
    }

    @Test func aPauseAtTheEndOfASentenceWaitsForAllOfItsLastWord_S3_03() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.speak("Apple orange eagle otter university. Idea oven anchor.")
        let word = try await ear.wait(for: "Word", count: 5)
        try await remote(.pause(.sentence))
        try await ear.wait(for: "UtterancePaused")
        let place = try await remote.settledPosition()
        let begun = try #require(word.words.last.flatMap { Int64($0) })
        // The word takes half a second.
        #expect(place > begun + 350_000)
        #expect(ear.all("Sentence").count == 1)
      }
    }
  }
}

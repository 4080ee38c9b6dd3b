import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Pause and resume, heard at the monitor.
  struct PauseTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane and all around him animals were awake."

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
        // The second call is sent before the first is answered, so that little is read between the two.
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

    /// The last sentence of a text ends with the text: the pause takes effect, and the next text is not heard.
    @Test func aPauseAtTheEndOfATextIsNotLost_S3_03() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let calls: [AloudCall] = [.pause(.sentence), .pause(.word), .sleep(.sentence, amount: 0, adding: false)]
        var tracks: [ObjectPath] = []
        for _ in calls.indices { tracks.append(try await remote.speak("Responsibility.")) }
        tracks.append(try await remote.speak("An otter answers an owl."))
        for (index, call) in calls.enumerated() {
          try await ear.wait(for: "Word", count: index + 1)
          try await remote(call)
          try await remote.wait(.playbackStatus, "Paused", within: .seconds(8))
          #expect(try await remote.get(.track).asObjectPath == tracks[index + 1], "\(call)")
          // The fade-out contains the next samples: 32 frames.
          #expect(try await remote.settledPosition() < 5_000, "\(call)")
          #expect(try await remote.text(.pauseReason) == (index == 2 ? "sleep-timer" : "mark"))
          #expect(ear.all("Sentence").count == index + 1)
          try await remote(.play)
        }
        try await ear.wait(for: "UtteranceFinished", count: 4)
      }
    }

    /// A script that is ended removes its announcement, and the listener's paused text stays paused.
    @Test func whatWasPausedStaysSoWhenTheAnnouncementBeforeItIsRemoved_S0_02() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let read = try await remote.speak(Self.text)
        try await ear.wait(for: "Word", count: 3)
        try await remote(.pause(.immediate))
        var options = SpeakOptions()
        options.whenBusy = .now
        let start = Remote.now
        let said = try await remote.speak("An announcement that is rather long.", options)
        try await ear.wait(for: "Word", count: 2, since: start)
        try await remote(.remove([said]))
        try await ear.wait(for: "UtteranceCancelled", since: start)
        try await ear.fence(remote)
        #expect(try await remote.text(.playbackStatus) == "Paused")
        #expect(try await remote.get(.track).asObjectPath == read)
        #expect(ear.all("UtteranceResumed", since: start).isEmpty)
      }
    }

    /// Within a repeated part a sentence ends at the end of the round.
    @Test func aPauseComesAtTheEndOfALap_S3_25() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let text = "One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen."
        try await remote.speak(text)
        try await ear.wait(for: "Word", count: 3)
        try await remote(.repeat(.a))
        try await ear.wait(for: "Word", count: 5)
        try await remote(.repeat(.b))
        for call in [AloudCall.pause(.sentence), .sleep(.sentence, amount: 0, adding: false)] {
          // The first round does not count, since its end may be on its way to the ear.
          let told = Remote.now
          try await ear.wait(for: "Word", count: 4, since: told)
          try await remote(call)
          try await remote.wait(.playbackStatus, "Paused", within: .seconds(4))
          let end = try await remote.settledPosition()
          let fifth = try #require(ear.all("Word").dropFirst(4).first?.media)
          #expect(end > fifth && end < fifth + 900_000, "\(call): \(end), the last word begins at \(fifth)")
          try await remote(.play)
        }
      }
    }

    /// The silence of a pause, and the sound after it.
    struct Measured {
      @Test func aPauseIsSilentAtOnceAndGoesOnAtTheSamePlace_S0_20() async throws {
        try await Scene.with { scene in
          let (remote, ear) = (scene.remote, scene.ear)
          // The same text once without a pause, for comparison.
          let start = Remote.now
          try await remote.speak(PauseTests.text)
          let ended = try await ear.wait(for: "UtteranceFinished", since: start)
          let whole = ear.all("Word", since: start)
          let wholeSound = try await ear.recording(until: ended.moment + 200 * milliseconds)

          let second = Remote.now
          try await remote.speak(PauseTests.text)
          var last = second
          for count in [3, 7, 11] {
            try await ear.wait(for: "Word", count: count, since: second)
            try await remote(.pause(.immediate))
            let answered = Remote.now
            #expect(try await remote.text(.playbackStatus) == "Paused")
            let held = try await remote.position()
            // The last sound, not the end of the ear's timeout.
            let recording = try await ear.recording(until: answered + 350 * milliseconds)
            #expect(recording.peak(answered + 50 * milliseconds, answered + 350 * milliseconds) < 0.002)
            // The sound that the output had taken already was still heard.
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

          // The sound of the second pass is that of the first, with nothing repeated: the energy is the same (a busy
          // machine misses a cycle now and then).
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
    }
  }
}

import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// The order of texts.
  struct QueueTests {
    @Test func threeTextsAreReadInOrderEachStartedAndFinished_S0_10_S3_04() async throws {
      try await Scene.with { scene in
        let aloud = Project.program("aloud")
        for _ in 0..<3 { #expect(try await scene.desktop.run(aloud, "say", "hi").succeeded) }
        try await scene.ear.wait(for: "UtteranceFinished", count: 3)
        let told = scene.ear.heard.filter { $0.name.hasPrefix("Utterance") }
          .map { "\($0.name.dropFirst(9)) \($0.words[0].split(separator: "/").last!)" }
        #expect(told == ["Started 1", "Finished 1", "Started 2", "Finished 2", "Started 3", "Finished 3"])
        #expect(scene.ear.all("Word").count == 3)
        #expect(try await scene.remote.text(.state) == "idle")
      }
    }

    @Test func aTextGoesOnWhenItsClientHasGone_S0_01() async throws {
      try await Scene.with { scene in
        let client = try scene.desktop.start([
          Project.program("aloud"), "say", "-w", "--", "One word after another, and the client is long gone.",
        ])
        try await scene.ear.wait(for: "Word", count: 1)
        client.send(signal: 9)
        try await client.waitForEnd()
        try await scene.ear.wait(for: "UtteranceFinished")
        #expect(scene.ear.all("Word").count == 10 && scene.ear.all("UtterancePaused").isEmpty)
      }
    }

    @Test func whenBusyDecidesWhereATextGoes() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let long = try await remote.speak("This one goes on for a good while, so that others can come between.")
        try await ear.wait(for: "Word", count: 2)
        let last = try await remote.speak("Last.")
        let next = try await remote.speak("Next.", SpeakOptions(whenBusy: .next))
        let before = try await remote.all()["QueueLength"]
        #expect(await remote.failure(of: .speak(text: "Dropped.", SpeakOptions(whenBusy: .drop))) == "Busy")
        #expect(try await remote.all()["QueueLength"] == before)
        let now = try await remote.speak("Now.", SpeakOptions(whenBusy: .now))
        try await ear.wait(for: "UtteranceFinished", count: 4)
        #expect(ear.all("UtteranceFinished").map { $0.words[0] } == [now, long, next, last].map(\.text))
        // The interrupted text resumes at its place, and no word is read twice.
        let words = ear.all("Word").filter { $0.words[0] == long.text }.compactMap { $0.ranges?.scalars.lowerBound }
        #expect(words == words.sorted() && Set(words).count == 14, "\(words)")
        #expect(await remote.failure(of: .speak(text: "Idle.", SpeakOptions(whenBusy: .drop))) == "")
      }
    }

    @Test func aTrackOrTheWholeQueueIsRepeated_S3_25() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.set(.loopStatus, .string("Track"))
        let paused = SpeakOptions(paused: true)
        let tracks = [try await remote.speak("I.", paused), try await remote.speak("Oh.", paused)].map(\.text)
        try await remote(.play)
        try await ear.wait(for: "UtteranceFinished", count: 2)
        #expect(ear.all("UtteranceFinished").prefix(2).map { $0.words[0] } == [tracks[0], tracks[0]])
        try await remote.player(set: "LoopStatus", .string("Playlist"))
        let turn = try await ear.fence(remote)
        try await ear.wait(for: "UtteranceFinished", count: 4, since: turn)
        let told = ear.all("UtteranceFinished", since: turn).prefix(4).map { $0.words[0] }
        // The text at the moment of the loop setting is not determined.
        #expect(Set(told) == Set(tracks) && zip(told, told.dropFirst()).allSatisfy { $0 != $1 }, "\(told)")
        try await remote.set(.loopStatus, .string("None"))
        try await remote.wait(.state, "idle")
      }
    }

    @Test func everyShuffleModeReadsEachTextOnceALap_S2_22_S2_23_S2_24() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.set(.rate, .double(6))
        for mode in ["once", "each-lap", "question-choices"] {
          try await remote.set(.shuffle, .string(mode))
          try await remote.set(.loopStatus, .string("Playlist"))
          let start = try await ear.fence(remote)
          var tracks: [String] = []
          for index in 0..<6 {
            let options = SpeakOptions(album: index < 3 ? "A" : "B", paused: true)
            tracks.append(try await remote.speak("I.", options).text)
          }
          #expect(try await remote.player(get: "Shuffle").asBool == true)
          try await remote(.play)
          try await ear.wait(for: "UtteranceFinished", count: 12, since: start)
          let told = ear.all("UtteranceFinished", since: start).map { $0.words[0] }
          let (first, second) = (Array(told[0..<6]), Array(told[6..<12]))
          #expect(Set(first) == Set(tracks) && Set(second) == Set(tracks), "\(mode): \(told)")
          if mode == "once" { #expect(first == second) }
          if mode == "question-choices" {
            for lap in [first, second] {
              // A question stays before its choices, and a group stays together.
              let groups = lap.map { tracks.firstIndex(of: $0)! }
              #expect([0, 3].contains(groups[0]) && [0, 3].contains(groups[3]), "\(groups)")
              #expect(Set(groups[0..<3].map { $0 / 3 }).count == 1, "\(groups)")
            }
          }
          try await remote(.clear)
          try await remote.wait(.state, "idle")
        }
        try await remote.speak("I.", SpeakOptions(paused: true))
        try await remote.player(set: "Shuffle", .bool(false))
        #expect(try await remote.text(.shuffle) == "off")
      }
    }
  }
}

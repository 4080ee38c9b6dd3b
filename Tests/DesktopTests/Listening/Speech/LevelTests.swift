import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// Rate and volume, as heard.
  struct LevelTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane and all around him animals were"
      + " awake, and an eagle and an owl and an otter were already eating in an open area near our old inn."

    /// The session manager remembers the last volume of a mixer, and sets it on each new stream.
    @Test func aVolumeChosenWhileThereIsNoStreamHoldsAgainstTheMixersMemory() async throws {
      try await Scene.with(configuration: "[output]\nrelease-after = \"1s\"\n") { scene in
        let (remote, recorder, desktop) = (scene.remote, scene.recorder, scene.desktop)
        for round in 0..<4 {
          let start = Remote.now
          try await remote.speak(Self.text)
          // The stream is old enough for a listener to have found its slider.
          try await recorder.wait(for: "Word", count: 8, since: start)
          let stream = try await Graph.wait(for: "our stream", in: desktop) { $0.stream }
          #expect(try await desktop.run("wpctl", "set-volume", "\(stream.id)", "0.7").succeeded)
          try await eventually("the volume follows") { abs((try await remote.get(.volume).asDouble ?? 0) - 0.7) < 0.01 }
          try await remote(.clear)
          try await Graph.wait(for: "the end of the stream", in: desktop) { $0.stream == nil }
          let chosen = 0.3 + 0.1 * Double(round)
          try await remote.set(.volume, .double(chosen))
          let again = Remote.now
          try await remote.speak(Self.text)
          try await recorder.wait(for: "Word", count: 6, since: again)
          #expect(abs((try await remote.get(.volume).asDouble ?? 0) - chosen) < 0.01, "round \(round)")
          try await Graph.wait(for: "the chosen volume of our stream", in: desktop) { graph in
            abs((graph.stream?.volume ?? 0) - chosen) < 0.02
          }
          try await remote(.clear)
          try await Graph.wait(for: "the end of the stream again", in: desktop) { $0.stream == nil }
        }
      }
    }

    /// Rate, pitch and loudness, as heard.
    struct Measured {
      @Test(arguments: SpeakingVoices.quickReaders)
      func aNewRateKeepsThePlaceThePitchAndScalesTheRest_S3_07(voices: SpeakingVoices) async throws {
        try await Scene.with(voices: voices) { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          let start = Remote.now
          try await remote.speak(LevelTests.text)
          try await recorder.wait(for: "Word", count: 8, since: start)
          // A place that was heard between two moments: the query, and its answer.
          @Core func place() async throws -> (media: Int64, from: Int64, to: Int64) {
            let from = Remote.now
            return (try await remote.position(), from, Remote.now)
          }
          /// The lowest and the highest rate that lead from one place to another.
          func speed(_ one: (media: Int64, from: Int64, to: Int64), _ next: (media: Int64, from: Int64, to: Int64))
            -> ClosedRange<Double>
          {
            let media = Double(next.media - one.media) * 1000
            return media / Double(next.to - one.from)...media / Double(next.from - one.to)
          }
          try await remote.set(.rate, .double(2))
          let fast = try await place()
          try await recorder.wait(for: "Word", count: 16, since: start)
          let fastEnd = try await place()
          try await remote.set(.rate, .double(0.5))
          let slow = try await place()
          try await recorder.wait(for: "Word", count: 20, since: start)
          let slowEnd = try await place()
          try await remote.set(.rate, .double(3))
          let faster = try await place()
          let end = try await recorder.wait(for: "UtteranceFinished", since: start)

          // Every word once, in order.
          let words = recorder.all("Word", since: start).compactMap { $0.ranges?.scalars }
          let expected = LevelTests.text.split { !$0.isLetter }.count
          #expect(
            words.count == expected && zip(words, words.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
          // Media time passes at the requested rate.
          #expect(speed(fast, fastEnd).overlaps(1.85...2.15), "\(speed(fast, fastEnd))")
          #expect(speed(slow, slowEnd).overlaps(0.45...0.55), "\(speed(slow, slowEnd))")
          let last = try #require(recorder.all("Word", since: start).last)
          let rest = speed(faster, (last.media, last.moment - last.waited, last.moment))
          #expect(rest.overlaps(2.8...3.2), "the rest at \(rest)")

          let recording = try await recorder.recording(until: end.moment + 200 * milliseconds)
          let normal = recording.pitch(start, fast.from)
          for (name, pitch) in [
            ("2", recording.pitch(fast.to, fastEnd.from)), ("0.5", recording.pitch(slow.to, slowEnd.from)),
            ("3", recording.pitch(faster.to, end.moment)),
          ] {
            // A natural voice has a melody of its own in each sentence.
            let melody = voices.isNatural ? 0.25 : 0.1
            #expect(abs(pitch / normal - 1) < melody, "\(pitch) Hz at rate \(name), \(normal) Hz at 1")
          }
        }
      }

      @Test func theSameVowelHasTheSamePitchAtEveryRate() async throws {
        try await Scene.with { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          var pitches: [Double] = []
          // A monotone voice, so that only the stretch could change the pitch.
          for rate in [1.0, 0.6, 2, 4] {
            try await remote.set(.rate, .double(rate))
            var pitch = 0.0
            // An overloaded machine loses cycles on the way to the recorder, and the rest of four vowels at the highest
            // rate may be too short for a pitch.
            for _ in 0..<5 where pitch == 0 {
              let start = Remote.now
              try await remote.speak("Aaa, eee, aaa, eee.", SpeakOptions(range: 0))
              let end = try await recorder.wait(for: "UtteranceFinished", since: start).moment
              pitch = try await recorder.recording(until: end + 200 * milliseconds).pitch(start, end)
            }
            pitches.append(pitch)
          }
          #expect(pitches.allSatisfy { abs($0 / pitches[0] - 1) < 0.05 }, "\(pitches)")
        }
      }

      @Test func theVolumeIsCubicAndFollowsTheMixerAndIsRemembered() async throws {
        try await Scene.with { scene in
          let (remote, recorder, desktop) = (scene.remote, scene.recorder, scene.desktop)
          var levels: [Double] = []
          for volume in [1.0, 0.5] {
            let start = Remote.now
            try await remote.speak("Early one morning an old man walked along.", SpeakOptions(paused: true))
            try await remote.player(set: "Volume", .double(volume))
            try await remote(.play)
            let end = try await recorder.wait(for: "UtteranceFinished", since: start).moment
            let after = end + 200 * milliseconds
            let samples = try await recorder.recording(until: after).samples(start, after)
            levels.append(samples.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot())
          }
          let ratio = levels[1] / levels[0]
          #expect(abs(ratio / 0.125 - 1) < 0.1, "a volume of 0.5 gives \(ratio)")

          // The service's slider is moved in a mixer.
          let changes = Signals(of: "PropertiesChanged", on: remote)
          try await remote.speak(LevelTests.text)
          try await recorder.wait(for: "Word", count: 2, since: Remote.now)
          let stream = try await Graph.wait(for: "our stream", in: desktop) { $0.stream }
          #expect(try await desktop.run("wpctl", "set-volume", "\(stream.id)", "0.7").succeeded)
          try await eventually("the volume follows") {
            abs((try await remote.player(get: "Volume").asDouble ?? 0) - 0.7) < 0.01
          }
          try await eventually("and is announced") {
            changes.arguments.contains { arguments in
              arguments.first?.asString == "org.mpris.MediaPlayer2.Player"
                && abs((arguments[1].asVardict?["Volume"]?.asDouble ?? 0) - 0.7) < 0.01
            }
          }
          // Another text has the same volume.
          try await remote(.clear)
          try await remote.speak(LevelTests.text)
          try await recorder.wait(for: "Word", count: 2, since: Remote.now)
          #expect(abs((try await remote.player(get: "Volume").asDouble ?? 0) - 0.7) < 0.01)
          try await scene.service.end()
          let again = try await desktop.startService()
          #expect(abs((try await remote.get(.volume).asDouble ?? 0) - 0.7) < 0.01)
          withExtendedLifetime(again) {}
        }
      }
    }
  }
}

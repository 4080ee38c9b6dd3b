import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// Rate and volume, as they are heard.
  struct LevelTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane and all around him animals were"
      + " awake, and an eagle and an owl and an otter were already eating in an open area near our old inn."

    @Test func aNewRateKeepsThePlaceThePitchAndScalesTheRest_S3_07() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let start = Remote.now
        try await remote.speak(Self.text)
        try await ear.wait(for: "Word", count: 8, since: start)
        try await remote.set(.rate, .double(2))
        let fast = Remote.now
        let place = try await remote.position()
        try await ear.wait(for: "Word", count: 16, since: start)
        try await remote.set(.rate, .double(0.5))
        let slow = Remote.now
        let later = try await remote.position()
        try await ear.wait(for: "Word", count: 20, since: start)
        try await remote.set(.rate, .double(3))
        let faster = Remote.now
        let rest = try await remote.position()
        let end = try await ear.wait(for: "UtteranceFinished", since: start)

        // Every word once, in order.
        let words = ear.all("Word", since: start).compactMap { $0.ranges?.scalars }
        let expected = Self.text.split { !$0.isLetter }.count
        #expect(words.count == expected && zip(words, words.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
        // Media time passes as fast as was asked for.
        #expect(abs(Double(later - place) * 1000 / Double(slow - fast) - 2) < 0.15)
        #expect(abs(Double(rest - later) * 1000 / Double(faster - slow) - 0.5) < 0.05)
        let length = try #require(ear.all("Word", since: start).last).media
        let speed = Double(length - rest) * 1000 / Double(try #require(ear.all("Word").last).moment - faster)
        #expect(abs(speed - 3) < 0.2, "the rest at \(speed)")

        let recording = try await ear.recording(until: end.moment + 200 * milliseconds)
        let normal = recording.pitch(start, fast)
        for (name, pitch) in [
          ("2", recording.pitch(fast, slow)), ("0.5", recording.pitch(slow, faster)),
          ("3", recording.pitch(faster, end.moment)),
        ] {
          #expect(abs(pitch / normal - 1) < 0.1, "\(pitch) Hz at rate \(name), \(normal) Hz at 1")
        }
      }
    }

    @Test func theSameVowelHasTheSamePitchAtEveryRate() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        var pitches: [Double] = []
        // A monotone voice, so that only the stretch could change the pitch.
        for rate in [1.0, 0.6, 2, 4] {
          try await remote.set(.rate, .double(rate))
          let start = Remote.now
          try await remote.speak("Aaa, eee.", SpeakOptions(range: 0))
          let end = try await ear.wait(for: "UtteranceFinished", since: start).moment
          pitches.append(try await ear.recording(until: end + 200 * milliseconds).pitch(start, end))
        }
        #expect(pitches.allSatisfy { abs($0 / pitches[0] - 1) < 0.05 }, "\(pitches)")
      }
    }

    @Test func theVolumeIsCubicAndFollowsTheMixerAndIsRemembered() async throws {
      try await Scene.with { scene in
        let (remote, ear, desktop) = (scene.remote, scene.ear, scene.desktop)
        var levels: [Double] = []
        for volume in [1.0, 0.5] {
          let start = Remote.now
          try await remote.speak("Early one morning an old man walked along.")
          try await remote.player(set: "Volume", .double(volume))
          try await ear.wait(for: "UtteranceStarted", since: start)
          let end = try await ear.wait(for: "UtteranceFinished", since: start).moment
          levels.append(try await ear.recording(until: end + 200 * milliseconds).level(start + 400 * milliseconds, end))
        }
        let ratio = levels[1] / levels[0]
        #expect(abs(ratio / 0.125 - 1) < 0.1, "a volume of 0.5 gives \(ratio)")

        // Somebody moves our slider in a mixer.
        let changes = Signals(of: "PropertiesChanged", on: remote)
        try await remote.speak(Self.text)
        try await ear.wait(for: "Word", count: 2, since: Remote.now)
        let stream = try await eventually("our stream is there") { try await GraphNode.ours(in: desktop) }
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
        // Another text is as loud.
        try await remote(.clear)
        try await remote.speak(Self.text)
        try await ear.wait(for: "Word", count: 2, since: Remote.now)
        #expect(abs((try await remote.player(get: "Volume").asDouble ?? 0) - 0.7) < 0.01)
        try await scene.service.end()
        let again = try await desktop.startService()
        #expect(abs((try await remote.get(.volume).asDouble ?? 0) - 0.7) < 0.01)
        withExtendedLifetime(again) {}
      }
    }
  }
}

import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// A pause is a state of the session, even if nothing can be heard yet.
  struct DelayTests {
    @Test func aPauseInALeadingDelayHolds_S0_08_S0_09_S0_24() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let start = Remote.now
        try await remote.speak(
          "Apple.", SpeakOptions(leadingDelay: .seconds(5), trailingDelay: .seconds(1)))
        // The delays are part of the length that widgets see.
        let length = try await remote.exactLength()
        let metadata = try await remote.player(get: "Metadata").asVardict
        #expect(metadata?["mpris:length"]?.asInt64 == length && length > 6_100_000 && length < 7_500_000)
        try await eventually("2 s have passed") { try await remote.position() >= 2_000_000 }
        #expect(try await remote.text(.state) == "delay")
        try await remote.player("Pause")
        #expect(try await remote.player(get: "PlaybackStatus").asString == "Paused")
        let paused = try await ear.wait(for: "UtterancePaused", since: start)
        #expect(paused.words.last == "user")
        let held = try await remote.settledPosition()
        #expect((2_000_000..<5_000_000).contains(held))
        // Longer than the rest of the delay: a reading that secretly continued would be heard.
        try await Task.sleep(for: .milliseconds(3200))
        let later = try await remote.position()
        #expect(later == held)
        #expect(ear.all("sound", since: start).isEmpty)

        let resumed = Remote.now
        try await remote.player("Play")
        let answered = Remote.now
        let sound = try await ear.wait(for: "sound", since: resumed)
        // The reading resumed between the call and its answer. A machine without a free processor is late, but never
        // early.
        let rest = (sound.moment - answered) / milliseconds...(sound.moment - resumed) / milliseconds
        let expected = (5_000_000 - held) / 1000
        #expect(rest.overlaps(expected - 80...expected + 600), "sound after \(rest) ms of \(expected) ms")
        try await ear.wait(for: "UtteranceFinished", since: resumed)
        #expect(ear.all("UtteranceStarted", since: start).count == 1)
      }
    }

    @Test func delaysCanBeSoughtAndSkipped_S0_09() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.speak(
          "Apple.", SpeakOptions(leadingDelay: .seconds(30), trailingDelay: .seconds(30)))
        let length = try await remote.exactLength()
        let sought = Remote.now
        try await remote(.setPosition(microseconds: 29_500_000, track: nil))
        let answered = Remote.now
        let sound = try await ear.wait(for: "sound", since: sought)
        let rest = (sound.moment - answered) / milliseconds...(sound.moment - sought) / milliseconds
        #expect(rest.overlaps(420...1100), "sound after \(rest) ms")
        try await eventually("the trailing delay") { try await remote.text(.state) == "delay" }
        let near = Remote.now
        try await remote(.setPosition(microseconds: length - 200_000, track: nil))
        let end = try await ear.wait(for: "UtteranceFinished", since: near)
        #expect((end.moment - near) / milliseconds < 20_000, "the delay was not skipped")
      }
    }
  }
}

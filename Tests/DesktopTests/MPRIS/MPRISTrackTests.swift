import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS
import Testing

extension MPRISConformance {
  @Suite("Next and Previous")
  struct Tracks {
    init() { _ = coreLoop }

    @Test(arguments: [false, true])
    @Core func nextHasNoEffectWhileCanGoNextIsFalse(playing: Bool) async throws {
      try await PlayerFixture.with([.first]) { player in
        if playing { try await player.play() }
        #expect(try await player.client.get("CanGoNext") == .bool(false))
        let before = try await player.state()
        let mark = player.client.mark
        try await player.client.call("Next")
        #expect(try await player.state() == before)
        #expect(player.client.mark == mark)
      }
    }

    @Test @Core func canGoNextAndCanGoPreviousTellTheTruth_D2_P1() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        func can() async throws -> [BusValue] {
          [try await player.client.get("CanGoNext"), try await player.client.get("CanGoPrevious")]
        }
        #expect(try await can().first == .bool(true))
        try await player.client.call("Next")
        #expect(try await can() == [.bool(false), .bool(true)])
        try await player.client.set("LoopStatus", .string("Playlist"))
        #expect(try await can() == [.bool(true), .bool(true)])
        try await player.client.call("Next")
        #expect(try await player.current == player.tracks[0], "the list begins again")
      }
    }

    @Test @Core func theButtonPreviousRestartsTheOnlyText_S0_19_X5() async throws {
      try await PlayerFixture.with([.first]) { player in
        #expect(try await player.client.get("CanGoPrevious") == .bool(true))
        try await player.go(to: 5_000_000)
        let pressed = try await player.desktop.run("playerctl", "-p", "aloud", "previous")
        #expect(pressed.succeeded, "\(pressed)")
        #expect(try await player.position == 0)
        try await player.client.call("Stop")
        #expect(try await player.client.get("CanGoPrevious") == .bool(false), "a stopped text has no place to leave")
      }
    }

    @Test @Core func aRepeatedTrackBeginsAgainWithAJump() async throws {
      try await PlayerFixture.with([.word, .second]) { player in
        try await player.client.set("LoopStatus", .string("Track"))
        let mark = player.client.mark
        try await player.client.call("Play")
        try await player.client.wait(for: "two repetitions") {
          player.client.seeks(since: mark).count >= 2 ? () : nil
        }
        #expect(Set(player.client.seeks(since: mark)) == [0])
        #expect(try await player.current == player.tracks[0])
        #expect(player.client.announced("PlaybackStatus", since: mark) == [.string("Playing")])
      }
    }
  }
}

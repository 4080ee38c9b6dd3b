import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS
import Testing
import Vocabulary

extension MPRISConformance {
  @Suite("Seek, SetPosition, Position, Seeked")
  struct Seeking {
    /// Microseconds of one sample at 22,050 Hz, rounded up.
    private static let sample: Int64 = 46

    init() { _ = coreLoop }

    @Test @Core func s2_02_seekMovesByMicroseconds() async throws {
      try await PlayerFixture.with([.first]) { player in
        for offset: Int64 in [3_000_000, 1, 999_999, -500_000, 123_457] {
          let before = try await player.position
          let mark = player.client.mark
          try await player.client.call("Seek", [.int64(offset)])
          let now = try await player.position
          #expect(abs(now - before - offset) <= Self.sample, "from \(before) by \(offset) to \(now)")
          let told = player.client.seeks(since: mark)
          #expect(told.count == 1 && abs(told[0] - now) <= Self.sample, "one Seeked, also while paused: \(told)")
          #expect(try await player.status == "Paused")
        }
      }
    }

    @Test @Core func setPositionGoesToThePlace() async throws {
      try await PlayerFixture.with([.first]) { player in
        for place: Int64 in [7_000_000, 0, 1, 12_345_678, 500_000] {
          let mark = player.client.mark
          try await player.go(to: place)
          let now = try await player.position
          #expect(abs(now - place) <= Self.sample, "\(now) instead of \(place)")
          let told = player.client.seeks(since: mark)
          #expect(told.count == 1 && abs(told[0] - now) <= Self.sample, "\(told)")
        }
      }
    }

    /// Three of four other players fail one of these checks.
    @Test @Core func staleNegativeAndDistantPositionsAreIgnored() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        try await player.go(to: 3_000_000)
        let before = try await player.state()
        let mark = player.client.mark
        let length = try await player.length
        let calls: [(ObjectPath, Int64)] = [
          (player.tracks[1], 1_000_000), (MPRISBus.noTrack, 1_000_000), ("/", 1_000_000), ("/foreign", 1_000_000),
          ("/org/aloud/Aloud1/track/99999", 0), (player.tracks[0], -1), (player.tracks[0], .min),
          (player.tracks[0], length + 1), (player.tracks[0], .max),
        ]
        for (track, place) in calls {
          try await player.client.call("SetPosition", [.objectPath(track), .int64(place)])
          #expect(try await player.state() == before, "SetPosition \(track) \(place)")
        }
        #expect(player.client.mark == mark, "nothing is announced")
      }
    }

    @Test @Core func seekedIsForJumpsOnly() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        try await player.play()
        let mark = player.client.mark
        try await player.client.call("Pause")
        try await player.client.call("Play")
        try await player.client.set("Rate", .double(2))
        try await player.client.set("Rate", .double(0.5))
        try await player.client.set("Rate", .double(1))
        try await player.client.set("Volume", .double(0.5))
        try await player.client.set("LoopStatus", .string("Playlist"))
        try await player.client.set("Shuffle", .bool(true))
        let here = try await player.position
        try await player.reach(here + 1_500_000)
        #expect(player.client.seeks(since: mark).isEmpty)
      }
    }

    @Test @Core func s2_08_jumpsThatOthersMakeAreSeenToo() async throws {
      try await PlayerFixture.with([.first]) { player in
        let mark = player.client.mark
        try await player.client.aloud(.setPosition(microseconds: 5_000_000, track: nil))
        try await player.client.aloud(.seek(byMicroseconds: -1_000_000))
        try await player.client.aloud(.setPositionFraction(0.5))
        try await player.client.aloud(.next(.sentence))
        try await player.client.barrier()
        #expect(player.client.seeks(since: mark).count == 4)
      }
    }

    @Test @Core func thePositionIsNeverAnnounced() async throws {
      try await PlayerFixture.with([.word, .first]) { player in
        try await player.client.call("Play")
        try await player.client.wait(for: "the second track") {
          try await player.current == player.tracks[1] ? () : nil
        }
        try await player.go(to: 2_000_000)
        try await player.client.call("Seek", [.int64(100_000)])
        try await player.client.call("Pause")
        try await player.client.call("Stop")
        for change in player.client.changes(since: 0) {
          #expect(change.changed["Position"] == nil)
          #expect(!change.invalidated.contains("Position"))
        }
      }
    }
  }
}

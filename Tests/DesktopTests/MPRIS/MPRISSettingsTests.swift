import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS
import Testing

extension MPRISConformance {
  @Suite("Rate, Volume, LoopStatus, Shuffle")
  struct SettingsOfPlaying {
    init() { _ = coreLoop }

    @Test(
      arguments: [
        ("Rate", .double(2)), ("Volume", .double(0.25)), ("LoopStatus", .string("Track")),
        ("LoopStatus", .string("Playlist")), ("Shuffle", .bool(true)),
      ] as [(String, BusValue)])
    @Core func aNewValueIsAnnouncedOnceAndTheSameNotAtAll(property: String, value: BusValue) async throws {
      try await PlayerFixture.with([.short, .word]) { player in
        var mark = player.client.mark
        try await player.client.set(property, value)
        #expect(try await player.client.get(property) == value)
        try await player.client.barrier()
        #expect(player.client.announced(property, since: mark) == [value])
        mark = player.client.mark
        try await player.client.set(property, value)
        #expect(try await player.client.get(property) == value)
        #expect(player.client.announced(property, since: mark).isEmpty)
      }
    }

    @Test(arguments: [(0.1, 0.25), (0.25, 0.25), (1.1, 1.1), (6, 6), (7, 6), (1000, 6)])
    @Core func aRateOutOfRangeIsBroughtWithin(asked: Double, set: Double) async throws {
      try await PlayerFixture.with([.short]) { player in
        try await player.client.set("Rate", .double(asked))
        #expect(try await player.client.get("Rate") == .double(set))
        #expect(try await player.client.get("MinimumRate") == .double(0.25))
        #expect(try await player.client.get("MaximumRate") == .double(6))
      }
    }

    @Test @Core func aRateOfZeroActsAsPause() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.client.set("Rate", .double(1.5))
        try await player.play()
        try await player.client.set("Rate", .double(0))
        #expect(try await player.status == "Paused")
        #expect(try await player.client.get("Rate") == .double(1.5))
        try await player.play()
      }
    }

    /// VLC accepts all of these values and returns them.
    @Test(arguments: [-1, -5, .nan, .infinity, -.infinity] as [Double])
    @Core func aRateThatCannotBePlayedIsRefused(rate: Double) async throws {
      try await PlayerFixture.with([.short]) { player in
        let before = try await player.state()
        let error = await player.error { () throws(BusError) in try await player.client.set("Rate", .double(rate)) }
        #expect(error?.name == BusError.Name.invalidArguments)
        #expect(try await player.state() == before)
      }
    }

    @Test(arguments: [(-0.1, 0), (-1000, 0), (0, 0), (0.5, 0.5), (1, 1), (-.infinity, 0)] as [(Double, Double)])
    @Core func aNegativeVolumeIsZero(asked: Double, set: Double) async throws {
      try await PlayerFixture.with([.short]) { player in
        try await player.client.set("Volume", .double(asked))
        #expect(try await player.client.get("Volume") == .double(set))
      }
    }

    @Test(arguments: [.nan, .infinity] as [Double])
    @Core func aVolumeThatIsNoNumberIsRefused(volume: Double) async throws {
      try await PlayerFixture.with([.short]) { player in
        let before = try await player.state()
        let error = await player.error { () throws(BusError) in try await player.client.set("Volume", .double(volume)) }
        #expect(error?.name == BusError.Name.invalidArguments)
        #expect(try await player.state() == before)
      }
    }

    @Test(arguments: ["None", "Track", "Playlist"])
    @Core func everyLoopStatusCanBeSet(word: String) async throws {
      try await PlayerFixture.with([.short]) { player in
        try await player.client.set("LoopStatus", .string(word))
        #expect(try await player.client.get("LoopStatus") == .string(word))
      }
    }

    @Test(arguments: ["", "none", "Random", "Playlist "])
    @Core func anUnknownLoopStatusIsRefused(word: String) async throws {
      try await PlayerFixture.with([.short]) { player in
        let before = try await player.state()
        let error = await player.error { () throws(BusError) in try await player.client.set("LoopStatus", .string(word))
        }
        #expect(error?.name == BusError.Name.invalidArguments)
        #expect(try await player.state() == before)
      }
    }

    @Test @Core func aShuffledModeOfOurOwnIsKept() async throws {
      try await PlayerFixture.with([.short, .word]) { player in
        let set: [BusValue] = [
          .string(AloudBus.interface.text), .string("Shuffle"), .variant(.string("question-choices")),
        ]
        _ = try await player.client.properties("Set", set, at: AloudBus.path)
        #expect(try await player.client.get("Shuffle") == .bool(true))
        try await player.client.set("Shuffle", .bool(true))
        #expect(try await player.client.aloud(.shuffle) == .string("question-choices"))
        try await player.client.set("Shuffle", .bool(false))
        #expect(try await player.client.aloud(.shuffle) == .string("off"))
        try await player.client.set("Shuffle", .bool(true))
        #expect(try await player.client.aloud(.shuffle) == .string("once"))
      }
    }

    @Test @Core func theVolumeIsRemembered() async throws {
      try await PlayerFixture.with([.short], endsByItself: true) { player in
        try await player.client.set("Volume", .double(0.3))
        #expect(try await player.service.end().status == .exited(0))
        let service = try await player.startAgain()
        let volume = try await player.client.get("Volume").asDouble ?? -1
        #expect(abs(volume - 0.3) < 0.001, "\(volume)")
        #expect(try await service.end().status == .exited(0))
      }
    }

    @Test @Core func theDesktopsMixerAndTheVolumeAreOne() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.play()
        let stream = try await Graph.wait(for: "the stream in the mixer", in: player.desktop) { $0.stream }
        let mark = player.client.mark
        #expect(try await player.desktop.run("wpctl", "set-volume", "\(stream.id)", "0.4").succeeded)
        let told = try await player.client.wait(for: "Volume", since: mark) { abs(($0.asDouble ?? -1) - 0.4) < 0.01 }
        #expect(try await player.client.get("Volume") == told)
        try await player.client.set("Volume", .double(0.7))
        try await Graph.wait(for: "the volume in the mixer", in: player.desktop) { graph in
          abs((graph.stream?.volume ?? 0) - 0.7) < 0.005
        }
        #expect(try await player.client.get("Volume") == .double(0.7))
      }
    }
  }
}

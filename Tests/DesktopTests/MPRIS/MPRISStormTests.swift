import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS
import Testing

extension MPRISConformance {
  @Suite("Many commands, and the programs that people use")
  struct Storms {
    init() { _ = coreLoop }

    /// The rule for all signals: a client that listens knows the same as a client that asks, and no value is sent
    /// twice.
    @Test(arguments: [1, 2, 3] as [UInt64])
    @Core func signalsAndPropertiesTellTheSame(seed: UInt64) async throws {
      try await PlayerFixture.with([.first, .second, .third, .short]) { player in
        var dice = SeededGenerator(seed: seed)
        var model = try await ClientModel(player.client)
        for _ in 0..<150 {
          try await self.randomCommand(player, &dice)
          try model.listen(to: player.client)
        }
        try await player.client.barrier()
        try await player.client.call("Pause")
        try model.listen(to: player.client)
        try await model.check(against: player.client)
      }
    }

    @Test @Core func aThousandCommandsWithoutWaitingLeaveAConsistentPlayer() async throws {
      try await PlayerFixture.with([.first, .second, .third]) { player in
        var dice = SeededGenerator(seed: 7)
        try await player.client.set("LoopStatus", .string("Playlist"))
        var model = try await ClientModel(player.client)
        let members: [MemberName] = ["Play", "Pause", "PlayPause", "Next", "Previous", "Seek"]
        var calls: [(MemberName, [BusValue])] = []
        for _ in 0..<1000 {
          let member = try #require(members.randomElement(using: &dice))
          let offset = Int64.random(in: -5_000_000...8_000_000, using: &dice)
          calls.append((member, member == "Seek" ? [.int64(offset)] : []))
        }
        try await player.client.burst(calls)
        try model.listen(to: player.client)
        try await player.client.call("Pause")
        try model.listen(to: player.client)
        try await model.check(against: player.client)
        let place = try await player.settledPosition()
        #expect(Set(try await player.positions(over: .milliseconds(300))) == [place], "nothing sounds after the pause")
        try await player.play()
      }
    }

    @Core private func randomCommand(_ player: PlayerFixture, _ dice: inout SeededGenerator) async throws {
      let client = player.client
      switch Int.random(in: 0..<12, using: &dice) {
      case 0: try await client.call("Play")
      case 1: try await client.call("Pause")
      case 2: try await client.call("PlayPause")
      case 3: try await client.call("Next")
      case 4: try await client.call("Previous")
      case 5: try await client.call("Seek", [.int64(.random(in: -3_000_000...3_000_000, using: &dice))])
      case 6: try await client.set("Rate", .double(.random(in: 0.25...6, using: &dice)))
      case 7: try await client.set("Volume", .double(.random(in: 0...1, using: &dice)))
      case 8: try await client.set("LoopStatus", .string(["Track", "Playlist"].randomElement(using: &dice) ?? "Track"))
      case 9: try await client.set("Shuffle", .bool(.random(using: &dice)))
      case 10:
        guard let track = try await player.queue.randomElement(using: &dice) else { return }
        try await client.call("GoTo", [.objectPath(track)], on: TrackListInterface.name)
      default:
        if try await player.queue.count < 8 {
          let after = try await player.queue.randomElement(using: &dice) ?? MPRISBus.noTrack
          let uri = BusValue.string(try player.file(.short))
          try await client.call(
            "AddTrack", [uri, .objectPath(after), .bool(.random(using: &dice))], on: TrackListInterface.name)
        } else if let track = try await player.queue.randomElement(using: &dice) {
          try await client.call("RemoveTrack", [.objectPath(track)], on: TrackListInterface.name)
        }
      }
    }

    @Test @Core func playerctlDoesEverythingThatItCan() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        func playerctl(_ arguments: String...) async throws -> String {
          let command = ["playerctl", "-p", "aloud"] + arguments
          let process = try player.desktop.start(command)
          let result = try await process.waitForEnd()
          #expect(result.succeeded, "\(result)")
          return result.answer
        }
        #expect(try await playerctl("status") == "Paused")
        _ = try await playerctl("play")
        #expect(try await playerctl("status") == "Playing")
        _ = try await playerctl("pause")
        _ = try await playerctl("play-pause")
        #expect(try await playerctl("status") == "Playing")
        _ = try await playerctl("pause")
        _ = try await playerctl("position", "5")
        #expect(try await playerctl("position").hasPrefix("5.0"))
        _ = try await playerctl("position", "2+")
        #expect(try await playerctl("position").hasPrefix("7.0"))
        _ = try await playerctl("position", "3-")
        #expect(try await playerctl("position").hasPrefix("4.0"))
        _ = try await playerctl("volume", "0.4")
        #expect(try await playerctl("volume").hasPrefix("0.4"))
        _ = try await playerctl("loop", "Playlist")
        #expect(try await playerctl("loop") == "Playlist")
        _ = try await playerctl("shuffle", "On")
        #expect(try await playerctl("shuffle") == "On")
        _ = try await playerctl("shuffle", "Off")
        #expect(try await playerctl("metadata", "mpris:trackid").contains(player.tracks[0].text))
        _ = try await playerctl("next")
        #expect(try await playerctl("metadata", "mpris:trackid").contains(player.tracks[1].text))
        _ = try await playerctl("previous")
        #expect(try await playerctl("metadata", "--format", "{{title}}").isEmpty == false)
        _ = try await playerctl("open", try player.file(.third))
        try await player.client.wait(for: "it plays") { try await player.status == "Playing" ? () : nil }
        _ = try await playerctl("stop")
        #expect(try await playerctl("status") == "Stopped")
      }
    }
  }
}

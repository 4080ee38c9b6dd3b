import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import MPRIS
import Testing

extension MPRISConformance {
  @Suite("The track list")
  struct List {
    init() { _ = coreLoop }

    private static let list = TrackListInterface.name

    @Test @Core func everyEntryHasAnObjectPathOfItsOwn() async throws {
      try await PlayerFixture.with([.word, .word, .short]) { player in
        let tracks = try await player.queue
        #expect(tracks == player.tracks)
        #expect(Set(tracks).count == 3, "also where the same text stands twice")
        for track in tracks { #expect(!track.isWithin("/org/mpris"), "\(track)") }
        #expect(try await player.current == tracks[0])
      }
    }

    @Test @Core func metadataAreAnsweredInTheOrderOfTheQuestion() async throws {
      try await PlayerFixture.with([.first, .second, .third]) { player in
        let asked = [player.tracks[2], MPRISBus.noTrack, player.tracks[0], "/foreign"]
        let reply = try await player.client.call("GetTracksMetadata", [.objectPaths(asked)], on: Self.list)
        let tables = try #require(reply.first?.asVardicts)
        #expect(tables.map { $0["mpris:trackid"]?.asObjectPath } == [player.tracks[2], player.tracks[0]])
        for table in tables {
          #expect(table["xesam:title"]?.asString?.isEmpty == false)
          #expect(table["xesam:artist"]?.asStrings != nil)
          #expect(table["xesam:url"]?.asString?.hasPrefix("file:///") == true)
          #expect(table["mpris:length"]?.asInt64 ?? 0 > 0)
          #expect(table["xesam:asText"] == nil)
        }
        #expect(tables.last == (try await player.metadata), "the same as the player shows")
        let none = try await player.client.call("GetTracksMetadata", [.objectPaths([])], on: Self.list)
        #expect(none == [.array(of: .vardict, [])])
      }
    }

    @Test @Core func aTrackIsAddedWhereItIsAskedFor() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        let uri = BusValue.string(try player.file(.third))
        let places: [(after: ObjectPath, index: Int)] = [
          (MPRISBus.noTrack, 0), (player.tracks[0], 2), (player.tracks[1], 4),
        ]
        for (after, index) in places {
          let before = try await player.queue
          let mark = player.client.mark
          try await player.client.call("AddTrack", [uri, .objectPath(after), .bool(false)], on: Self.list)
          let signal = try await player.client.wait(for: "TrackAdded") {
            player.client.signals("TrackAdded", since: mark).first
          }
          let track = try #require(signal.arguments.first?.asVardict?["mpris:trackid"]?.asObjectPath)
          #expect(signal.arguments.last == .objectPath(after))
          let now = try await player.queue
          #expect(now.firstIndex(of: track) == index)
          #expect(now.filter { $0 != track } == before)
          #expect(try await player.current == player.tracks[0], "SetAsCurrent was false")
          #expect(try await player.status == "Paused")
          #expect(player.client.changes(since: mark).contains { $0.invalidated == ["Tracks"] })
        }
      }
    }

    @Test(arguments: [false, true])
    @Core func anAddedTrackCanBecomeCurrentAndKeepsPlayAndPause(playing: Bool) async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        if playing { try await player.play() }
        let uri = try player.file(.third)
        try await player.client.call(
          "AddTrack", [.string(uri), .objectPath(player.tracks[0]), .bool(true)], on: Self.list)
        try await player.client.wait(for: "it is current") {
          try await player.metadata["xesam:url"] == .string(uri) ? () : nil
        }
        #expect(try await player.queue[1] == player.current)
        #expect(try await player.status == (playing ? "Playing" : "Paused"))
      }
    }

    @Test @Core func goToKeepsPlayAndPause() async throws {
      try await PlayerFixture.with([.first, .second, .third]) { player in
        try await player.client.call("GoTo", [.objectPath(player.tracks[2])], on: Self.list)
        #expect(try await player.current == player.tracks[2])
        #expect(try await player.status == "Paused")
        try await player.play()
        try await player.client.call("GoTo", [.objectPath(player.tracks[1])], on: Self.list)
        #expect(try await player.current == player.tracks[1])
        #expect(try await player.status == "Playing")
      }
    }

    @Test @Core func tracksThatAreNotInTheListHaveNoEffect() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        let before = try await player.state()
        let mark = player.client.mark
        for track: ObjectPath in [MPRISBus.noTrack, "/", "/foreign", "/org/aloud/Aloud1/track/99999"] {
          try await player.client.call("GoTo", [.objectPath(track)], on: Self.list)
          try await player.client.call("RemoveTrack", [.objectPath(track)], on: Self.list)
          #expect(try await player.state() == before, "\(track)")
        }
        #expect(player.client.mark == mark)
      }
    }

    @Test @Core func anotherOrderIsTold() async throws {
      try await PlayerFixture.with([.first, .second, .third]) { player in
        var model = try await ClientModel(player.client)
        try await player.client.aloud(.move(player.tracks[2], index: 0))
        try await player.client.barrier()
        #expect(
          player.client.signals("TrackListReplaced", since: 0).last?.arguments.last == .objectPath(player.tracks[0]))
        try model.listen(to: player.client)
        try await model.check(against: player.client)
        #expect(model.tracks == [player.tracks[2], player.tracks[0], player.tracks[1]])
      }
    }

    @Test @Core func tracksAreInvalidatedAndNeverSent() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        let mark = player.client.mark
        try await player.client.call("RemoveTrack", [.objectPath(player.tracks[1])], on: Self.list)
        try await player.client.barrier()
        let changes = player.client.changes(since: mark).filter { $0.interface == Self.list.text }
        #expect(changes.map(\.invalidated) == [["Tracks"]])
        #expect(changes.allSatisfy { $0.changed.isEmpty })
      }
    }

    @Test @Core func aLengthThatBecomesKnownIsTold() async throws {
      try await PlayerFixture.with { player in
        try await player.client.aloud(.open(uris: [try player.file(.second)], SpeakOptions(paused: true)))
        try await player.lengthsAreExact()
        try await player.client.barrier()
        let length = try await player.length
        let last = player.client.announced("Metadata", since: 0).last
        #expect(last?.asVardict?["mpris:length"] == .int64(length))
      }
    }
  }
}

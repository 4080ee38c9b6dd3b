import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Foundation
import MPRIS
import Testing
import Vocabulary

extension MPRISConformance {
  @Suite("Playlists")
  struct Playlists {
    init() { _ = coreLoop }

    private static let interface = PlaylistsInterface.name

    /// Id, name, icon.
    private struct Entry: Equatable {
      let id: ObjectPath
      let name: String
      let icon: String

      init?(_ value: BusValue) {
        guard let fields = value.asStructure, fields.count == 3, let id = fields[0].asObjectPath,
          let name = fields[1].asString, let icon = fields[2].asString
        else { return nil }
        (self.id, self.name, self.icon) = (id, name, icon)
      }
    }

    @Core
    private func list(
      _ player: PlayerFixture, _ order: String = "Alphabetical", from index: UInt32 = 0, atMost count: UInt32 = 100,
      reversed: Bool = false
    ) async throws -> [Entry] {
      let reply = try await player.client.call(
        "GetPlaylists", [.uint32(index), .uint32(count), .string(order), .bool(reversed)], on: Self.interface)
      #expect(BusValue.conform(reply, to: ["a(oss)"]))
      return (reply.first?.asArray ?? []).compactMap(Entry.init)
    }

    @Core
    private func active(_ player: PlayerFixture) async throws -> Entry? {
      let value = try await player.client.get("ActivePlaylist", of: Self.interface)
      #expect(value.conforms(to: "(b(oss))"))
      let fields = value.asStructure ?? []
      return fields.first?.asBool == true ? Entry(fields[1]) : nil
    }

    /// Opens a file like a client without support for playlists, hears its first word, and leaves it again.
    @Core
    private func visit(_ player: PlayerFixture, _ text: SampleText) async throws {
      let uri = try player.file(text)
      try await player.client.aloud(.open(uris: [uri], SpeakOptions()))
      try await player.client.wait(for: "it is in the library") {
        let rows = try await player.client.aloud(.listDocuments).first?.asArray ?? []
        return rows.contains { $0.asVardict?["url"]?.asString == uri } ? () : nil
      }
      try await player.client.aloud(.clear)
    }

    /// Xfce calls `GetPlaylists` as soon as a player appears.
    @Test @Core func anEmptyLibraryAnswersAndSaysThatNothingIsActive_S2_29() async throws {
      try await PlayerFixture.with { player in
        #expect(try await list(player) == [])
        #expect(try await player.client.get("PlaylistCount", of: Self.interface) == .uint32(0))
        #expect(try await active(player) == nil)
        let orderings = try await player.client.get("Orderings", of: Self.interface).asStrings
        #expect(orderings == ["Alphabetical", "Created", "Modified", "Played", "User"])
        for order in orderings ?? [] { #expect(try await list(player, order, reversed: true) == []) }
      }
    }

    @Test @Core func everyOrderOfTheSpecificationIsAnsweredPageByPage_S2_32() async throws {
      try await PlayerFixture.with { player in
        for text in [SampleText.second, .first, .third] { try await visit(player, text) }
        // Three documents, and the folder that they lie in.
        #expect(try await player.client.get("PlaylistCount", of: Self.interface) == .uint32(4))
        let folder = (player.folder.split(separator: "/").last.map(String.init) ?? "") + "/"
        let documents = try await list(player, "Created").filter { $0.name != folder }
        #expect(documents.map(\.name) == ["second", "first", "third"])
        #expect(try await list(player, "Alphabetical").map(\.name) == ["first", folder, "second", "third"])
        #expect(try await list(player, "User").last?.name == folder)
        for order in ["Alphabetical", "Created", "Modified", "Played", "User", "LastPlayDate"] {
          let all = try await list(player, order)
          #expect(all.count == 4)
          #expect(try await list(player, order, reversed: true) == all.reversed(), "\(order)")
          var pages: [Entry] = []
          for index: UInt32 in 0..<4 { pages += try await list(player, order, from: index, atMost: 1) }
          #expect(pages == all, "\(order)")
          #expect(try await list(player, order, from: 4) == [])
          #expect(try await list(player, order, from: .max, atMost: .max) == [])
          #expect(try await list(player, order, atMost: 0) == [])
          for entry in all { #expect(!entry.id.isWithin("/org/mpris"), "\(entry.id)") }
        }
        let error = await player.error { () throws(BusError) in
          try await player.client.call(
            "GetPlaylists", [.uint32(0), .uint32(1), .string("Size"), .bool(false)], on: Self.interface)
        }
        #expect(error?.name == BusError.Name.invalidArguments)
      }
    }

    @Test @Core func anyClientActivatesADocumentAndTheActiveOneFollowsWhatIsRead_S2_32() async throws {
      try await PlayerFixture.with { player in
        try await visit(player, .first)
        try await visit(player, .second)
        let entries = try await list(player, "Created")
        let first = try #require(entries.first { $0.name == "first" })
        let second = try #require(entries.first { $0.name == "second" })
        var mark = player.client.mark
        try await player.client.call("ActivatePlaylist", [.objectPath(first.id)], on: Self.interface)
        #expect(try await player.status == "Playing")
        #expect(try await player.metadata["xesam:title"] == .string("first"))
        #expect(try await active(player) == first)
        try await player.client.barrier()
        let told = player.client.announced("ActivePlaylist", since: mark).last?.asStructure
        #expect(told?.first == .bool(true) && told?.last.flatMap(Entry.init) == first)
        // Another playlist: the first one stays in the queue.
        mark = player.client.mark
        try await player.client.call("ActivatePlaylist", [.objectPath(second.id)], on: Self.interface)
        #expect(try await player.metadata["xesam:title"] == .string("second"))
        #expect(try await player.queue.count == 2)
        #expect(try await active(player) == second)
        // A playlist that is in the queue is sought at its kept place.
        try await player.client.call("ActivatePlaylist", [.objectPath(first.id)], on: Self.interface)
        #expect(try await player.queue.count == 2)
        #expect(try await active(player) == first)
        // A text that is not in the library is not active.
        try await player.client.aloud(.speak(text: "Something else.", SpeakOptions(whenBusy: .now)))
        #expect(try await active(player) == nil)
        try await player.client.aloud(.clear)
        #expect(try await active(player) == nil)
        try await player.client.barrier()
        #expect(player.client.announced("ActivePlaylist", since: mark).last?.asStructure?.first == .bool(false))
      }
    }

    @Test @Core func aFolderIsReadOneDocumentAfterTheOtherAndABookmarkIsGoneTo_S2_32() async throws {
      try await PlayerFixture.with { player in
        for text in [SampleText.first, .second] { try await visit(player, text) }
        try await player.client.aloud(.open(uris: [try player.file(.second)], SpeakOptions(paused: true)))
        try await eventually("its length is known") { try await player.metadata["mpris:length"] != nil }
        try await player.client.aloud(.setPositionFraction(0.5))
        try await player.client.aloud(.addBookmark(note: "the middle"))
        let place = try await player.settledPosition()
        try await player.client.aloud(.clear)
        let entries = try await list(player)
        let folder = try #require(entries.first { $0.name.hasSuffix("/") })
        let mark = try #require(entries.first { $0.name == "second: the middle" })
        let before = player.client.mark
        try await player.client.call("ActivatePlaylist", [.objectPath(folder.id)], on: Self.interface)
        #expect(try await player.metadata["xesam:title"] == .string("first"))
        #expect(try await player.status == "Playing")
        #expect(try await active(player) == folder)
        try await eventually("the other one follows") { try await player.queue.count == 2 }
        try await player.client.wait(for: "ActivePlaylist", since: before) { value in
          value.asStructure?.last.flatMap(Entry.init) == folder
        }
        // The next document of the folder belongs to the same playlist.
        try await player.client.call("Next")
        #expect(try await player.metadata["xesam:title"] == .string("second"))
        #expect(try await active(player) == folder)
        try await player.client.call("ActivatePlaylist", [.objectPath(mark.id)], on: Self.interface)
        #expect(try await active(player)?.name == "second", "the document that a bookmark is in")
        #expect(try await player.metadata["xesam:title"] == .string("second"))
        #expect(try await player.queue.count == 2, "it was there")
        let position = try await player.position
        #expect(position > 2_000_000 && position <= place + 1_000_000, "\(position) near \(place)")
      }
    }

    @Test @Core func aQueuedTextTakesItsPlaceInTheFolderAndNotTheReading_S2_32() async throws {
      try await PlayerFixture.with { player in
        for text in [SampleText.first, .second, .third] { try await visit(player, text) }
        let second = try player.file(.second)
        let uris = [second, try player.file(.third)]
        try await player.client.aloud(.open(uris: uris, SpeakOptions(paused: true)))
        let folder = try #require(try await list(player).first { $0.name.hasSuffix("/") })
        try await player.client.call("ActivatePlaylist", [.objectPath(folder.id)], on: Self.interface)
        try await eventually("all of the folder stands in its order") {
          let rows = try await player.client.aloud(.listTracks).first?.asVardicts ?? []
          return rows.map { $0["title"]?.asString } == ["first", "second", "third"]
        }
        #expect(try await player.metadata["xesam:title"] == .string("first"))
        #expect(try await player.status == "Playing")
      }
    }

    @Test @Core func anUnknownPlaylistFailsAndNothingChanges() async throws {
      try await PlayerFixture.with { player in
        try await visit(player, .first)
        let entry = try #require(try await list(player).first)
        let before = try await player.state()
        let paths: [ObjectPath] = [
          "/", "/foreign", "/org/aloud/Aloud1/document/0", "/org/aloud/Aloud1/bookmark/1",
          "/org/aloud/Aloud1/folder/0f",
          "/org/aloud/Aloud1/track/1",
        ]
        for path in paths {
          let error = await player.error { () throws(BusError) in
            try await player.client.call("ActivatePlaylist", [.objectPath(path)], on: Self.interface)
          }
          #expect(error?.name == APIErrorCode.notFound.busName, "\(path)")
        }
        try FileManager.default.removeItem(atPath: player.folder + "/first.txt")
        let error = await player.error { () throws(BusError) in
          try await player.client.call("ActivatePlaylist", [.objectPath(entry.id)], on: Self.interface)
        }
        #expect(error?.name == APIErrorCode.noSuchFile.busName)
        #expect(try await player.state() == before)
        #expect(try await list(player) == [entry])
      }
    }

    @Test @Core func changesOfTheLibraryAreTold() async throws {
      try await PlayerFixture.with { player in
        let mark = player.client.mark
        try await visit(player, .first)
        try await player.client.barrier()
        #expect(player.client.announced("PlaylistCount", since: mark).last == .uint32(1))
        // The file is renamed, and with it the document.
        let from = player.folder + "/first.txt"
        try FileManager.default.moveItem(atPath: from, toPath: player.folder + "/renamed.txt")
        try await player.client.aloud(
          .open(uris: ["file://" + player.folder + "/renamed.txt"], SpeakOptions(paused: true)))
        try await player.client.barrier()
        let changed = player.client.signals("PlaylistChanged", since: mark)
        #expect(changed.last?.arguments.first.flatMap(Entry.init)?.name == "renamed")
        #expect(changed.allSatisfy { BusValue.conform($0.arguments, to: ["(oss)"]) })
        #expect(try await player.client.get("PlaylistCount", of: Self.interface) == .uint32(1))
      }
    }
  }
}

import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS
import Testing

extension MPRISConformance {
  @Suite("Play, Pause, PlayPause, Stop")
  struct Playback {
    init() { _ = coreLoop }

    @Test @Core func theChangeIsAnnouncedBeforeTheReply() async throws {
      try await PlayerFixture.with([.first]) { player in
        for (member, status) in [("Play", "Playing"), ("Pause", "Paused"), ("Stop", "Stopped")] {
          let mark = player.client.mark
          try await player.client.call(MemberName(stringLiteral: member))
          #expect(player.client.announced("PlaybackStatus", since: mark) == [.string(status)])
          #expect(try await player.status == status)
        }
      }
    }

    @Test @Core func canPlayAndCanPauseDoNotDependOnTheStatus() async throws {
      try await PlayerFixture.with([.first]) { player in
        for member: MemberName in ["Play", "Pause", "Stop", "Play"] {
          try await player.client.call(member)
          #expect(try await player.client.get("CanPlay") == .bool(true), "after \(member)")
          #expect(try await player.client.get("CanPause") == .bool(true), "after \(member)")
        }
      }
    }

    @Test @Core func theMetadataAreCompleteBeforeItPlays_S3_21() async throws {
      try await PlayerFixture.with { player in
        var model = try await ClientModel(player.client)
        try await player.client.call("OpenUri", [.string(try player.file(.short))])
        try await player.client.wait(for: "it plays") { try await player.status == "Playing" ? () : nil }
        try model.listen(to: player.client)
        try await player.client.call("OpenUri", [.string(try player.file(.second))])
        try await player.client.wait(for: "it plays the other") {
          try await player.metadata["xesam:url"]?.asString?.hasSuffix("second.txt") == true ? () : nil
        }
        try model.listen(to: player.client)
      }
    }

    @Test @Core func s2_07_metadataAreNeverSentInPart() async throws {
      try await PlayerFixture.with { player in
        let options = SpeakOptions(
          title: "Title", artists: ["Author"], album: "Book", url: "file:///text", artURL: "file:///cover.png")
        try await player.client.aloud(.speak(text: SampleText.short.content, options))
        try await player.lengthsAreExact()
        try await player.client.call("Seek", [.int64(1_000_000)])
        try await player.client.call("Pause")
        try await player.client.barrier()
        let told = player.client.announced("Metadata", since: 0).compactMap(\.asVardict)
        let complete = told.filter { $0["mpris:trackid"] != .objectPath(MPRISBus.noTrack) }
        #expect(!complete.isEmpty)
        for metadata in complete {
          #expect(metadata["xesam:title"] == .string("Title"))
          #expect(metadata["xesam:artist"] == .strings(["Author"]))
          #expect(metadata["xesam:album"] == .string("Book"))
          #expect(metadata["xesam:url"] == .string("file:///text"))
          #expect(metadata["mpris:artUrl"] == .string("file:///cover.png"))
          #expect(metadata["mpris:length"]?.asInt64 ?? 1 > 0, "an unknown length is left out")
          #expect(metadata["xesam:asText"] == nil)
        }
        #expect(try await player.length > 1_000_000)
      }
    }
  }
}

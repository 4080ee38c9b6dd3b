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

    @Test @Core func playWhilePlayingHasNoEffect() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.play()
        try await player.reach(500_000)
        let mark = player.client.mark
        let before = try await player.position
        for _ in 0..<5 { try await player.client.call("Play") }
        #expect(try await player.position >= before, "it must not start again")
        #expect(player.client.mark == mark, "nothing changed, so nothing is announced")
      }
    }

    @Test @Core func pauseWhilePausedHasNoEffect() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.play()
        try await player.client.call("Pause")
        let before = try await player.settled()
        let mark = player.client.mark
        for _ in 0..<5 { try await player.client.call("Pause") }
        #expect(try await player.state() == before)
        #expect(player.client.mark == mark, "nothing changed, so nothing is announced")
      }
    }

    @Test @Core func s2_09_playAfterPauseGoesOnAtThatPlace() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.play()
        try await player.reach(1_000_000)
        try await player.client.call("Pause")
        let paused = try await player.settledPosition()
        let mark = player.client.mark
        let start = Core.loop.now
        try await player.client.call("Play")
        let first = try await player.position
        #expect(first >= paused && first <= paused + player.reachable(since: start))
        let samples = try await player.positions(over: .milliseconds(400))
        #expect(try #require(samples.last) > paused)
        #expect(player.client.seeks(since: mark).isEmpty, "resuming is no jump")
      }
    }

    @Test @Core func aPausedPositionStandsStill() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.play()
        try await player.client.call("Pause")
        let place = try await player.settledPosition()
        #expect(Set(try await player.positions(over: .milliseconds(300))) == [place])
      }
    }

    /// mpv-mpris decides from a remembered state and loses count.
    @Test(arguments: [20, 21])
    @Core func aBurstOfPlayPauseEndsInTheRightState(count: Int) async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.play()
        let mark = player.client.mark
        try await player.client.burst(Array(repeating: ("PlayPause", []), count: count))
        let expected = count % 2 == 0 ? "Playing" : "Paused"
        #expect(try await player.status == expected)
        let told = player.client.announced("PlaybackStatus", since: mark)
        #expect(told.last == .string(expected) || told.isEmpty)
        for (one, next) in zip(told, told.dropFirst()) { #expect(one != next, "announced twice") }
      }
    }

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

    @Test @Core func playAfterStopBeginsTheTrackAgain() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        try await player.play()
        try await player.reach(1_500_000)
        try await player.client.call("Stop")
        #expect(try await player.status == "Stopped")
        #expect(try await player.current == player.tracks[0])
        let mark = player.client.mark
        try await player.client.call("Stop")
        #expect(player.client.mark == mark, "Stop while stopped has no effect")
        let start = Core.loop.now
        try await player.client.call("Play")
        try await player.soundIsHeard()
        #expect(try await player.position <= player.reachable(since: start))
        #expect(try await player.current == player.tracks[0])
      }
    }

    @Test @Core func playPauseWhileStoppedPlays() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.client.call("Stop")
        try await player.client.call("PlayPause")
        #expect(try await player.status == "Playing")
      }
    }

    @Test @Core func pauseWhileStoppedStaysStopped() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.client.call("Stop")
        let before = try await player.state()
        try await player.client.call("Pause")
        #expect(try await player.state() == before)
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
        try await player.client.fence()
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

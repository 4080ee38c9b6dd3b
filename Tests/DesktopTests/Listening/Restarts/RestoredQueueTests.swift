import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// A queue that was only restored leaves the media keys to the music player.
  struct RestoredQueueTests {
    /// A run after one with a paused text, with another player if one is given.
    private func restored(
      beside name: String? = nil, _ options: PrivateDesktop.Options = .init(),
      _ body: @Core (RestartableService, OtherPlayerDouble?) async throws -> Void
    ) async throws {
      try await RestartableService.with(configuration: "", options) { fixture in
        try await fixture.remote.speak("A text that was paused in an earlier session.", SpeakOptions(paused: true))
        try await fixture.end(15)
        var music: OtherPlayerDouble?
        if let name { music = try await OtherPlayerDouble(name, status: "Paused", in: fixture.desktop) }
        try await fixture.begin()
        try await body(fixture, music)
      }
    }

    @Test func besideAnotherPlayerTheNameIsLeftToItUntilPlay_D4() async throws {
      try await restored(beside: "music") { fixture, music in
        let (desktop, remote) = (fixture.desktop, fixture.remote)
        // The state is available without the name, and a query does not ask for sound.
        #expect(try await remote.text(.state) == "paused")
        #expect(try await fixture.tracks().count == 1)
        #expect(try await !desktop.isOwned(PrivateDesktop.playerName))
        try await remote(.pause(.immediate))
        #expect(try await !desktop.isOwned(PrivateDesktop.playerName))
        try await remote(.play)
        try await eventually("it is a player") { try await desktop.isOwned(PrivateDesktop.playerName) }
        try await remote(.pause(.immediate))
        #expect(try await desktop.isOwned(PrivateDesktop.playerName), "it was asked for")
        withExtendedLifetime(music) {}
      }
    }

    @Test func aloneItHasTheNameAndGivesWayToOneThatComes_D4() async throws {
      try await restored { fixture, _ in
        let desktop = fixture.desktop
        try await eventually("no other player is there") { try await desktop.isOwned(PrivateDesktop.playerName) }
        // A player that only repeats others does not count.
        let proxy = try await OtherPlayerDouble("playerctld", in: desktop)
        let music = try await OtherPlayerDouble("music", in: desktop)
        try await eventually("it gives way") { try await !desktop.isOwned(PrivateDesktop.playerName) }
        music.end()
        try await eventually("it comes back") { try await desktop.isOwned(PrivateDesktop.playerName) }
        withExtendedLifetime(proxy) {}
      }
    }

    @Test func aCallToTheNameIsAnsweredBesideAnotherPlayer_D4() async throws {
      var options = PrivateDesktop.Options()
      options.activation = .build
      try await restored(beside: "music", options) { fixture, music in
        let (desktop, remote) = (fixture.desktop, fixture.remote)
        #expect(try await !desktop.isOwned(PrivateDesktop.playerName))
        #expect(try await remote.player(get: "PlaybackStatus") == .string("Paused"))
        try await eventually("a question is no wish to hear") { try await !desktop.isOwned(PrivateDesktop.playerName) }
        try await remote.player("Play")
        try await remote.wait(.playbackStatus, "Playing")
        #expect(try await desktop.isOwned(PrivateDesktop.playerName))
        withExtendedLifetime(music) {}
      }
    }

    @Test func theNameIsTakenWhenAStrangerWhoOwnedItGoes_P12() async throws {
      try await Scene.inDesktop { desktop in
        let stranger = try await OtherPlayerDouble("aloud", in: desktop)
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        try await remote.speak("A text of this service.", SpeakOptions(paused: true))
        #expect(try await desktop.processID(of: PrivateDesktop.playerName) != service.pid)
        try await eventually("it is said") { service.errors.contains("belongs to another program") }
        stranger.end()
        try await eventually("it is ours") {
          guard try await desktop.isOwned(PrivateDesktop.playerName) else { return false }
          return try await desktop.processID(of: PrivateDesktop.playerName) == service.pid
        }
        try await remote(.hush)
        try await eventually("and given back") { try await !desktop.isOwned(PrivateDesktop.playerName) }
      }
    }
  }
}

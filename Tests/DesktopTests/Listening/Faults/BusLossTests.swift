import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Glibc
import Testing
import Vocabulary

extension ListeningTests {
  /// The session bus fails during a reading, and comes back.
  struct BusLossTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane, and all around him animals were"
      + " awake, and an eagle and an owl and an otter were already eating in an open area near our old inn."

    @Test func theStateIsAnnouncedAgainAndSubscriptionsOfLostClientsAreGone() async throws {
      try await Scene.with { scene in
        let desktop = scene.desktop
        try await scene.remote.speak(Self.text, SpeakOptions(title: "A walk"))
        try await scene.recorder.wait(for: "Word", count: 2)
        try await scene.remote(.pause(.immediate))
        try await scene.recorder.wait(for: "UtterancePaused")
        // The service is stopped meanwhile, so that this client is there first.
        scene.service.send(signal: SIGSTOP)
        try await desktop.order(.restart(.bus))
        let remote = try Remote(desktop)
        let changes = Signals(of: "PropertiesChanged", on: remote)
        let words = Signals(of: "Word", on: remote)
        _ = try await remote.bus.call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"))
        scene.service.send(signal: SIGCONT)
        try await eventually("everything is announced") {
          let player = changes.arguments.filter { $0.first?.asString == "org.mpris.MediaPlayer2.Player" }
            .compactMap { $0.dropFirst().first?.asVardict }
          let own = changes.arguments.filter { $0.first?.asString == "org.aloud.Aloud1" }
            .compactMap { $0.dropFirst().first?.asVardict }
          return player.contains { $0["PlaybackStatus"]?.asString == "Paused" && $0["Metadata"] != nil }
            && own.contains { $0["PlaybackStatus"]?.asString == "Paused" && $0["PauseReason"]?.asString == "user" }
        }
        #expect(try await remote.text(.playbackStatus) == "Paused")
        try await remote(.play)
        let start = try await remote.position()
        try await eventually("it reads on") { try await remote.position() > start + 1_000_000 }
        #expect(words.arguments.isEmpty)
      }
    }

    @Test func aServiceWhoseSessionHasGoneForGoodEndsWithItsPlace_P8() async throws {
      try await RestartableService.with { fixture in
        try await fixture.remote.speak(Self.text)
        try await fixture.remote.wait(.state, "speaking")
        try await eventually("it is under way") { try await fixture.remote.position() > 1_000_000 }
        // The whole session ends while the service is reading.
        try await fixture.desktop.order(.kill(.bus))
        try await fixture.desktop.order(.kill(.pipewire))
        let end = try await fixture.service.waitForEnd()
        #expect(end.exitCode == 0 && end.errors.contains("the session bus has been gone for"), "\(end)")
        #expect(try fixture.problems().isEmpty)
      }
    }

    @Test func aServiceWhoseNameWasTakenMeanwhileSaysSoAndLeaves() async throws {
      try await Scene.with { scene in
        try await scene.remote.speak(Self.text)
        try await scene.recorder.wait(for: "Word", count: 2)
        scene.service.send(signal: SIGSTOP)
        try await scene.desktop.order(.restart(.bus))
        let other = try Remote(scene.desktop)
        #expect(try await other.bus.requestName(AloudBus.name) == .primaryOwner)
        scene.service.send(signal: SIGCONT)
        let end = try await scene.service.waitForEnd()
        #expect(end.exitCode == 0 && end.errors.contains("runs already"), "\(end)")
      }
    }

    /// The sound without a bus, and the time until the names are back.
    struct Measured {
      @Test func theReadingGoesOnAndTheNamesAreBackWithinASecond() async throws {
        try await Scene.with { scene in
          let (recorder, desktop) = (scene.recorder, scene.desktop)
          try await scene.remote.speak(BusLossTests.text)
          try await recorder.wait(for: "Word", count: 4)
          let start = Remote.now
          let position = try await scene.remote.position()
          let started = Remote.now
          for round in 1...2 {
            try await desktop.order(.kill(.bus))
            try await desktop.order(.start(.bus))
            let back = Remote.now
            let remote = try Remote(desktop)
            // The usual time for a connection on this machine.
            let usual = (Remote.now - back) / milliseconds
            try await eventually("both names are back") {
              let names = try await remote.bus.call(
                BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames"))
              let owned = Set(names.arguments.first?.asStrings ?? [])
              return owned.contains(PrivateDesktop.serviceName) && owned.contains(PrivateDesktop.playerName)
            }
            let elapsed = (Remote.now - back) / milliseconds
            #expect(elapsed < 1000 + 10 * usual, "\(elapsed) ms, a connection: \(usual) ms")
            #expect(try await remote.text(.playbackStatus) == "Playing")
            #expect(try await remote.player(get: "PlaybackStatus").asString == "Playing")
            let asked = Remote.now
            let heard = try await remote.position() - position
            let passed = (asked - started) / 1000 - 200_000...(Remote.now - start) / 1000 + 200_000
            #expect(passed.contains(heard), "round \(round): \(heard) µs heard in \(passed) µs")
          }
          // A client that subscribes now gets the remaining events.
          let second = try await Recorder.open(in: desktop)
          try await second.wait(for: "UtteranceFinished")
          #expect(!second.all("Word").isEmpty)
          let recording = try await recorder.recording(until: start + 3000 * milliseconds)
          let silence = recording.longestSilence(start, start + 3000 * milliseconds) / milliseconds
          #expect(silence < 250, "\(silence) ms without sound")
          // Each loss and each return is logged once.
          let log = scene.service.errors
          #expect(log.split(separator: "the session bus is gone").count == 3, "\(log)")
          #expect(log.split(separator: "the session bus is back").count == 3, "\(log)")
        }
      }
    }
  }
}

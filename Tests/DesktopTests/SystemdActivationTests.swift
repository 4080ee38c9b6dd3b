import DesktopSupport
import Glibc
import Testing

/// The installed files, with a `systemd --user` of the test that starts the units requested by the bus.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled("no systemd --user can be started by this user here") { await PrivateDesktop.hasSystemd() })
struct SystemdActivationTests {
  private func play(_ desktop: PrivateDesktop) async throws -> CommandResult {
    try await desktop.run(
      "dbus-send", "--session", "--print-reply", "--reply-timeout=45000", "--dest=\(PrivateDesktop.playerName)",
      "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player.Play")
  }

  @Test func theOwnNameStartsTheUnit() async throws {
    try await PrivateDesktop.withInstalledUnits { desktop, installation in
      let said = try await desktop.run(installation.file("bin/aloud"), "say", "-w", "Good morning.")
      #expect(said.succeeded, "\(said)")
      #expect(try await desktop.property("ActiveState", of: "aloudd.service") == "active")
      let owner = try await desktop.processID(of: PrivateDesktop.serviceName)
      #expect(try await desktop.property("MainPID", of: "aloudd.service") == owner.map(String.init))
    }
  }

  @Test func thePlayersNameStartsTheServiceInItsUnitAndItsCallIsAnswered() async throws {
    try await PrivateDesktop.withInstalledUnits { desktop, _ in
      for round in ["nothing runs", "the service runs, and has nothing to play"] {
        let played = try await play(desktop)
        // The bus itself fails a call to a name that nobody takes.
        #expect(played.succeeded, "\(round): \(played)")
        #expect(try await desktop.property("ActiveState", of: "aloudd.service") == "active")
        let owner = try await desktop.processID(of: PrivateDesktop.serviceName)
        #expect(try await desktop.property("MainPID", of: "aloudd.service") == owner.map(String.init))
        try await eventually("an idle player leaves the media keys to others") {
          try await !desktop.isOwned(PrivateDesktop.playerName)
        }
      }
    }
  }

  @Test func aServiceThatIsKilledComesBack() async throws {
    try await PrivateDesktop.withInstalledUnits { desktop, installation in
      #expect(try await desktop.run(installation.file("bin/aloud"), "volume", "50").succeeded)
      let first = try #require(try await desktop.processID(of: PrivateDesktop.serviceName))
      kill(first, SIGKILL)
      try await eventually("another one") {
        let now = try await desktop.processID(of: PrivateDesktop.serviceName)
        return now != nil && now != first
      }
    }
  }
}

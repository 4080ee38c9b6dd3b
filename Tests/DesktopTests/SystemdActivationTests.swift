import DesktopSupport
import Foundation
import Testing

extension PrivateDesktop {
  /// Whether one with a systemd can be: it may not make control groups in most containers and within a session.
  fileprivate static func hasSystemd() async -> Bool {
    guard FileManager.default.isExecutableFile(atPath: "/usr/lib/systemd/systemd") else { return false }
    var options = Options()
    options.environment["ALOUD_DESKTOP_SYSTEMD"] = "1"
    return (try? await with(options) { _ in true }) ?? false
  }
}

/// The installed files, with a `systemd --user` of the test's own that starts what the bus asks for.
@Suite(
  .serialized, .timeLimit(.minutes(3)),
  .enabled("a systemd --user can be started here") { await PrivateDesktop.hasSystemd() })
struct SystemdActivationTests {
  /// Runs `body` in a desktop with the installed service files and units.
  private func installed(_ body: (PrivateDesktop, Installation) async throws -> Void) async throws {
    let prefix = NSTemporaryDirectory() + "aloud-prefix-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: prefix) }
    let installation = try await Installation.make(prefix: prefix)
    var options = PrivateDesktop.Options()
    options.environment["ALOUD_DESKTOP_SYSTEMD"] = "1"
    options.activation = .directory(installation.services)
    options.environment["ALOUD_UNITS_DIR"] = installation.file("lib/systemd/user")
    try await PrivateDesktop.with(options) { try await body($0, installation) }
  }

  private func property(_ name: String, of unit: String, in desktop: PrivateDesktop) async throws -> String {
    try await desktop.run("systemctl", "--user", "show", "--value", "-p", name, unit).answer
  }

  private func play(_ desktop: PrivateDesktop) async throws -> CommandResult {
    try await desktop.run(
      "dbus-send", "--session", "--print-reply", "--reply-timeout=8000", "--dest=\(PrivateDesktop.playerName)",
      "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player.Play")
  }

  @Test func theOwnNameStartsTheUnit() async throws {
    try await installed { desktop, installation in
      let said = try await desktop.run(installation.file("bin/aloud"), "say", "-w", "Good morning.")
      #expect(said.succeeded, "\(said)")
      #expect(try await property("ActiveState", of: "aloudd.service", in: desktop) == "active")
      let owner = try await desktop.processID(of: PrivateDesktop.serviceName)
      #expect(try await property("MainPID", of: "aloudd.service", in: desktop) == owner.map(String.init))
    }
  }

  @Test func thePlayersNameStartsTheServiceInItsUnitAndItsCallIsAnswered() async throws {
    try await installed { desktop, _ in
      for round in ["nothing runs", "the service runs, and has nothing to play"] {
        let played = try await play(desktop)
        #expect(played.succeeded && played.duration < .seconds(5), "\(round): \(played)")
        #expect(try await property("ActiveState", of: "aloudd.service", in: desktop) == "active")
        let owner = try await desktop.processID(of: PrivateDesktop.serviceName)
        #expect(try await property("MainPID", of: "aloudd.service", in: desktop) == owner.map(String.init))
        try await eventually("an idle player leaves the media keys to others") {
          try await !desktop.isOwned(PrivateDesktop.playerName)
        }
      }
    }
  }

  @Test func aServiceThatIsKilledComesBack() async throws {
    try await installed { desktop, installation in
      #expect(try await desktop.run(installation.file("bin/aloud"), "voices", "en").succeeded)
      let first = try #require(try await desktop.processID(of: PrivateDesktop.serviceName))
      kill(first, SIGKILL)
      try await eventually("another one") {
        let now = try await desktop.processID(of: PrivateDesktop.serviceName)
        return now != nil && now != first
      }
    }
  }
}

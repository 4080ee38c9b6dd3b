import DesktopSupport
import Testing

/// The whole way, from a command to the bus, the worker, PipeWire and back.
@Suite(.timeLimit(.minutes(3)))
struct FirstLightTests {
  @Test func aTextIsSpokenPausedResumedAndEnds() async throws {
    try await PrivateDesktop.with { desktop in
      let service = try await desktop.startService()
      let aloud = Project.program("aloud")
      let said = try await desktop.run(
        aloud, "say", "The first light of aloud. This text is long enough to be paused in the middle of it.")
      #expect(said.succeeded, "\(said)")
      try await desktop.waitUntilPlaying()
      _ = try await desktop.run("playerctl", "-p", "aloud", "pause")
      #expect(try await desktop.run("playerctl", "-p", "aloud", "status").answer == "Paused")
      _ = try await desktop.run("playerctl", "-p", "aloud", "play")
      #expect(try await desktop.run("playerctl", "-p", "aloud", "status").answer == "Playing")
      try await eventually("it ends, and gives the player's name back") {
        try await !desktop.isOwned(PrivateDesktop.playerName)
      }
      #expect(try await desktop.run(aloud, "status").answer.hasPrefix("idle"))
      withExtendedLifetime(service) {}
    }
  }
}

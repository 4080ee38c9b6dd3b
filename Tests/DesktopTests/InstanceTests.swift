import DesktopSupport
import Testing

/// The owners of the names.
@Suite(.timeLimit(.minutes(3)))
struct InstanceTests {
  @Test func aSecondServiceSaysSoAndLeaves_P7_S3_08() async throws {
    try await PrivateDesktop.with { desktop in
      let first = try await desktop.startService()
      let second = try await desktop.run(Project.program("aloudd"))
      #expect(second.exitCode == 0 && second.errors.contains("runs already"), "\(second)")
      #expect(!second.errors.contains("another program"), "the first one is this very program: \(second)")
      #expect(try await desktop.processID(of: PrivateDesktop.serviceName) == first.pid)
    }
  }

  @Test func aNewInstanceThatWasAskedForRunsBesideTheFirst() async throws {
    try await PrivateDesktop.with { desktop in
      let first = try await desktop.startService()
      let second = try desktop.start([Project.program("aloudd"), "--new-instance"])
      try await desktop.waitUntilOwned("org.aloud.Aloud1.instance\(second.pid)", by: second)
      let spoken = try await desktop.run(
        "gdbus", "call", "--session", "--dest", "org.aloud.Aloud1.instance\(second.pid)", "--object-path",
        "/org/aloud/Aloud1", "--method", "org.aloud.Aloud1.Speak", "The second instance speaks for itself.", "{}")
      #expect(spoken.succeeded, "\(spoken)")
      try await eventually("it is a player of its own") {
        try await desktop.processID(of: "org.mpris.MediaPlayer2.aloud.instance\(second.pid)") == second.pid
      }
      #expect(try await !desktop.isOwned(PrivateDesktop.playerName))
      #expect(try await desktop.processID(of: PrivateDesktop.serviceName) == first.pid)
    }
  }

  @Test func theEndIsCleanAndQuick() async throws {
    try await PrivateDesktop.with { desktop in
      let service = try await desktop.startService()
      _ = try await desktop.run(Project.program("aloud"), "say", "A text that is cut off by the end of the service.")
      try await desktop.waitUntilPlaying()
      service.send(signal: 15)
      let end = try await service.waitForEnd()
      #expect(end.exitCode == 0, "\(end)")
      #expect(try await !desktop.isOwned(PrivateDesktop.serviceName))
    }
  }
}

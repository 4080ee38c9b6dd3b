import DesktopSupport
import EventLoop
import Foundation
import Testing

/// The installed entry does what it says, and does no harm.
@Suite(.timeLimit(.minutes(3)))
struct DesktopEntryTests {
  /// The words after each `Exec=`, without the place for files.
  private func commands() throws -> [[String]] {
    let entry = try String(contentsOfFile: Project.file("desktop/org.aloud.Aloud.desktop"), encoding: .utf8)
    return entry.split(separator: "\n").filter { $0.hasPrefix("Exec=") }
      .map { $0.dropFirst("Exec=".count).split(separator: " ").map(String.init).filter { !$0.hasPrefix("%") } }
  }

  @Test func aClickOnTheMediaCardChangesNothingAndStartsNothing() async throws {
    let commands = try commands()
    #expect(commands.count == 3)
    try await PrivateDesktop.with { desktop in
      let command = try #require(commands.first)
      #expect(command.first == "aloud")
      #expect(command.count == 2)
      let clicked = try await desktop.run(Project.program("aloud"), command[1])
      #expect(clicked.succeeded, "\(clicked)")
      #expect(try await !desktop.isOwned(PrivateDesktop.serviceName))
    }
  }

  /// The output of a program that is not started over the bus is not seen.
  @Test func anErrorOfTheDesktopEntryIsShown_D7() async throws {
    let command = try #require(try commands().first)
    try await Scene.inDesktop { desktop in
      let notifications = try await NotificationsDouble(in: desktop)
      _ = try await desktop.startService()
      let opened = try await desktop.run(Project.program("aloud"), command[1], "file://\(Project.nowhere).txt")
      #expect(opened.exitCode == 2, "\(opened)")
      try await eventually("it is shown") { notifications.shown.count == 1 }
      #expect(notifications.shown.first?.summary == "Cannot read ‘nothing-is-here.txt’")
    }
  }

  @Test func theEntryOpensAFileAndItsActionsDriveTheReading() async throws {
    let verbs = try commands().map { $0[1] }
    let aloud = Project.program("aloud")
    let uri = "file://" + Project.file("share/introduction.txt")
    try await PrivateDesktop.with { desktop in
      let service = try await desktop.startService()
      let opened = try await desktop.run(aloud, verbs[0], uri)
      #expect(opened.succeeded, "\(opened)")
      try await desktop.waitUntilPlaying()
      #expect(try await desktop.run(aloud, verbs[1]).succeeded)
      #expect(try await desktop.run("playerctl", "-p", "aloud", "status").answer == "Paused")
      #expect(try await desktop.run(aloud, verbs[2]).succeeded)
      #expect(try await desktop.run("playerctl", "-p", "aloud", "status").answer == "Stopped")
      withExtendedLifetime(service) {}
    }
  }
}

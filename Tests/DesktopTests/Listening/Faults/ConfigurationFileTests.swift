import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

/// `aloud.toml` as the running service takes it.
@Suite(.timeLimit(.minutes(3)))
struct ConfigurationFileTests {
  @Test func mistakesAreNamedWithTheirLineAndTheRestIsHonoured() async throws {
    try await Scene.inDesktop { desktop in
      try Scene.write("[player]\nwhen-busy = \"drop\"\nwarp = 9\nrate = \"fast\"\n", in: desktop)
      let service = try await desktop.startService()
      let remote = try Remote(desktop)
      try await eventually("the mistakes are named") {
        let lines = service.errors.split(separator: "\n")
        return lines.contains { $0.contains("warp") && $0.contains("3") && $0.contains("aloud.toml") }
          && lines.contains { $0.contains("rate") && $0.contains("4") && $0.contains("aloud.toml") }
      }
      try await remote.speak("A text that takes a while to be spoken.")
      #expect(await remote.failure(of: .speak(text: "Another.", SpeakOptions())) == "Busy")
    }
  }

  @Test func aChangedFileIsReadAgain() async throws {
    try await Scene.inDesktop { desktop in
      try Scene.write("[speech]\nlanguage = \"de\"\n", in: desktop)
      let service = try await desktop.startService()
      let remote = try Remote(desktop)
      try await remote.speak("Ein Apfel.", SpeakOptions(paused: true))
      #expect(try await remote.text(.voice) == "gmw/de")
      try await remote(.clear)
      try Scene.write("[speech]\nlanguage = \"fr\"\n[player]\nodd = 1\n", in: desktop)
      try await eventually("the new mistake is named") { service.errors.contains("odd") }
      try await remote.speak("Une pomme.", SpeakOptions(paused: true))
      #expect(try await remote.text(.voice).hasPrefix("roa/fr"))
      // A file with a syntax error leaves the last valid settings or the defaults in effect, and is reported.
      try Scene.write("[speech\n", in: desktop)
      try await eventually("what cannot be read is named") {
        service.errors.contains("line 1") || service.errors.contains(":1")
      }
      #expect(service.isRunning)
      withExtendedLifetime(service) {}
    }
  }

  /// The treatment of a notification by the rules in effect.
  private func action(_ remote: Remote, of application: String) async throws -> String {
    let answer = try await remote(.testNotification(application: application, summary: "Code", body: "4821"))
    return answer.first?.asVardict?["action"]?.asString ?? "?"
  }

  @Test func oneWrongByteUndoesNoRule_S1_03() async throws {
    try await Scene.inDesktop { desktop in
      let muting = "[[notify.rule]]\napplication = \"Bank\"\naction = \"mute\"\n"
      try Scene.write(muting, in: desktop)
      let service = try await desktop.startService()
      let remote = try Remote(desktop)
      // Until the file is read, everything is silent.
      try await eventually("the rules hold") { try await action(remote, of: "Mail") == "speak" }
      #expect(try await action(remote, of: "Bank") == "mute")
      let path = (desktop.environment["XDG_CONFIG_HOME"] ?? "") + "/aloud/aloud.toml"
      let latin = Array(muting.utf8) + [0x23, 0xFC, 0x0A]
      try Data(latin).write(to: URL(fileURLWithPath: path))
      try await eventually("the byte is named") { service.errors.contains("is not UTF-8") }
      try await eventually("what held is said") { service.errors.contains("what held before holds") }
      #expect(try await action(remote, of: "Bank") == "mute")
      #expect(try await action(remote, of: "Mail") == "speak")
      // The command does not name a default that does not hold.
      let get = try await desktop.run(Project.program("aloud"), "config", "get", "notify.locked")
      #expect(get.exitCode == 2 && get.errors.contains("is not UTF-8"), "\(get)")
      _ = try await service.end()
      // Nobody knows what the file says now.
      let second = try await desktop.startService()
      let again = try Remote(desktop)
      try await eventually("the silence is said") {
        second.errors.contains("notifications are not spoken until it is mended")
      }
      #expect(try await action(again, of: "Mail") == "mute")
      try Scene.write(muting, in: desktop)
      try await eventually("the mended file holds") { try await action(again, of: "Mail") == "speak" }
      #expect(try await action(again, of: "Bank") == "mute")
    }
  }
}

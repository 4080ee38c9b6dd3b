import DesktopSupport
import Foundation
import Testing

/// Changes of the settings from the shell.
@Suite(.timeLimit(.minutes(3)))
struct ConfigurationChangeTests {
  private let aloud = Project.program("aloud")

  private func path(_ desktop: PrivateDesktop) throws -> String {
    try #require(desktop.environment["XDG_CONFIG_HOME"]) + "/aloud/aloud.toml"
  }

  @Test func aSettingIsChangedAndTheServiceSeesIt() async throws {
    try await PrivateDesktop.with { desktop in
      let service = try await desktop.startService()
      let set = try await desktop.run(aloud, "config", "set", "speech.voice", "gmw/de")
      #expect(set.succeeded && set.errors == "", "\(set)")
      #expect(try String(contentsOfFile: try path(desktop), encoding: .utf8) == "[speech]\nvoice = \"gmw/de\"\n")
      try await eventually("the service has read it") { service.errors.contains("the configuration has changed") }
      for (key, value, reason) in [
        ("speech.pitch", "9", "a number from 0.5 to 2"), ("speech.voice", "Bob", "no such voice"),
        ("player.rat", "1", "no such key"),
      ] {
        let wrong = try await desktop.run(aloud, "config", "set", key, value)
        #expect(!wrong.succeeded && wrong.errors.contains(reason) && wrong.errors.contains("\ntry: "), "\(wrong)")
      }
      #expect(try String(contentsOfFile: try path(desktop), encoding: .utf8) == "[speech]\nvoice = \"gmw/de\"\n")
      #expect(try await desktop.run(aloud, "config", "unset", "voice").succeeded)
      #expect(try await desktop.run(aloud, "config", "get", "voice").answer == "")
      withExtendedLifetime(service) {}
    }
  }

  @Test func aVoiceThatDoesNotExistIsNamedEverywhere() async throws {
    try await PrivateDesktop.with { desktop in
      let file = try path(desktop)
      try FileManager.default.createDirectory(
        atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data("[speech]\nvoice = \"Bob\"\n".utf8).write(to: URL(fileURLWithPath: file))
      let service = try await desktop.startService()
      for command in [["config", "check"], ["doctor"], ["say", "A text."]] {
        let result = try await desktop.start([aloud] + command).waitForEnd()
        let said = result.output + result.errors
        #expect(said.contains("there is no voice 'Bob'"), "\(result)")
        #expect(result.succeeded == (command[0] == "say"), "\(result)")
      }
      let named = try await desktop.run(aloud, "say", "-v", "gmw/de", "Ein Text.")
      #expect(named.succeeded && named.errors == "", "\(named)")
      withExtendedLifetime(service) {}
    }
  }

  @Test func anEditorsMistakeIsOfferedAgainAndNothingIsLost() async throws {
    try await PrivateDesktop.with { desktop in
      let file = try path(desktop)
      let editor = desktop.directory + "/editor"
      let script =
        "#!/bin/sh\n[ -e \(editor).2 ] && printf '[player]\\nrate = 2\\n' > \"$1\" && exit\n"
        + "grep -q rate-wpm \"$1\" || exit 3\ntouch \(editor).2\nprintf '[player]\\nnext-means = sentence\\n' > \"$1\"\n"
      try Data(script.utf8).write(to: URL(fileURLWithPath: editor))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
      let variables = ["VISUAL": "", "EDITOR": editor, "TMPDIR": desktop.directory]
      // Without a terminal the command cannot ask, and the edited text is kept.
      let alone = try await desktop.run(aloud, "config", "edit", environment: variables)
      #expect(alone.exitCode == 1 && alone.errors.contains("put it in quotes: next-means = \"sentence\""), "\(alone)")
      #expect(alone.errors.contains("the edited text is in \(desktop.directory)/aloud."), "\(alone)")
      #expect(!FileManager.default.fileExists(atPath: file))
      try FileManager.default.removeItem(atPath: editor + ".2")
      let terminal = try desktop.startInTerminal(
        [aloud, "config", "edit"], columns: 200, environment: variables)
      try await terminal.wait(forText: "(e)dit again, (k)eep it with the mistakes, or (d)iscard it?")
      terminal.type("e\n")
      #expect(try await terminal.waitForEnd() == .exited(0))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "[player]\nrate = 2\n")
      let broken = try await desktop.run(aloud, "config", "edit", environment: ["VISUAL": "", "EDITOR": "false"])
      #expect(broken.exitCode == 1 && broken.errors.contains("failed; the edited text is in"), "\(broken)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "[player]\nrate = 2\n")
    }
  }
}

import DesktopSupport
import Foundation
import Testing

/// The command reads the configuration through the same confined worker as the service.
@Suite(.timeLimit(.minutes(3)))
struct ConfigurationReaderTests {
  private let aloud = Project.program("aloud")

  private func write(_ text: String, _ desktop: PrivateDesktop) throws {
    let folder = try #require(desktop.environment["XDG_CONFIG_HOME"]) + "/aloud"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: folder + "/aloud.toml", atomically: true, encoding: .utf8)
  }

  /// An environment where `aloud-settings` is a shell script.
  private func worker(_ script: String, _ desktop: PrivateDesktop) throws -> [String: String] {
    let folder = desktop.directory + "/workers"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/aloud-settings"
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return ["ALOUD_LIBEXEC": folder]
  }

  @Test func theWorkersAnswerHoldsAndNotTheFile() async throws {
    try await PrivateDesktop.with { desktop in
      try write("[speech]\npitch = 1.5\n", desktop)
      #expect(try await desktop.run(aloud, "config", "get", "pitch").answer == "1.5")
      let other = try worker(
        "printf 'speech.pitch\\t2' >&3; printf '@speech.pitch\\t0' >&3; printf '!\\t0\\tsyntax\\t7\\t\\tbad' >&3",
        desktop)
      let get = try await desktop.run(aloud, "config", "get", "pitch", environment: other)
      #expect(get.answer == "2", "\(get)")
      let show = try await desktop.run(aloud, "config", "show", environment: other)
      #expect(show.output.contains("/aloud/aloud.toml\n") && show.errors.contains("aloud.toml:7: bad"), "\(show)")
      let check = try await desktop.run(aloud, "config", "check", environment: other)
      #expect(check.exitCode == 1 && check.answer.hasSuffix("aloud.toml:7: bad"), "\(check)")
    }
  }

  @Test func aWorkerThatFailsIsOneClearError() async throws {
    try await PrivateDesktop.with { desktop in
      try write("[speech]\npitch = 1.5\n", desktop)
      let broken = try worker("exit 3", desktop)
      for command in [["config", "get", "pitch"], ["config", "show"], ["config", "check"], ["doctor"]] {
        let result = try await desktop.start([aloud] + command, environment: broken).waitForEnd()
        #expect(result.exitCode == 1, "\(result)")
        let said = result.output + result.errors
        #expect(said.contains("aloud-settings, which reads the configuration: ") && said.contains("try: "), "\(result)")
      }
    }
  }

  @Test func aThousandMistakesAreAllNamedAndVeryManyAreCounted() async throws {
    try await PrivateDesktop.with { desktop in
      try write("[speech]\n" + String(repeating: "voice = Bob\n", count: 1000), desktop)
      let check = try await desktop.run(aloud, "config", "check")
      let lines = check.output.split(separator: "\n")
      #expect(check.exitCode == 1 && lines.count == 1000, "\(lines.count)")
      #expect(lines.last?.contains("aloud.toml:1001: 'Bob' stands without quotes (put it in quotes") == true)
      let terminal = try desktop.startInTerminal([aloud, "config", "check"], columns: 200, environment: [:])
      try await terminal.wait(forText: "and 970 more; aloud config check | less shows all")
      #expect(try await terminal.waitForEnd() == .exited(1))
      #expect(try await desktop.run(aloud, "config", "show").errors.contains("and 990 more mistakes"))
      #expect(try await desktop.run(aloud, "doctor").output.contains(", and 999 more\n"))
      try write("[speech]\n" + String(repeating: "x\n", count: 20_000), desktop)
      let many = try await desktop.run(aloud, "config", "check")
      #expect(many.output.hasSuffix("\nand 10000 more; mend these first\n") && many.exitCode == 1)
      #expect(many.output.split(separator: "\n").count == 10_001)
    }
  }

  @Test func rulesAreCheckedShownAndReloadedAndNotSetOneByOne_S1_03() async throws {
    try await PrivateDesktop.with { desktop in
      try write("[notify]\nlocked = \"all\"\n[[notify.rule]]\napplication = \"Mail\"\nshorten = 9\n", desktop)
      let service = try await desktop.startService()
      let show = try await desktop.run(aloud, "config", "show")
      #expect(show.output.contains("\napplication = \"Mail\"\nshorten = 9\n"), "\(show)")
      #expect(show.output.contains("/aloud/aloud.toml:3\n"), "\(show)")
      let json = try await desktop.run(aloud, "config", "show", "--json")
      let answer = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
      let rule = try #require((answer["rules"] as? [[String: Any]])?.first)
      #expect(rule["shorten"] as? Int == 9 && rule["line"] as? Int == 3, "\(json)")
      #expect((rule["from"] as? String)?.hasSuffix("/aloud.toml") == true, "\(json)")
      for name in ["notify.rule", "[[notify.rule]]", "notify.rule.action", "notify.action"] {
        let set = try await desktop.run(aloud, "config", "set", name, "mute")
        #expect(set.exitCode == 2 && set.errors.contains("is no single setting\ntry: aloud config edit"), "\(set)")
      }
      // The service reads a changed rule as it reads a changed key.
      try write(
        "[[notify.rule]]\nvoice = \"Bob\"\n[[notify.rule]]\naction = \"mute\"\nrate = 9\n[[notify.rule]]\ntext = \"x\"\n",
        desktop)
      try await eventually("the service has read it") { service.errors.contains("the configuration has changed") }
      #expect(service.errors.contains("aloud.toml:5: 'rate' must be a number from 0.25 to 6, not 9"))
      let check = try await desktop.run(aloud, "config", "check")
      #expect(check.exitCode == 1, "\(check)")
      for mistake in [
        "aloud.toml:5: 'rate' must be", "until then only action = \"mute\" of this rule holds",
        "aloud.toml:6: this rule has no effect", "aloud.toml:1: there is no voice 'Bob', which a rule names",
      ] {
        #expect(check.output.contains(mistake), "\(check)")
      }
      withExtendedLifetime(service) {}
    }
  }

  /// The worker neither starts in the listener's folder nor has their standard input.
  @Test func filesAreCheckedUnderTheNamesThatWereTyped() async throws {
    try await PrivateDesktop.with { desktop in
      try "[speech]\npich = 1\n".write(toFile: desktop.directory + "/mine.toml", atomically: true, encoding: .utf8)
      let script = "cd \(desktop.directory) && \(aloud) config check"
      for (name, rest) in [("mine.toml", ""), ("./mine.toml", ""), ("/dev/stdin", " < mine.toml")] {
        let check = try await desktop.run("sh", "-c", "\(script) \(name)\(rest)")
        #expect(check.output.hasPrefix("\(name):2: unknown key 'pich'"), "\(check)")
      }
    }
  }
}

import DesktopSupport
import Foundation
import Testing

/// The Tab key in common shells.
@Suite(.timeLimit(.minutes(3)))
struct CompletionTests {
  /// A typed line up to the Tab key, and the line that it becomes.
  private static let completed = [
    ("aloud sta", "aloud status"), ("aloud read debr", "aloud read debref.epub"),
    ("aloud export debr", "aloud export debref.epub"), ("aloud say -f debr", "aloud say -f debref.epub"),
    ("aloud queue add sub/in", "aloud queue add sub/inner.txt"), ("aloud debr", "aloud debref.epub"),
    ("aloud queue go", "aloud queue goto"), ("aloud say --voice=gmw/af", "aloud say --voice=gmw/af"),
    ("aloud say -v gmw/de", "aloud say -v gmw/de"), ("aloud pause --at sent", "aloud pause --at sentence"),
    ("aloud config get speech.rate", "aloud config get speech.rate-wpm"),
    ("aloud read --form", "aloud read --format"), ("aloud say -l pt-b", "aloud say -l pt-BR"),
  ]

  private func scene(_ body: (PrivateDesktop, _ folder: String, [String: String]) async throws -> Void) async throws {
    try await PrivateDesktop.with { desktop in
      let folder = desktop.directory + "/books"
      try FileManager.default.createDirectory(atPath: folder + "/sub", withIntermediateDirectories: true)
      for name in ["debref.epub", "sub/inner.txt", "El Greco.txt"] {
        try Data("A text.".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
      }
      let path = Project.programs + ":" + (desktop.environment["PATH"] ?? "")
      let service = try await desktop.startService()
      let aloud = Project.program("aloud")
      #expect(
        try await desktop.run(aloud, "say", "--title", "Mailing lists", "A text that is read for long.").succeeded)
      #expect(try await desktop.run(aloud, "pause").succeeded)
      try await body(desktop, folder, ["PATH": path, "HOME": folder, "TERM": "xterm", "INPUTRC": "/dev/null"])
      withExtendedLifetime(service) {}
    }
  }

  /// Types lines into a shell, each with a Tab key, and waits until they have become the expected ones.
  private func check(_ lines: [(typed: String, becomes: String)], _ terminal: TerminalProcess) async throws {
    for (number, line) in lines.enumerated() {
      // A line of its own, since the screen may have shown the same before.
      terminal.type(": \(number); ")
      try await terminal.wait(forText: ": \(number);")
      terminal.type(line.typed + "\t")
      try await terminal.wait(forText: ": \(number); " + line.becomes)
      dropLine(terminal)
    }
  }

  /// Turns the line into a comment and begins a new one. Ctrl-C would reach the program that the shell runs for the
  /// completion.
  private func dropLine(_ terminal: TerminalProcess) { terminal.type("\u{1}#\n") }

  /// Waits until the shell has done everything and asks for a line.
  private func waitForPrompt(behind text: String, _ terminal: TerminalProcess) async throws {
    try await terminal.wait(for: "a prompt behind '\(text)'") { screen in
      let rows = screen.lines.filter { !$0.allSatisfy(\.isWhitespace) }
      guard let mark = rows.lastIndex(where: { $0.hasPrefix(text) }) else { return nil as Void? }
      return rows[mark...].dropFirst().first?.hasPrefix("ready>") == true ? () : nil
    }
  }

  @Test(arguments: [false, true])
  func bashCompletesWithAndWithoutItsLibrary(hasLibrary: Bool) async throws {
    try await scene { desktop, folder, environment in
      let terminal = try desktop.startInTerminal(
        ["bash", "--norc", "--noprofile", "-i"], columns: 120, rows: 40, environment: environment)
      terminal.type("cd '\(folder)'; unset HISTFILE; PS1='ready> '\n")
      if hasLibrary { terminal.type(". /usr/share/bash-completion/bash_completion\n") }
      terminal.type("source <(aloud --generate-completion-script bash); echo 'lo''aded'\n")
      try await waitForPrompt(behind: "loaded", terminal)
      try await check(Self.completed + [("aloud read El", #"aloud read El\ Greco.txt"#)], terminal)
      try await check([("aloud goto Mail", #"aloud goto Mailing\ lists"#)], terminal)
      try await check([("aloud goto \"Mail", "aloud goto \"Mailing lists")], terminal)
      // Tab twice lists the candidates with explanations.
      terminal.type("aloud pause --at \t\t")
      try await terminal.wait(forText: "now       word      sentence")
      dropLine(terminal)
      terminal.type("aloud se\t\t")
      try await terminal.wait(forText: "seek  (Go to a place, or forward and back.)")
      dropLine(terminal)
      terminal.type("exit\n")
      try await terminal.waitForEnd()
    }
  }

  @Test func zshCompletes() async throws {
    try await scene { desktop, folder, environment in
      let script = try await desktop.run(Project.program("aloud"), "--generate-completion-script", "zsh")
      let functions = desktop.directory + "/site-functions"
      try FileManager.default.createDirectory(atPath: functions, withIntermediateDirectories: true)
      try Data(script.output.utf8).write(to: URL(fileURLWithPath: functions + "/_aloud"))
      let terminal = try desktop.startInTerminal(
        ["zsh", "-f", "-i"], columns: 120, rows: 40, environment: environment)
      terminal.type(
        "cd '\(folder)'; PS1='ready> '; unsetopt beep; setopt interactivecomments; fpath=('\(functions)' $fpath)\n")
      terminal.type("autoload -U compinit; compinit -u -d '\(desktop.directory)/zcompdump'; echo 'lo''aded'\n")
      try await waitForPrompt(behind: "loaded", terminal)
      try await check(Self.completed + [("aloud read El", #"aloud read El\ Greco.txt"#)], terminal)
      try await check([("aloud goto Mail", #"aloud goto Mailing\ lists"#)], terminal)
      terminal.type("aloud se\t")
      try await terminal.wait(forText: "-- Go to a place, or forward and back.")
      dropLine(terminal)
      terminal.type("exit\n")
      try await terminal.waitForEnd()
    }
  }

  @Test func fishCompletes() async throws {
    try await scene { desktop, folder, environment in
      func offered(_ line: String) async throws -> [String] {
        let script = "cd '\(folder)'; aloud --generate-completion-script fish | source; complete -C'\(line)'"
        let result = try await desktop.run("fish", "--no-config", "-c", script, environment: environment)
        #expect(result.succeeded && result.errors.isEmpty, "\(result)")
        return result.lines
      }
      for (typed, becomes) in Self.completed {
        let words = typed.split(separator: " ").count
        let word = becomes.split(separator: " ")[words - 1]
        let lines = try await offered(typed)
        #expect(lines.contains { $0.prefix { $0 != "\t" } == word }, "\(typed): \(lines)")
      }
      #expect(try await offered("aloud goto Mail") == ["Mailing lists\t1"])
      #expect(try await offered("aloud read El") == ["El Greco.txt"])
      #expect(try await offered("aloud seek ") == [])
      #expect(try await offered("aloud se").contains("seek\tGo to a place, or forward and back."))
    }
  }

  @Test func filesAndWordsAreOfferedWithoutAnAnswerToo() async throws {
    try await PrivateDesktop.with { desktop in
      let aloud = Project.program("aloud")
      #expect(try await desktop.run(aloud, "--complete", "queue", "goto", "").output == "")
      #expect(try await !desktop.isOwned(PrivateDesktop.serviceName), "nothing is started for it")
      let service = try await desktop.startService()
      #expect(try await desktop.run(aloud, "say", "--title", "One", "A text.").succeeded)
      service.send(signal: SIGSTOP)
      let result = try await desktop.run(aloud, "--complete", "queue", "goto", "")
      #expect(result.succeeded && result.output == "", "\(result)")
      #expect(try await desktop.run(aloud, "--complete", "read", "").output == ":files\n")
      service.send(signal: SIGCONT)
    }
  }
}

import ArgumentParser
import CommandOutput
import Configuration
import ConfigurationStorage
import EventLoop
import Glibc

extension Config {
  struct Edit: Verb {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Edit the user's file, and check it before it takes effect.",
      discussion: """
        The editor is $VISUAL or $EDITOR, else the first of editor, sensible-editor, nano and vi that is installed, \
        and it opens a copy. If there is a mistake, the command reports it, and \
        offers the editor again. A new file begins with every key and its default.
        """)

    private static let task = "edit the configuration"

    func run(_ console: Console) async throws(Failure) {
      let file = try UserConfiguration(task: Self.task)
      let before = try file.contents()
      let begun = before.isEmpty ? Configuration.example : before
      let draft = try Draft(begun, task: Self.task)
      while true {
        try Self.runEditor(on: draft.path)
        let text = try draft.contents()
        guard text != begun else {
          draft.remove()
          return console.print("nothing has changed")
        }
        let loaded = try await draft.checked(for: file.path)
        let problems = loaded.problems + (await InstalledVoices.problems(in: loaded))
        for problem in problems.prefix(Check.mostOnTerminal) { Console.tell("\(problem)") }
        if !problems.isEmpty {
          switch Self.choice() {
          case .again: continue
          case .discard:
            draft.remove()
            return console.print("nothing has changed")
          case .nobody:
            throw Failure(
              .failed, "cannot \(Self.task): there are mistakes in it, and the edited text is in \(draft.path)",
              cure: "correct it there, then: cp \(shellQuoted(draft.path)) \(shellQuoted(file.path))")
          case .keep: break
          }
        }
        guard try file.replace(before, by: text) else {
          throw Failure(
            .failed,
            "cannot \(Self.task): the file was changed meanwhile, and the edited text is in \(draft.path)",
            cure: "diff \(shellQuoted(file.path)) \(shellQuoted(draft.path))")
        }
        draft.remove()
        for remark in await InstalledVoices.remarks(on: loaded) { remark.tell() }
        return
      }
    }

    private enum Choice { case again, keep, discard, nobody }

    /// Asks on the terminal; `nobody` if no one can answer.
    private static func choice() -> Choice {
      guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return .nobody }
      while true {
        Console.tell("(e)dit again, (k)eep it with the mistakes, or (d)iscard it?")
        guard let answer = readLine() else { return .nobody }
        switch answer.first?.lowercased() {
        case "e", nil: return .again
        case "k": return .keep
        case "d": return .discard
        default: continue
        }
      }
    }

    /// The editors that are tried without a choice of the listener's.
    private static let editors = ["editor", "sensible-editor", "nano", "vi"]

    /// The listener's editor, which may have options, or the first that is installed; `nil` if there is none.
    static func editor(environment: (String) -> String?, isInstalled: (String) -> Bool) -> String? {
      ["VISUAL", "EDITOR"].compactMap(environment).first { !$0.isEmpty } ?? editors.first(where: isInstalled)
    }

    private static func isInstalled(_ name: String) -> Bool {
      (ConfigurationFiles.value("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").contains {
        access("\($0)/\(name)", X_OK) == 0
      }
    }

    /// Runs the editor with a shell, since the variable may contain options too.
    private static func runEditor(on path: String) throws(Failure) {
      guard let editor = editor(environment: ConfigurationFiles.value, isInstalled: isInstalled) else {
        throw Failure(
          .failed, "cannot \(task): there is no editor (\(editors.joined(separator: ", "))); the text is in \(path)",
          cure: "apt install nano, or EDITOR=NAME aloud config edit")
      }
      let command = ["/bin/sh", "-c", "\(editor) \"$1\"", editor, path]
      // Ctrl-C is for the editor while it runs.
      let interrupt = signal(SIGINT, SIG_IGN)
      let leave = signal(SIGQUIT, SIG_IGN)
      defer {
        signal(SIGINT, interrupt)
        signal(SIGQUIT, leave)
      }
      let process = try? ProgramStart(command).start()
      var status: CInt = 0
      if let process { while waitpid(process, &status, 0) < 0, errno == EINTR {} }
      guard process != nil, status == 0 else {
        throw Failure(
          .failed, "cannot \(task): the editor '\(editor)' failed; the edited text is in \(path)",
          cure: "EDITOR=nano aloud config edit")
      }
    }
  }

  /// The copy for the editor.
  private struct Draft {
    let path: String
    private let task: String

    init(_ contents: String, task: String) throws(Failure) {
      self.task = task
      let folder = ConfigurationFiles.value("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
      var template = Array("\(folder)/aloud.XXXXXX.toml".utf8CString)
      let descriptor = mkstemps(&template, 5)
      guard descriptor >= 0 else {
        throw Failure(.failed, "cannot \(task): no file can be made in \(folder)", cure: "ls -ld \(folder)")
      }
      close(descriptor)
      path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      do throws(Problem) { try ConfigurationFiles.write(contents, to: path) } catch {
        throw Failure(.failed, "cannot \(task): '\(path)' \(error.message)", cure: error.cure)
      }
    }

    func contents() throws(Failure) -> String {
      do throws(Problem) { return try ConfigurationFiles.read(path) ?? "" } catch {
        throw Failure(.failed, "cannot \(task): '\(path)' \(error.message)", cure: error.cure)
      }
    }

    /// The problems in the copy, reported for the file that it replaces.
    ///
    /// - Throws: ``Failure`` if it cannot be read; the copy is kept then.
    func checked(for target: String) async throws(Failure) -> SettingsReport {
      var report: SettingsReport
      do throws(Failure) { report = try await UserSettings.read([path], task: task) } catch {
        throw Failure(error.status, "\(error.message); the edited text is in \(path)", cure: error.cure)
      }
      for index in report.problems.indices { report.problems[index].file = target }
      report.origins = report.origins.mapValues { _ in target }
      for index in report.rulePlaces.indices { report.rulePlaces[index].file = target }
      return report
    }

    func remove() { unlink(path) }
  }
}

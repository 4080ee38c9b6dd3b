import ArgumentParser
import CommandOutput
import Configuration
import ConfigurationStorage
import EventLoop
import Glibc
import Speech
import Vocabulary

struct Config: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show, change and check the configuration (aloud.toml).",
    discussion: """
      Changes take effect at once. 'aloud config path' shows where the files are, 'aloud config example' prints a file \
      with every key.
      """,
    subcommands: [
      Show.self, Get.self, Set.self, Unset.self, Edit.self, Check.self, Path.self, Example.self,
    ], defaultSubcommand: Show.self)

  struct Show: Verb {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show every setting in effect.")

    private static let mostComplaints = 10

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let loaded = try await UserSettings.read(task: "show the configuration")
      if output.json {
        let members = ConfigurationKey.all(in: loaded.settings).map { key in
          (
            key.path,
            JSON.object([
              ("value", Config.json(key.value(in: loaded.settings))), ("from", .string(loaded.origins[key.path])),
            ])
          )
        }
        let rules = Config.rules(of: loaded).map { Config.json($0.rule, $0.place) }
        let engines = loaded.settings.engines.map { engine in
          JSON.object([
            ("name", .string(engine.name)), ("command", .array(engine.command.map { .string($0) })),
            ("languages", .array(engine.languages.map { .string($0) })),
            ("from", .string(loaded.origins[SettingsReport.origin(of: engine.name)])),
          ])
        }
        return console.print(
          JSON.answer([("settings", .object(members)), ("rules", .array(rules)), ("engines", .array(engines))]).text)
      }
      for section in ConfigurationKey.sections {
        console.printPainted(
          (section.name == ConfigurationKey.sections.first?.name ? "" : "\n") + console.bold("[\(section.name)]"))
        for key in ConfigurationKey.all(in: loaded.settings) where key.section == section.name {
          let line = "\(key.name) = \(key.toml(in: loaded.settings))"
          console.print(Self.line(line, from: loaded.origins[key.path]))
        }
        guard section.name == "notify" else { continue }
        for (rule, place) in Config.rules(of: loaded) {
          let heading = Self.line(RuleKey.heading, from: place.map { "\($0.file):\($0.line)" })
          console.printPainted("\n" + console.bold(heading))
          for line in RuleKey.all.compactMap({ $0.line(in: rule) }) { console.print(line) }
        }
      }
      for engine in loaded.settings.engines {
        let place = loaded.origins[SettingsReport.origin(of: engine.name)]
        console.printPainted("\n" + console.bold(Self.line(EngineKey.heading, from: place)))
        for key in EngineKey.allCases { console.print(key.line(in: engine)) }
      }
      // Problems are printed without failing: the settings shown are in effect.
      for problem in loaded.problems.prefix(Self.mostComplaints) { Console.complain("\(problem)") }
      let more = loaded.problemCount - Self.mostComplaints
      if more > 0 { Console.complain("and \(more) more mistakes", cure: "aloud config check") }
    }

    private static func line(_ text: String, from place: String?) -> String {
      place.map { TextWidth.padded(text, to: 40) + "  # \($0)" } ?? text
    }
  }

  struct Check: Verb {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Report every mistake of a configuration file.")

    /// The maximum number on a terminal, since users fix the first ones first. A pipe gets all of them.
    static let mostOnTerminal = 30

    @Argument(help: "The files; without one, those that the service reads.")
    var files: [String] = []

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      for file in files where access(file, F_OK) != 0 {
        throw Failure(.usage, "cannot check '\(file)': there is no such file")
      }
      var loaded = try await Self.read(files)
      let remarks = await InstalledVoices.remarks(on: loaded)
      loaded.problems += await InstalledVoices.problems(in: loaded)
      if output.json {
        console.print(
          JSON.answer([
            ("problems", .array(loaded.problems.map(Config.json))), ("unnamed", .int(Int64(loaded.unnamed))),
            ("remarks", .array(remarks.map(\.json))),
          ]).text)
      } else if loaded.problems.isEmpty {
        let read = files.isEmpty ? Config.existing() : files
        console.print(
          read.isEmpty
            ? "no configuration file: every setting has its default" : "\(read.joined(separator: ", ")): no problem")
      } else {
        let shown = console.isTerminal ? Self.mostOnTerminal : loaded.problems.count
        for problem in loaded.problems.prefix(shown) { console.print("\(problem)") }
        if loaded.problems.count > shown {
          console.print("and \(loaded.problemCount - shown) more; aloud config check | less shows all")
        } else if loaded.unnamed > 0 {
          console.print("and \(loaded.unnamed) more; mend these first")
        }
      }
      if !output.json { for remark in remarks { remark.tell() } }
      if !loaded.problems.isEmpty { throw .quiet(.failed) }
    }

    /// Reads files of the listener's, and names them as they were typed: the worker has another working directory and
    /// other descriptors.
    private static func read(_ typed: [String]) async throws(Failure) -> SettingsReport {
      let task = "check the configuration"
      guard !typed.isEmpty else { return try await UserSettings.read(task: task) }
      let paths = typed.map { path in
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
      }
      let names = Dictionary(zip(paths, typed)) { first, _ in first }
      var report = try await UserSettings.read(paths, task: task)
      for index in report.problems.indices {
        report.problems[index].file = names[report.problems[index].file] ?? report.problems[index].file
      }
      report.origins = report.origins.mapValues { names[$0] ?? $0 }
      for index in report.rulePlaces.indices {
        report.rulePlaces[index].file = names[report.rulePlaces[index].file] ?? report.rulePlaces[index].file
      }
      return report
    }
  }

  struct Path: Verb {
    static let configuration = CommandConfiguration(
      commandName: "path", abstract: "Show where the configuration is searched for; the last file has priority.")

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let paths = ConfigurationFiles.paths().map { ($0, access($0, F_OK) == 0) }
      if output.json {
        let files = paths.map { JSON.object([("path", .string($0.0)), ("exists", .bool($0.1))]) }
        return console.print(JSON.answer([("files", .array(files))]).text)
      }
      for (path, exists) in paths {
        console.print(exists || !console.isTerminal ? path : "\(path)  (there is no such file)")
      }
    }
  }

  struct Get: Verb {
    static let configuration = CommandConfiguration(commandName: "get", abstract: "Print one setting.")

    @Argument(help: "Its name, such as speech.rate-wpm.")
    var key: String

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let named = try Config.key(key, task: "show '\(key)'", verb: "get")
      let report = try await UserSettings.read(task: "show '\(key)'")
      // A default would be no answer: the service keeps what held before.
      if report.loss == .file, let problem = report.problems.first(where: { $0.kind == .unreadable }) {
        throw Failure(.usage, "cannot show '\(key)': \(problem.file) \(problem.message)", cure: "aloud config check")
      }
      let value = named.value(in: report.settings)
      if output.json {
        return console.print(JSON.answer([("key", .string(named.path)), ("value", Config.json(value))]).text)
      }
      console.print(value.text)
    }
  }

  struct Example: Verb {
    static let configuration = CommandConfiguration(
      commandName: "example", abstract: "Print a file with every key, its meaning and its default.")

    func run(_ console: Console) async throws(Failure) { console.write(Configuration.example) }
  }

  static func existing() -> [String] { ConfigurationFiles.paths().filter { access($0, F_OK) == 0 } }

  fileprivate static func json(_ value: ConfigurationKey.Value) -> JSON {
    switch value {
    case .text(let text): .string(text)
    case .integer(let number): .int(Int64(number))
    case .number(let number): .double(number)
    case .flag(let flag): .bool(flag)
    }
  }

  /// The keys of a rule, and its place.
  static func json(_ rule: NotificationRule, _ place: RulePlace?) -> JSON {
    let keys = RuleKey.all.compactMap { key in key.value(in: rule).map { (key.name, json($0)) } }
    return .object(keys + [("from", .string(place?.file)), ("line", .int(place.map { Int64($0.line) }))])
  }

  /// The rules in their order, with their places if these are known.
  static func rules(of loaded: SettingsReport) -> [(rule: NotificationRule, place: RulePlace?)] {
    let rules = loaded.settings.notify.rules
    guard loaded.rulePlaces.count == rules.count else { return rules.map { ($0, nil) } }
    return zip(rules, loaded.rulePlaces).map { ($0, $1) }
  }

  fileprivate static func json(_ problem: Problem) -> JSON {
    .object([
      ("file", .string(problem.file)), ("line", .int(problem.line.map { Int64($0) })),
      ("message", .string(problem.message)), ("cure", .string(problem.cure)),
    ])
  }
}

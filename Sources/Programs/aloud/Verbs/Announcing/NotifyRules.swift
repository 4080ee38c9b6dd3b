import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import Configuration
import EventLoop
import Vocabulary

extension Notify {
  struct Rules: Verb {
    static let configuration = CommandConfiguration(
      commandName: "rules", abstract: "List the rules of aloud.toml in the order in which they are applied.")

    @OptionGroup var output: OutputOptions

    /// The answer without rules: one to begin with.
    static let example = """
      there are no rules. One that keeps the mail program silent, for aloud.toml (aloud config edit):

        \(RuleKey.heading)
        application = "Thunderbird"
        action = "mute"

      'man aloud.toml' names the other keys, and 'aloud notify test --app Thunderbird Hello' tries it.
      """

    func run(_ console: Console) async throws(Failure) {
      let loaded = try await UserSettings.read(task: "list the rules")
      let rules = Config.rules(of: loaded)
      if output.json {
        return console.print(
          JSON.answer([
            ("template", .string(loaded.settings.notify.template)),
            ("rules", .array(rules.map { Config.json($0.rule, $0.place) })),
          ]).text)
      }
      if rules.isEmpty { console.print(Self.example) }
      for (index, (rule, place)) in rules.enumerated() {
        let keys = RuleKey.all.compactMap { $0.line(in: rule) }.joined(separator: ", ")
        console.print("\(index + 1)  \(keys)" + (place.map { "  (\($0.file):\($0.line))" } ?? ""))
      }
      if loaded.problemCount > 0 { Console.complain("aloud.toml has mistakes", cure: "aloud config check") }
    }
  }

  struct Test: Verb {
    static let configuration = CommandConfiguration(
      commandName: "test", abstract: "Say what the rules would do with a notification; nothing is shown or spoken.")

    @Option(
      name: [.customShort("a"), .customLong("app"), .customLong("app-name")],
      help: ArgumentHelp("The name of the program.", valueName: "name"))
    var app = ""

    @Option(
      name: .shortAndLong, help: ArgumentHelp("The urgency: \(NotificationUrgency.words).", valueName: "urgency"))
    var urgency: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The category, such as email.arrived.", valueName: "category"))
    var category: String?

    @Option(
      name: .customLong("hint"), help: ArgumentHelp("A hint: \(HintArgument.forms).", valueName: "hint"))
    var hints: [String] = []

    @OptionGroup var output: OutputOptions

    @Argument(help: "The title.")
    var summary: String

    @Argument(help: "The text; it may have the markup of notifications.")
    var body: String = ""

    func run(_ console: Console) async throws(Failure) {
      let table = try HintArgument.table(hints, urgency: urgency, category: category, task: "apply the rules")
      let plan = try await Notify.plan(app, summary, body, table, of: try Service())
      if output.json { return console.print(JSON.answer(version: 2, Self.json(plan)).text) }
      switch plan.action {
      case .speak: console.print("speaks: \(plan.text)")
      case .mute: console.print("is silent")
      case .sound: console.print("plays its sound only")
      }
      for (name, value) in Self.details(plan) { console.print("  \(name): \(value)") }
      for step in plan.steps { console.print("  \(step)") }
    }

    private static func details(_ plan: NotificationAnswer) -> [(String, String)] {
      let all: [(String, String?)] = [
        ("voice", plan.voice), ("language", plan.language), ("rate", plan.rate.map { "\($0)" }),
        ("volume", plan.volume.map { "\($0)" }), ("priority", plan.priority?.rawValue), ("sound", plan.soundFile),
        ("sound", plan.soundName),
      ]
      return all.compactMap { name, value in value.map { (name, $0) } }
    }

    private static func json(_ plan: NotificationAnswer) -> [(String, JSON)] {
      [
        ("action", .string(plan.action.rawValue)), ("text", .string(plan.text)),
        ("application", .string(plan.application)), ("voice", .string(plan.voice)),
        ("engine", .string(plan.engine)), ("language", .string(plan.language)),
        ("rate", plan.rate.map { .double($0) } ?? .null),
        ("volume", plan.volume.map { .double($0) } ?? .null),
        ("priority", .string(plan.priority?.rawValue)), ("soundFile", .string(plan.soundFile)),
        ("soundName", .string(plan.soundName)), ("steps", .array(plan.steps.map { .string($0) })),
      ]
    }
  }
}

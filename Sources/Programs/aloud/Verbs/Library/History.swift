import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import Documents
import EventLoop
import Glibc

struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Show the texts that were said, say one again, or clear the history.",
    discussion: """
      The history has the last 100 texts that were said or announced, the newest first, and no documents. It is kept in \
      memory only. It is not shown to a program in a sandbox, nor while the screen is locked.
      """,
    subcommands: [List.self, Again.self, Clear.self], defaultSubcommand: List.self)

  struct List: Verb {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show the texts that were said, the newest first.", aliases: ["ls"])

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let entries = try await History.entries(of: try Service())
      History.show(entries.enumerated().map { ($0 + 1, $1) }, nothing: "nothing was said", output, console)
    }
  }

  struct Again: Verb {
    static let configuration = CommandConfiguration(
      commandName: "again", abstract: "Say one of the texts again, like 'aloud say'.")

    @Argument(help: "The text's number; without one, the last text.")
    var number = 1

    func run(_ console: Console) async throws(Failure) {
      let service = try Service()
      let entries = try await History.entries(of: service)
      let task = "say text \(number) again"
      guard entries.indices.contains(number - 1) else {
        let reason = entries.isEmpty ? "nothing was said" : "there are \(entries.count)"
        throw Failure(.usage, "cannot \(task): \(reason)", cure: "aloud history")
      }
      let entry = entries[number - 1]
      guard entry.isWhole else {
        throw Failure(.unsupported, "cannot \(task): it was too long to be kept whole", cure: "aloud say -f FILE")
      }
      let options = SpeakOptions(language: entry.language.isEmpty ? nil : entry.language, request: .say)
      _ = try await service.call(.speak(text: entry.text, options), task: task)
    }
  }

  struct Clear: Verb {
    static let configuration = CommandConfiguration(commandName: "clear", abstract: "Clear the history.")

    func run(_ console: Console) async throws(Failure) {
      _ = try await Service().call(.clearHistory, task: "forget what was said")
    }
  }

  /// Shows texts with their numbers, for programs or for people.
  static func show(
    _ entries: [(number: Int, entry: HistoryEntry)], nothing: String, _ output: OutputOptions, _ console: Console
  ) {
    if output.json {
      let rows = entries.map { number, entry -> JSON in
        .object([
          ("number", .int(Int64(number))), ("time", .int(entry.time)), ("text", .string(entry.text)),
          ("language", .string(entry.language.isEmpty ? nil : entry.language)), ("whole", .bool(entry.isWhole)),
          ("notification", .bool(entry.isNotification)),
        ])
      }
      return console.print(JSON.answer([("history", .array(rows))]).text)
    }
    guard !entries.isEmpty else { return console.print(nothing) }
    for (number, entry) in entries {
      let number = String(number)
      let start = String(repeating: " ", count: max(0, 3 - number.count)) + number + "  " + clock(entry.time)
      let text = entry.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      // A pipe gets lines that a person reads, too; --json has the whole texts.
      let room = max(20, min(console.width, Self.longestLine) - start.count - 2)
      console.print(
        start + "  " + TextWidth.truncated(Line.printable(text), to: room, ellipsis: console.symbols.ellipsis))
    }
  }

  /// The most cells of a line without a terminal.
  private static let longestLine = 200

  /// The time of day, with the date if it was another day.
  private static func clock(_ seconds: Int64) -> String {
    var then = tm()
    var now = tm()
    var (time, present) = (time_t(seconds), time(nil))
    localtime_r(&time, &then)
    localtime_r(&present, &now)
    let isToday = (then.tm_year, then.tm_yday) == (now.tm_year, now.tm_yday)
    var buffer = [CChar](repeating: 0, count: 64)
    strftime(&buffer, buffer.count, isToday ? "%H:%M" : "%Y-%m-%d %H:%M", &then)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  @Core
  static func entries(of service: Service) async throws(Failure) -> [HistoryEntry] {
    let answer = try await service.call(.listHistory, task: "show what was said")
    return (answer.first?.asArray ?? []).compactMap { $0.asVardict.flatMap(HistoryEntry.init) }
  }
}

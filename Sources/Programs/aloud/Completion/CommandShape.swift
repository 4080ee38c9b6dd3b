import ArgumentParser
import Configuration

/// An option of a verb, parsed from the verb's help.
struct OptionShape: Equatable {
  /// The typed names: `-v`, `--voice`.
  var names: [String]
  /// The name of its value; `nil` if it has none.
  var value: String?
  /// Its help, up to the first colon, which is followed by examples.
  var about: String
}

/// A verb of the command line, with the data that completion needs.
///
/// The options are read from the help: the parser offers them only there and as JSON, and a help without an option
/// would be a bug in itself.
struct CommandShape {
  /// The words that select it: `["queue", "add"]`.
  let path: [String]
  private let type: any ParsableCommand.Type

  /// Finds the verb at the beginning of these words. Returns it with the words after it.
  ///
  /// - Parameter words: a verb as ``VerbNames`` spells it, and the words after it.
  /// - Returns: `nil` if the first word is not a verb.
  static func find(_ words: [String]) -> (shape: CommandShape, rest: [String])? {
    guard let first = words.first, let type = named(first, among: Aloud.configuration.subcommands) else { return nil }
    var shape = CommandShape(path: [first], type: type)
    var rest = Array(words.dropFirst())
    if let word = rest.first, let part = named(word, among: type.configuration.subcommands) {
      shape = CommandShape(path: [first, name(of: part)], type: part)
      rest.removeFirst()
    } else if let part = type.configuration.defaultSubcommand {
      shape = CommandShape(path: [first, name(of: part)], type: part)
    }
    return (shape, rest)
  }

  /// The verbs with their summaries: those of the command, or the subcommands of a verb.
  static func parts(of verb: String?) -> [Candidate] {
    guard let verb else {
      let help = Candidate("help", "Show a summary, or everything about a verb.")
      return candidates(Aloud.configuration.subcommands) + [help]
    }
    return candidates(named(verb, among: Aloud.configuration.subcommands)?.configuration.subcommands ?? [])
  }

  /// The options, in the order of the help.
  var options: [OptionShape] { Self.options(inHelp: Aloud.helpMessage(for: type, columns: 10_000)) }

  /// The first word after the verb that looks like an option and is none of the verb, without a value that follows a
  /// `=`; `nil` if there is none.
  ///
  /// - Parameter words: the words after the verb, as they were typed.
  func unknownOption(among words: [String]) -> (name: String, nearest: String?)? {
    let options = options
    let names = options.flatMap(\.names)
    var isValue = false
    for word in words {
      if isValue {
        isValue = false
        continue
      }
      if word == "--" { return nil }
      guard word.hasPrefix("--") else {
        isValue = options.contains { $0.names.contains(word) && $0.value != nil }
        continue
      }
      let name = String(word.prefix { $0 != "=" })
      guard names.contains(name) else {
        return (name, Suggestion.nearest(to: name, among: names.filter { $0.hasPrefix("--") }))
      }
      isValue = name == word && options.contains { $0.names.contains(name) && $0.value != nil }
    }
    return nil
  }

  /// The options in a help text.
  static func options(inHelp help: String) -> [OptionShape] {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("OPTIONS") }) else { return [] }
    return lines.indices.dropFirst(start + 1).compactMap { index in
      guard lines[index].hasPrefix("  -") else { return nil }
      let line = lines[index].dropFirst(2)
      let end = line.firstRange(of: "  ")?.lowerBound ?? line.firstRange(of: "> ")?.upperBound ?? line.endIndex
      var about = line[end...].drop { $0 == " " }
      // The help of a long name is on the next line.
      if about.isEmpty, lines.indices.contains(index + 1) { about = lines[index + 1].drop { $0 == " " } }
      var names: [String] = []
      var value: String?
      for word in line[..<end].split(whereSeparator: { $0 == " " || $0 == "," }) {
        if word.hasPrefix("-") {
          names.append(String(word))
        } else {
          value = String(word.filter { $0 != "<" && $0 != ">" })
        }
      }
      return OptionShape(names: names, value: value, about: String(about.prefix { $0 != ":" }))
    }
  }

  private static func candidates(_ types: [any ParsableCommand.Type]) -> [Candidate] {
    types.filter { $0.configuration.shouldDisplay }.map { Candidate(name(of: $0), $0.configuration.abstract) }
  }

  private static func named(
    _ word: String, among types: [any ParsableCommand.Type]
  ) -> (any ParsableCommand.Type)? {
    types.first { name(of: $0) == word || $0.configuration.aliases.contains(word) }
  }

  private static func name(of type: any ParsableCommand.Type) -> String { type.configuration.commandName ?? "" }
}

public import Speech
import Vocabulary

/// A key of `[[engine]]` in `aloud.toml`: a command that speaks (``Speech/EngineCommand``).
public enum EngineKey: String, CaseIterable, Sendable {
  /// In the order of the example.
  case name, command, languages

  /// The name of engines in the files.
  public static let section = "engine"
  /// The line that begins an engine.
  public static let heading = "[[\(section)]]"

  /// One line for people, without a full stop.
  public var documentation: String {
    switch self {
    case .name: "Name of the engine, as in `aloud voices`"
    case .command: "Program and its arguments; it reads a text and writes a WAV file"
    case .languages: "Languages that it speaks, its own first (BCP 47)"
    }
  }

  /// Completes "must be …".
  package var expectation: String {
    switch self {
    case .name: "small letters, digits and hyphens in quotes, not \(Configuration.quoted(UsualEngine.name))"
    case .command: "a list of texts of at most \(EngineCommand.longest.bytes) bytes, an absolute path first"
    case .languages: "a list of language tags, such as [\"en\"]"
    }
  }

  /// The line `key = value` of an engine's TOML.
  public func line(in engine: EngineCommand) -> String {
    func list(_ words: [String]) -> String { "[" + words.map(Configuration.quoted).joined(separator: ", ") + "]" }
    return switch self {
    case .name: "\(rawValue) = \(Configuration.quoted(engine.name))"
    case .command: "\(rawValue) = \(list(engine.command))"
    case .languages: "\(rawValue) = \(list(engine.languages))"
    }
  }
}

extension Configuration {
  /// An engine for the example file.
  public static let exampleEngine = EngineCommand(
    name: "mimic", command: ["/bin/sh", "-c", "exec /usr/bin/flite -voice slt -t \"$(cat)\" -o /dev/stdout"],
    languages: ["en"])

  /// An engine as TOML: its heading, then a line for each of its keys; without a line end.
  public static func toml(_ engine: EngineCommand) -> String {
    ([EngineKey.heading] + EngineKey.allCases.map { $0.line(in: engine) }).joined(separator: "\n")
  }

  /// The part of the example file about engines, all as comments.
  static var exampleOfEngines: String {
    var text = """

      # Commands that speak: any number of \(EngineKey.heading), up to \(EngineCommand.most). Each gets a text on its \
      standard input and writes a
      # WAV file to its standard output. It has no network, and writes no file.
      #

      """
    for key in EngineKey.allCases { text += "# \(key.rawValue): \(key.documentation)\n#   (\(key.expectation))\n" }
    let lines = toml(exampleEngine).split(separator: "\n").map { "#\($0)\n" }
    return text
      + "\n# The program flite: it takes its text as an argument, which the shell makes of the input\n\(lines.joined())"
  }
}

/// Engines as lines, one for each.
extension SettingsReport {
  private static let separator: Character = "\u{1F}"

  /// - Parameter files: the index of each path.
  func engineLines(_ files: [String: Int]) -> [String] {
    settings.engines.prefix(EngineCommand.most).map { engine in
      let place = origins[Self.origin(of: engine.name)].flatMap { files[$0] }.map(String.init) ?? ""
      let words = [engine.name, engine.languages.joined(separator: ",")] + engine.command
      return "\(EngineKey.heading)\t\(place)\t" + words.joined(separator: String(Self.separator))
    }
  }

  /// Takes a line that ``engineLines(_:)`` made.
  ///
  /// - Returns: false if it is invalid in this build, or one too many.
  mutating func takeEngine(_ rest: Substring, _ files: [String]) -> Bool {
    let fields = rest.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    guard fields.count == 2, settings.engines.count < EngineCommand.most else { return false }
    let words = fields[1].split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
    guard words.count > 2 else { return false }
    let engine = EngineCommand(
      name: words[0], command: Array(words[2...]), languages: words[1].split(separator: ",").map(String.init))
    guard engine.isValid, !settings.engines.contains(where: { $0.name == engine.name }) else { return false }
    settings.engines.append(engine)
    guard !fields[0].isEmpty else { return true }
    guard let file = Int(fields[0]), files.indices.contains(file) else { return false }
    origins[Self.origin(of: engine.name)] = files[file]
    return true
  }

  /// The key of ``origins`` for an engine.
  public static func origin(of engine: String) -> String { "\(EngineKey.section).\(engine)" }
}

import Speech

/// The answer of the worker that reads the configuration files, as lines that need no parser.
///
/// A line is not empty, has at most ``longestLine`` bytes of UTF-8, and may contain line breaks, so that its carrier
/// must keep lines apart. Its first field, up to a tab, is its kind:
/// - `section.key`, the value: a key that differs from its default.
/// - `@section.key`, a file: the file that decided a key.
/// - `[[notify.rule]]`, a file, line: a rule begins. Both are empty if nobody knows its place.
/// - `.key`, the value: a key of the rule that began last.
/// - `[[engine]]`, a file, an engine: its name, its languages and its command, with U+001F between.
/// - `!`, a file, kind, line, cure, message: a mistake. The line is empty for the whole file.
/// - `+`, a number: the number of further mistakes, which are not listed.
/// - `?`, a word: the wishes that mistakes may have hidden, a ``SettingsLoss``.
///
/// A file is given by its index in the list that the worker received. Pure, any thread.
public struct SettingsReport: Equatable, Sendable {
  /// The longest line in bytes of UTF-8; longer messages are cut.
  public static let longestLine = 4096
  /// The most mistakes that are listed for a log.
  public static let mostForLog = 100
  /// The most mistakes that are listed if the listener asks for all.
  public static let mostForListener = 10_000

  /// The effective value of every key.
  public var settings: Settings
  /// The listed mistakes, in the order of the files and their lines.
  public var problems: [Problem]
  /// The number of mistakes that are not listed.
  public var unnamed: Int
  /// The wishes that mistakes may have hidden.
  public var loss: SettingsLoss
  /// The file that set a key, by `section.name`. Keys that no file sets are missing.
  public var origins: [String: String]
  /// The places of all rules of `settings`, in their order; empty if nobody knows them.
  public var rulePlaces: [RulePlace]

  /// A report with these parts.
  public init(
    settings: Settings = Settings(), problems: [Problem] = [], unnamed: Int = 0, loss: SettingsLoss = .nothing,
    origins: [String: String] = [:], rulePlaces: [RulePlace] = []
  ) {
    (self.settings, self.problems, self.unnamed, self.origins) = (settings, problems, unnamed, origins)
    (self.loss, self.rulePlaces) = (loss, rulePlaces)
  }

  /// The number of all mistakes.
  public var problemCount: Int { problems.count + unnamed }

  /// The most lines of a report.
  ///
  /// - Parameter most: the most mistakes to list.
  public static func mostLines(naming most: Int) -> Int {
    2 * (ConfigurationKey.all.count + LanguageVoices.most) + Settings.Notify.mostRules * (RuleKey.all.count + 1)
      + EngineCommand.most + most + 2
  }

  /// The report as lines. Of very many mistakes it lists the first ones and the number of the others.
  ///
  /// - Parameters:
  ///   - files: the paths for problems and origins.
  ///   - most: the most mistakes to list.
  public func lines(files: [String], naming most: Int) -> [String] {
    let places = Dictionary(zip(files, files.indices)) { first, _ in first }
    let defaults = Settings()
    var lines: [String] = []
    let keys = ConfigurationKey.all(in: settings)
    for key in keys where key.value(in: settings) != key.value(in: defaults) {
      lines.append("\(key.path)\t\(key.value(in: settings).text)")
    }
    for key in keys {
      if let place = origins[key.path].flatMap({ places[$0] }) { lines.append("@\(key.path)\t\(place)") }
    }
    lines += ruleLines(places) + engineLines(places)
    for problem in problems.prefix(most) {
      let fields = [
        "!", "\(places[problem.file] ?? 0)", problem.kind.rawValue, problem.line.map { "\($0)" } ?? "",
        Self.cut(Self.field(problem.cure ?? ""), Self.longestLine / 2), Self.field(problem.message),
      ]
      lines.append(Self.cut(fields.joined(separator: "\t"), Self.longestLine - 16))
    }
    let more = problems.count - most + unnamed
    if more > 0 { lines.append("+\t\(more)") }
    if loss > .nothing { lines.append("?\t\(loss.rawValue)") }
    return lines
  }

  /// Parses the result of ``lines(files:naming:)``.
  ///
  /// - Parameter files: the same list.
  /// - Returns: `nil` if a line is invalid in this build: an unknown key, or a value that the key cannot have.
  public init?(lines: [String], files: [String]) {
    self.init()
    for line in lines {
      let fields = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      guard fields.count == 2, take(String(fields[0]), fields[1], files) else { return nil }
    }
  }

  private mutating func take(_ name: String, _ rest: Substring, _ files: [String]) -> Bool {
    if name == "!" {
      guard let problem = Problem(rest, files) else { return false }
      problems.append(problem)
    } else if name == "+" {
      guard let number = Int(rest), number > 0 else { return false }
      unnamed = number
    } else if name == "?" {
      guard let loss = SettingsLoss(rawValue: String(rest)) else { return false }
      self.loss = loss
    } else if name == EngineKey.heading {
      return takeEngine(rest, files)
    } else if name == RuleKey.heading || name.hasPrefix(".") {
      return takeRule(name, rest, files)
    } else if name.hasPrefix("@") {
      guard let key = ConfigurationKey.named(String(name.dropFirst())), let place = Int(rest),
        files.indices.contains(place)
      else { return false }
      origins[key.path] = files[place]
    } else {
      guard let key = ConfigurationKey.named(name) else { return false }
      return key.values(from: String(rest)).contains { key.kind.store($0, &settings) }
    }
    return true
  }

  private static func field(_ text: String) -> String { String(text.map { $0 == "\t" ? " " : $0 }) }

  private static func cut(_ text: String, _ room: Int) -> String {
    guard text.utf8.count > room else { return text }
    // A character that would be divided is left out.
    var end = text.utf8.index(text.startIndex, offsetBy: room)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return text[..<end] + "…"
  }
}

extension Problem {
  /// The fields of a line after `!`.
  fileprivate init?(_ rest: Substring, _ files: [String]) {
    let fields = rest.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 5, let place = Int(fields[0]), files.indices.contains(place),
      let kind = Kind(rawValue: fields[1]), fields[2].isEmpty || Int(fields[2]) != nil
    else { return nil }
    self.init(
      kind: kind, file: files[place], line: Int(fields[2]), message: fields[4],
      cure: fields[3].isEmpty ? nil : fields[3])
  }
}

extension ConfigurationKey {
  /// The values that a text in the form of ``Value/text`` may stand for with this key's type. A number may stand where
  /// the default is a word. The range is not checked.
  fileprivate func values(from text: String) -> [RawValue] {
    switch kind.read(Settings()) {
    case .text: [.text(text)] + (Int(text).map { [.integer($0)] } ?? [])
    case .integer: Int(text).map { [.integer($0)] } ?? []
    case .number: Double(text).map { [.number($0)] } ?? []
    case .flag: Bool(text).map { [.flag($0)] } ?? []
    case .other: []
    }
  }
}

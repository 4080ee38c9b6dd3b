public import Configuration
import TOMLKit

/// Reads `aloud.toml` as ``Settings``. It does no I/O; ``ConfigurationFiles`` reads the files. Any thread.
extension Configuration {
  /// The contents of a file.
  public struct File: Equatable, Sendable {
    /// The path, for problems and origins; it is not opened.
    public var path: String
    /// The whole contents.
    public var contents: String

    /// A file in memory.
    public init(path: String, contents: String) {
      self.path = path
      self.contents = contents
    }
  }

  /// The result of all files together.
  public struct Loaded: Equatable, Sendable {
    /// The effective value of every key.
    public var settings = Settings()
    /// The problems, in the order of the files and their lines.
    public var problems: [Problem] = []
    /// The wishes that mistakes may have hidden.
    public var loss = SettingsLoss.nothing
    /// The file that set a key, by `section.name`. Keys that no file sets are missing.
    public var origins: [String: String] = [:]
    /// The places of the rules about notifications, in the order of `settings.notify.rules`.
    public var rulePlaces: [RulePlace] = []

    /// The defaults.
    public init() {}

    /// Notes that wishes may be missing.
    mutating func lose(_ part: SettingsLoss) { loss = max(loss, part) }
  }

  /// Lays `files` over the defaults, later ones over earlier ones.
  ///
  /// Each statement of a file counts by itself: one that cannot be applied becomes a problem, and the others take
  /// effect. Of a rule about notifications, all statements count together. Never fails.
  public static func load(files: [File]) -> Loaded {
    var loaded = Loaded()
    for file in files {
      var reader = FileReader(file)
      reader.read(into: &loaded)
    }
    return loaded
  }
}

/// Lays one file over the settings so far.
struct FileReader {
  let path: String
  let cutter: StatementCutter
  /// The current section; `nil` if its heading is a mistake, which has been reported.
  private var section: [String]? = []
  /// The rule that is being read; the section does not count meanwhile.
  var rule: RuleDraft?
  /// The engine that is being read; likewise.
  var engine: EngineDraft?
  /// The line of each `section.key` that the file has set.
  private var known: [String: Int] = [:]

  init(_ file: Configuration.File) {
    path = file.path
    let contents = file.contents
    cutter = StatementCutter(contents.hasPrefix("\u{FEFF}") ? String(contents.dropFirst()) : contents)
  }

  mutating func read(into loaded: inout Configuration.Loaded) {
    var found: [Problem] = []
    for (number, row) in cutter.rows.enumerated() where row.contains(0) {
      found.append(problem(.syntax, number + 1, "not TOML: a NUL byte", "this line is left out until it is removed"))
    }
    for statement in cutter.statements {
      let isTold = cutter.rows[statement.lines].contains { $0.contains(0) }
      let names = Self.ruleNames(statement)
      if statement.isHeading, names?.count ?? 0 < 3 { endRule(&loaded, &found) }
      if statement.isHeading { endEngine(&loaded, &found) }
      if let names {
        begin(statement, names, isTold: isTold)
      } else if Self.beginsEngine(statement) {
        beginEngine(statement, isTold: isTold, &found)
      } else if engine != nil {
        takeOfEngine(statement, isTold: isTold, &found)
      } else if rule != nil {
        takeOfRule(statement, isTold: isTold)
      } else if !isTold {
        take(statement, &loaded, &found)
      } else {
        noteLoss(of: statement, &loaded)
        if statement.isHeading { section = nil }
      }
    }
    endRule(&loaded, &found)
    endEngine(&loaded, &found)
    loaded.problems += found.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }

  func problem(_ kind: Problem.Kind, _ line: Int, _ message: String, _ cure: String?) -> Problem {
    Problem(kind: kind, file: path, line: line, message: message, cure: cure)
  }

  private mutating func take(
    _ statement: Statement, _ loaded: inout Configuration.Loaded, _ found: inout [Problem]
  ) {
    let line = statement.lines.lowerBound + 1
    // A key in a section with a mistaken heading is left out with it.
    if section == nil, case .assignment = statement.kind { return }
    let table: TOMLTable
    do {
      table = try TOMLTable(string: NullEscapes.hidden(in: cutter.text(of: statement)))
    } catch {
      noteLoss(of: statement, &loaded)
      if statement.isHeading { section = nil }
      return found.append(mistake(statement, line, error))
    }
    if statement.isHeading { return open(table, line, &loaded, &found) }
    let notify = section == [] ? table["notify"]?.table : section == ["notify"] ? table : nil
    if let rules = notify?["rule"] { takeList(rules, line, &loaded, &found) }
    for entry in Self.entries(in: table, of: section ?? []) where (entry.section, entry.name) != ("notify", "rule") {
      apply(entry, line, &loaded, &found)
    }
  }

  /// Notes that a statement could not be read: with a heading, the keys below it are lost, and a mistake over several
  /// lines may hide other statements in a string that was not closed.
  private func noteLoss(of statement: Statement, _ loaded: inout Configuration.Loaded) {
    switch statement.kind {
    case .section(let names), .element(let names):
      if names.first.map(Self.isHarmless) != true { loaded.lose(.silence) }
    case _ where statement.lines.count > 1: loaded.lose(.silence)
    case .assignment(let names):
      // The key in a section with a mistaken heading is lost with that.
      if let section, SettingsLoss.concerns((section + names).joined(separator: ".")) { loaded.lose(.silence) }
    case .unknown: if let name = section?.first, SettingsLoss.concerns(section: name) { loaded.lose(.silence) }
    }
  }

  /// True if a mistaken heading seems to mean a section without a wish for silence.
  private static func isHarmless(_ name: String) -> Bool {
    let meant = Suggestion.nearest(to: name, among: ConfigurationKey.sections.map(\.name))
    return meant.map { !SettingsLoss.concerns(section: $0) } ?? false
  }

  // MARK: Sections

  private mutating func open(
    _ table: TOMLTable, _ line: Int, _ loaded: inout Configuration.Loaded, _ found: inout [Problem]
  ) {
    section = nil
    guard let name = table.keys.first, let inner = table[name] else { return }
    guard let inner = inner.table, ConfigurationKey.sections.contains(where: { $0.name == name }) else {
      if SettingsLoss.concerns(section: name) { loaded.lose(.silence) }
      return found.append(unknownSection(name, line))
    }
    guard let key = inner.keys.first else {
      section = [name]
      return
    }
    if SettingsLoss.concerns(section: name) { loaded.lose(.silence) }
    // A heading such as [speech.voice] is a section within a section. There are none.
    let shown = NullEscapes.shown(key)
    found.append(
      problem(.unknownKey, line, "unknown section '\(shown)' in [\(name)]", "its keys belong under [\(name)]"))
  }

  private func unknownSection(_ name: String, _ line: Int) -> Problem {
    problem(
      .unknownSection, line, "unknown section or key '\(NullEscapes.shown(name))'", Configuration.sectionCure(name))
  }

  // MARK: Keys

  /// A value that a statement sets.
  private struct Entry {
    var section: String
    /// `nil` if the section itself is set to a value.
    var name: String?
    var value = RawValue.other("a table")
    var path: String { name.map { "\(section).\($0)" } ?? section }
  }

  private static func entries(in table: TOMLTable, of section: [String]) -> [Entry] {
    if let section = section.first {
      return table.keys.map { Entry(section: section, name: $0, value: Configuration.raw(table[$0])) }
    }
    return table.keys.flatMap { name -> [Entry] in
      guard let inner = table[name]?.table, ConfigurationKey.sections.contains(where: { $0.name == name }) else {
        return [Entry(section: name)]
      }
      return inner.keys.map { Entry(section: name, name: $0, value: Configuration.raw(inner[$0])) }
    }
  }

  private mutating func apply(
    _ entry: Entry, _ line: Int, _ loaded: inout Configuration.Loaded, _ found: inout [Problem]
  ) {
    guard let name = entry.name else {
      if SettingsLoss.concerns(section: entry.section) { loaded.lose(.silence) }
      return found.append(unknownSection(entry.section, line))
    }
    let shown = NullEscapes.shown(name)
    guard let key = ConfigurationKey.named(entry.path) else {
      if SettingsLoss.concerns(entry.path) { loaded.lose(.silence) }
      let cure = Configuration.keyCure(name, entry.section)
      return found.append(problem(.unknownKey, line, "unknown key '\(shown)' in [\(entry.section)]", cure))
    }
    if let first = known[key.path] {
      return found.append(
        problem(.syntax, line, "'\(name)' stands here a second time", "line \(first) holds; take one of them away"))
    }
    known[key.path] = line
    guard key.kind.store(entry.value, &loaded.settings) else {
      if SettingsLoss.concerns(key.path) { loaded.lose(.silence) }
      var cure = "\(key.toml(in: loaded.settings)) holds"
      if case .text(let text) = entry.value, let meant = Suggestion.nearest(to: text, among: key.kind.words) {
        cure = "did you mean \(Configuration.quoted(meant))? Until then \(cure)"
      }
      let wrong = Configuration.wrongTemplate(name, entry.value)
      if let wrong { cure = wrong.cure + (wrong.cure.hasSuffix("?") ? " Until then " : "; until then ") + cure }
      return found.append(
        problem(
          .wrongValue, line,
          wrong?.message ?? "'\(name)' must be \(key.expectation), not \(entry.value.shown)", cure))
    }
    loaded.origins[key.path] = path
  }

  // MARK: Mistakes

  /// The cure of a mistake in a line that could not be guessed.
  static let untilMended = "this line is left out until it is mended"

  func mistake(_ statement: Statement, _ line: Int, _ error: any Error) -> Problem {
    guard statement.isHeading else {
      if let (text, whole) = unquoted(statement) {
        return problem(.syntax, line, "'\(text)' stands without quotes", "put it in quotes: \(whole)")
      }
      return problem(
        .syntax, statement.lines.lowerBound + Self.row(error), "not TOML: \(Self.reason(error))",
        Self.untilMended)
    }
    return problem(
      .syntax, line, "not TOML: \(Self.reason(error))", "this section is left out until its name is mended")
  }

  /// The value that lacks its quotes, and the corrected statement; `nil` if that is not the mistake.
  private func unquoted(_ statement: Statement) -> (String, String)? {
    guard case .assignment(let names) = statement.kind, let value = statement.value, statement.lines.count == 1 else {
      return nil
    }
    let text = String(decoding: cutter.rows[statement.lines.lowerBound][value], as: UTF8.self)
      .drop { $0 == " " || $0 == "\t" }
    // A value with a single quote has lost the other one.
    let bare = text.filter { $0 != "\"" && $0 != "'" }
    guard let first = bare.first, first.isLetter || isTextWanted(names), bare.count <= 200,
      !bare.contains(where: { "=\\[]{}".contains($0) })
    else { return nil }
    return (String(text), "\(names.joined(separator: ".")) = \(Configuration.quoted(String(bare)))")
  }

  /// True if the key takes a text: 3s or en/us is then a text without its quotes.
  private func isTextWanted(_ names: [String]) -> Bool {
    if rule != nil { return RuleKey.named(names.joined(separator: "."))?.isText == true }
    let path = ((section ?? []) + names).joined(separator: ".")
    guard let key = ConfigurationKey.named(path), case .text = key.value(in: Settings()) else { return false }
    return true
  }

  /// The row, counted from 1.
  private static func row(_ error: any Error) -> Int {
    max(1, (error as? TOMLParseError).map { Int($0.source.begin.line) } ?? 1)
  }

  /// The parser's message on one line, without the place that it appends.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? TOMLParseError else { return "\(error)" }
    return error.description.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

/// Suggestions and values.
extension Configuration {
  fileprivate static func sectionCure(_ section: String) -> String {
    if let key = ConfigurationKey.all.first(where: { $0.name == section }) {
      return "'\(section)' belongs under [\(key.section)]"
    }
    let names = ConfigurationKey.sections.map(\.name)
    if let meant = Suggestion.nearest(to: section, among: names) { return "did you mean [\(meant)]?" }
    return "the sections are " + names.map { "[\($0)]" }.joined(separator: ", ")
  }

  fileprivate static func keyCure(_ name: String, _ section: String) -> String {
    let here = ConfigurationKey.all.filter { $0.section == section }.map(\.name)
    if let key = ConfigurationKey.all.first(where: { $0.name == name }) {
      return "'\(name)' belongs under [\(key.section)]"
    }
    if section == "notify", RuleKey.named(name) != nil { return "'\(name)' belongs under \(RuleKey.heading)" }
    if let meant = Suggestion.nearest(to: name, among: here) { return "did you mean '\(meant)'?" }
    if let key = ConfigurationKey.all.first(where: { $0.name == Suggestion.nearest(to: name, among: [$0.name]) }) {
      return "did you mean '\(key.name)' under [\(key.section)]?"
    }
    return "the keys of [\(section)] are " + here.joined(separator: ", ")
  }

  /// A parsed value, as the keys take it.
  static func raw(_ value: (any TOMLValueConvertible)?) -> RawValue {
    guard let value else { return .other("nothing") }
    switch value.type {
    case .string: return value.string.map { .text(NullEscapes.restored(in: $0)) } ?? .other("a text")
    case .int: return value.int.map(RawValue.integer) ?? .other("a number")
    case .double: return value.double.map(RawValue.number) ?? .other("a number")
    case .bool: return value.bool.map(RawValue.flag) ?? .other("a flag")
    case .array: return .other("a list")
    case .table: return .other("a table")
    case .date, .time, .dateTime: return .other("a date or time")
    }
  }
}

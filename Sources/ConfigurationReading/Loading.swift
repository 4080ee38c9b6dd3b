public import Configuration
import TOMLKit

/// `aloud.toml` as ``Settings``. Does no I/O; reading the files is ``ConfigurationFiles``. Any thread.
extension Configuration {
  /// A file as it was read.
  public struct File: Equatable, Sendable {
    /// Where it is, for problems and origins; not opened.
    public var path: String
    /// The whole of it.
    public var contents: String

    /// A file in memory.
    public init(path: String, contents: String) {
      self.path = path
      self.contents = contents
    }
  }

  /// What the files say together.
  public struct Loaded: Equatable, Sendable {
    /// Every key with the value that holds.
    public var settings = Settings()
    /// In the order of the files and their lines.
    public var problems: [Problem] = []
    /// The file that decided a key, by `section.name`; keys that no file names are missing.
    public var origins: [String: String] = [:]

    /// Nothing but the defaults.
    public init() {}
  }

  /// Lays `files` over the defaults, later ones over earlier ones.
  ///
  /// Whatever cannot be honoured becomes a problem, and the rest of that file still holds; a file that is not TOML
  /// changes nothing. Never fails.
  public static func load(files: [File]) -> Loaded {
    var loaded = Loaded()
    for file in files { apply(file, to: &loaded) }
    return loaded
  }

  private static func apply(_ file: File, to loaded: inout Loaded) {
    if let null = file.contents.unicodeScalars.firstIndex(of: "\0") {
      // The parser takes it for the end of the text.
      let line = file.contents.unicodeScalars[..<null].count { $0 == "\n" } + 1
      loaded.problems.append(
        Problem(
          kind: .syntax, file: file.path, line: line, message: "not TOML: a NUL byte",
          cure: "the whole file is left out until it is removed"))
      return
    }
    let root: TOMLTable
    do {
      root = try TOMLTable(string: NullEscapes.hidden(in: file.contents))
    } catch let error as TOMLParseError {
      loaded.problems.append(
        Problem(
          kind: .syntax, file: file.path, line: error.source.begin.line, message: "not TOML: \(reason(error))",
          cure: (quoting(line: error.source.begin.line, of: file.contents).map { "\($0); " } ?? "")
            + "the whole file is left out until this line is mended"))
      return
    } catch {
      loaded.problems.append(Problem(kind: .syntax, file: file.path, message: "not TOML: \(error)"))
      return
    }
    var found: [Finding] = []
    for section in root.keys {
      guard let value = root[section] else { continue }
      found += findings(section: section, table: value.table)
    }
    let locator = KeyLocator(file.contents)
    func line(of path: String) -> Int? { locator.lines[NullEscapes.shown(path)] }
    let ordered = found.map { (line: line(of: $0.path) ?? line(of: $0.section), finding: $0) }
      .sorted { ($0.line ?? .max, $0.finding.path) < ($1.line ?? .max, $1.finding.path) }
    for (line, finding) in ordered { apply(finding, line: line, of: file, to: &loaded) }
  }

  /// Something that a file says.
  private struct Finding {
    var section: String
    /// `nil`: the section itself is what is wrong.
    var name: String?
    var value = RawValue.other("a table")
    var path: String { name.map { "\(section).\($0)" } ?? section }
  }

  private static func findings(section: String, table: TOMLTable?) -> [Finding] {
    guard let table, ConfigurationKey.sections.contains(where: { $0.name == section }) else {
      return [Finding(section: section)]
    }
    return table.keys.map { Finding(section: section, name: $0, value: raw(table[$0])) }
  }

  private static func apply(_ finding: Finding, line: Int?, of file: File, to loaded: inout Loaded) {
    func report(_ kind: Problem.Kind, _ message: String, _ cure: String?) {
      loaded.problems.append(Problem(kind: kind, file: file.path, line: line, message: message, cure: cure))
    }
    guard let name = finding.name else {
      let shown = NullEscapes.shown(finding.section)
      return report(.unknownSection, "unknown section or key '\(shown)'", sectionCure(finding.section))
    }
    guard let key = ConfigurationKey.named(finding.path) else {
      let shown = NullEscapes.shown(name)
      return report(.unknownKey, "unknown key '\(shown)' in [\(finding.section)]", keyCure(name, finding.section))
    }
    guard key.kind.store(finding.value, &loaded.settings) else {
      var cure = "\(key.toml(in: loaded.settings)) holds"
      if case .text(let text) = finding.value, let meant = Suggestion.nearest(to: text, among: key.kind.words) {
        cure = "did you mean \(quoted(meant))? Until then \(cure)"
      }
      return report(.wrongValue, "'\(name)' must be \(key.expectation), not \(finding.value.shown)", cure)
    }
    loaded.origins[key.path] = file.path
  }

  private static func sectionCure(_ section: String) -> String {
    if let key = ConfigurationKey.all.first(where: { $0.name == section }) {
      return "'\(section)' belongs under [\(key.section)]"
    }
    let names = ConfigurationKey.sections.map(\.name)
    if let meant = Suggestion.nearest(to: section, among: names) { return "did you mean [\(meant)]?" }
    return "the sections are " + names.map { "[\($0)]" }.joined(separator: ", ")
  }

  private static func keyCure(_ name: String, _ section: String) -> String {
    let here = ConfigurationKey.all.filter { $0.section == section }.map(\.name)
    if let key = ConfigurationKey.all.first(where: { $0.name == name }) {
      return "'\(name)' belongs under [\(key.section)]"
    }
    if let meant = Suggestion.nearest(to: name, among: here) { return "did you mean '\(meant)'?" }
    if let key = ConfigurationKey.all.first(where: { $0.name == Suggestion.nearest(to: name, among: [$0.name]) }) {
      return "did you mean '\(key.name)' under [\(key.section)]?"
    }
    return "the keys of [\(section)] are " + here.joined(separator: ", ")
  }

  private static func raw(_ value: (any TOMLValueConvertible)?) -> RawValue {
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

  /// The value in quotes, to be written instead; `nil` where no value of the line lacks them.
  private static func quoting(line: Int, of text: String) -> String? {
    let rows = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    guard rows.indices.contains(line - 1), let equals = rows[line - 1].firstIndex(of: "=") else { return nil }
    let key = rows[line - 1][..<equals].filter { !$0.isWhitespace }
    var value = rows[line - 1][equals...].dropFirst().prefix { $0 != "#" }.drop { $0.isWhitespace }
    while value.last?.isWhitespace == true { value.removeLast() }
    guard value.first?.isLetter == true, !value.contains(where: { "\"'\\".contains($0) }) else { return nil }
    return "a text stands in quotes: \(key) = \(quoted(String(value)))"
  }

  /// The parser's words on one line, without the place that it appends.
  private static func reason(_ error: TOMLParseError) -> String {
    error.description.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

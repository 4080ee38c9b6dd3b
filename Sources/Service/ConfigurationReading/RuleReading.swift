import Configuration
import TOMLKit
import Vocabulary

/// Rules: `[[notify.rule]]`, and the same as a list of inline tables.
extension FileReader {
  /// The names of a heading that begins a rule, or was meant to: `[notify.rule]`, `[[notify.rules]]`,
  /// `[[notify.rule]`, or a section within a rule; `nil` for other statements.
  static func ruleNames(_ heading: Statement) -> [String]? {
    switch heading.kind {
    case .element(let names), .section(let names):
      guard names.count > 1 else { return ["rule", "rules"].contains(names.first) ? names : nil }
      let isRule = zip(names, ruleNames).allSatisfy { Suggestion.nearest(to: $0, among: [$1]) != nil }
      return isRule ? names : nil
    case .assignment, .unknown: return nil
    }
  }

  private static let ruleNames = RuleKey.section.split(separator: ".").map(String.init)

  /// Begins a rule at its heading.
  ///
  /// - Parameters:
  ///   - names: the names in the heading.
  ///   - isTold: true if the heading has a mistake that has become a problem already.
  mutating func begin(_ heading: Statement, _ names: [String], isTold: Bool) {
    let line = heading.lines.lowerBound + 1
    if names.count > 2 {
      // To TOML it is a part of the rule before it, so that the keys below it may be meant as conditions.
      let message = "a rule has no sections: '\(names[2...].joined(separator: "."))'"
      let mistake = isTold ? nil : problem(.unknownSection, line, message, "put its keys below \(RuleKey.heading)")
      if rule == nil { rule = RuleDraft(line: line) }
      rule?.note(key: "", "", mistake)
      return
    }
    var draft = RuleDraft(line: line)
    if isTold {
      draft.note(nil)
    } else if heading.kind != .element(Self.ruleNames) || (try? TOMLTable(string: cutter.text(of: heading))) == nil {
      draft.note(problem(.syntax, line, "a rule begins with \(RuleKey.heading), alone on its line", nil))
    }
    rule = draft
  }

  /// Ends the rule that is being read, if there is one.
  mutating func endRule(_ loaded: inout Configuration.Loaded, _ found: inout [Problem]) {
    guard let draft = rule else { return }
    rule = nil
    let (holds, problems) = draft.finished(in: path)
    found += problems
    guard let holds else {
      if draft.isSilenceLost { loaded.lose(.silence) }
      return
    }
    guard loaded.settings.notify.rules.count < Settings.Notify.mostRules else {
      if draft.silencing != nil { loaded.lose(.silence) }
      let message = "this is one rule too many: there may be \(Settings.Notify.mostRules) in all files together"
      return found.append(problem(.uselessRule, draft.line, message, "it is left out"))
    }
    loaded.settings.notify.rules.append(holds)
    loaded.rulePlaces.append(RulePlace(file: path, line: draft.line))
  }

  /// Takes a statement of the rule that is being read.
  ///
  /// - Parameter isTold: true if the statement has a mistake that has become a problem already.
  mutating func takeOfRule(_ statement: Statement, isTold: Bool) {
    let line = statement.lines.lowerBound + 1
    var mistake: Problem?
    if !isTold {
      do {
        return apply(try TOMLTable(string: NullEscapes.hidden(in: cutter.text(of: statement))), line)
      } catch {
        mistake = self.mistake(statement, line, error)
        // The consequence of a mistake in a rule is another one.
        if mistake?.cure == Self.untilMended { mistake?.cure = nil }
      }
    }
    let (name, value) = (name(of: statement), bareValue(of: statement))
    rule?.note(key: name, value, mistake)
  }

  /// Takes rules that are given as a list: `rule = [{ text = "x", action = "mute" }]`.
  mutating func takeList(
    _ value: any TOMLValueConvertible, _ line: Int, _ loaded: inout Configuration.Loaded, _ found: inout [Problem]
  ) {
    let tables = value.array?.map(\.table)
    guard let tables, tables.allSatisfy({ $0 != nil }) else {
      loaded.lose(.silence)
      let message = "'rule' must be a list of tables, not \(Configuration.raw(value).shown)"
      return found.append(problem(.wrongValue, line, message, "begin each rule with a line \(RuleKey.heading)"))
    }
    for table in tables.compactMap({ $0 }) {
      rule = RuleDraft(line: line)
      apply(table, line)
      endRule(&loaded, &found)
    }
  }

  // MARK: Keys

  private mutating func apply(_ table: TOMLTable, _ line: Int) {
    for name in table.keys { apply(name, Configuration.raw(table[name]), line) }
  }

  private mutating func apply(_ name: String, _ value: RawValue, _ line: Int) {
    let shown = NullEscapes.shown(name)
    let mistake: Problem
    if let key = RuleKey.named(name) {
      if let first = rule?.lines[name] {
        mistake = problem(.syntax, line, "'\(name)' stands in this rule a second time", "the first is in line \(first)")
      } else if rule?.take(key, value, line) == true {
        return
      } else {
        let wrong = Configuration.wrongTemplate(name, value)
        mistake = problem(
          .wrongValue, line, wrong?.message ?? "'\(name)' must be \(key.expectation), not \(value.shown)",
          wrong?.cure ?? Self.nearest(to: value, among: key.words))
      }
    } else {
      mistake = problem(
        .unknownKey, line, "unknown key '\(shown)' in \(RuleKey.heading)", Configuration.ruleKeyCure(name))
    }
    var text = value.shown
    if case .text(let inner) = value { text = inner }
    rule?.note(key: name, text, mistake)
  }

  private static func nearest(to value: RawValue, among words: [String]) -> String? {
    guard case .text(let text) = value, let meant = Suggestion.nearest(to: text, among: words) else { return nil }
    return "did you mean \(Configuration.quoted(meant))?"
  }

  // MARK: Statements that are not TOML

  /// The name of the key that the statement sets, or seems to set: its first letters.
  private func name(of statement: Statement) -> String {
    if case .assignment(let names) = statement.kind { return names.joined(separator: ".") }
    let row = cutter.rows[statement.lines.lowerBound].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ":") }
    return String(decoding: row.prefix { !isEnd($0) }, as: UTF8.self)
  }

  /// The letters behind the name, such as those of a word without its quotes; empty if there are very many.
  private func bareValue(of statement: Statement) -> String {
    let row = cutter.rows[statement.lines.lowerBound]
    guard row.count <= 200 else { return "" }
    let text = String(decoding: row.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
    let words = text.split { !$0.isLetter }
    return words.dropFirst().joined()
  }
}

extension Configuration {
  /// The mistake in a template, for people; `nil` if the value is no text, or is none of a template.
  static func wrongTemplate(_ name: String, _ value: RawValue) -> (message: String, cure: String)? {
    guard name == "template", case .text(let text) = value else { return nil }
    do throws(NotificationTemplate.Mistake) {
      _ = try NotificationTemplate(text)
      return nil
    } catch {
      switch error {
      case .empty: return ("'template' must not be empty", "action = \"mute\" in a rule keeps a notification silent")
      case .lonely(let brace):
        return ("'template' has a lonely \(brace)", "\(brace)\(brace) stands for \(brace) itself")
      case .unknown(let placeholder):
        let known = NotificationTemplate.Field.allCases.flatMap { ["{\($0.rawValue)}", "{\($0.rawValue):digits}"] }
        let cure =
          Suggestion.nearest(to: placeholder, among: known).map { "did you mean \($0)?" }
          ?? "there are \(known.joined(separator: ", "))"
        return ("'template' has an unknown placeholder \(NullEscapes.shown(placeholder))", cure)
      }
    }
  }

  /// The remedy for an unknown key of a rule.
  fileprivate static func ruleKeyCure(_ name: String) -> String {
    let names = RuleKey.all.map(\.name)
    if let meant = Suggestion.nearest(to: name, among: names) { return "did you mean '\(meant)'?" }
    if let key = ConfigurationKey.all.first(where: { $0.name == name }) {
      return "'\(name)' belongs under [\(key.section)]"
    }
    return "the keys of a rule are " + names.joined(separator: ", ")
  }
}

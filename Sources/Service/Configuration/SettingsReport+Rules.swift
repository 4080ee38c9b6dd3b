import Vocabulary

/// The place of a rule in the files.
public struct RulePlace: Equatable, Sendable {
  /// The path of the file.
  public var file: String
  /// The line of its heading, counted from 1.
  public var line: Int

  /// A place.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

/// Rules as lines: one for the rule, and one for each of its keys, so that no line is longer than a key's.
extension SettingsReport {
  /// - Parameter files: the index of each path.
  func ruleLines(_ files: [String: Int]) -> [String] {
    let rules = settings.notify.rules.prefix(Settings.Notify.mostRules)
    let isPlaceKnown = rulePlaces.count == rules.count
    return rules.enumerated().flatMap { number, rule in
      let place = isPlaceKnown ? rulePlaces[number] : nil
      let fields = place.map { "\(files[$0.file] ?? 0)\t\($0.line)" } ?? "\t"
      let keys = RuleKey.all.compactMap { key in key.value(in: rule).map { ".\(key.name)\t\($0.text)" } }
      return ["\(RuleKey.heading)\t\(fields)"] + keys
    }
  }

  /// Takes a line that ``ruleLines(_:)`` made.
  ///
  /// - Returns: false if it is invalid in this build, or one too many.
  mutating func takeRule(_ name: String, _ rest: Substring, _ files: [String]) -> Bool {
    guard name == RuleKey.heading else {
      guard let last = settings.notify.rules.indices.last, let key = RuleKey.named(String(name.dropFirst())),
        key.read(settings.notify.rules[last]) == nil
      else { return false }
      return RawValue.candidates(String(rest)).contains { key.store($0, &settings.notify.rules[last]) }
    }
    guard settings.notify.rules.count < Settings.Notify.mostRules else { return false }
    settings.notify.rules.append(NotificationRule())
    if rest == "\t" { return true }
    let fields = rest.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count == 2, let file = Int(fields[0]), files.indices.contains(file), let line = Int(fields[1]) else {
      return false
    }
    rulePlaces.append(RulePlace(file: files[file], line: line))
    return true
  }
}

extension RawValue {
  /// The values that a text in the form of ``ConfigurationKey/Value/text`` may stand for.
  fileprivate static func candidates(_ text: String) -> [RawValue] {
    [.text(text)] + (Int(text).map { [.integer($0)] } ?? []) + (Double(text).map { [.number($0)] } ?? [])
  }
}

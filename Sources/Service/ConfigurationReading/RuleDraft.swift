import Configuration
import Vocabulary

/// A rule of the file while it is read, with the mistakes in it.
///
/// A rule with a mistake is left out as a whole. There is one exception, so that nothing is spoken that the listener
/// wanted to be silent: if all of its conditions were read, and its action is `mute` or `sound`, that action holds.
struct RuleDraft {
  /// The keys that were read.
  private(set) var rule = NotificationRule()
  /// The line of the heading, counted from 1.
  let line: Int
  /// The line of each key.
  private(set) var lines: [String: Int] = [:]
  /// The mistakes so far. Their cures say nothing about the consequence, which is known at the end of the rule.
  private var mistakes: [Problem] = []
  private var isMistaken = false
  private var isConditionWrong = false
  /// The actions that mistakes seem to mean.
  private var meantActions: Set<NotificationRule.Action> = []

  init(line: Int) { self.line = line }

  /// Takes a key.
  ///
  /// - Returns: false, and nothing is changed, if the key cannot have this value.
  mutating func take(_ key: RuleKey, _ value: RawValue, _ line: Int) -> Bool {
    guard key.store(value, &rule) else { return false }
    lines[key.name] = line
    return true
  }

  /// Notes a mistake that concerns no key.
  ///
  /// - Parameter mistake: `nil` if it has been told already.
  mutating func note(_ mistake: Problem?) {
    isMistaken = true
    if let mistake { mistakes.append(mistake) }
  }

  /// Notes a mistake with a key. A name that is not near to that of an effect may have meant a condition.
  ///
  /// - Parameters:
  ///   - name: the name as it stands in the file.
  ///   - value: the value, without quotes if it is a text.
  ///   - mistake: `nil` if it has been told already.
  mutating func note(key name: String, _ value: String, _ mistake: Problem?) {
    note(mistake)
    let meant = Suggestion.nearest(to: name, among: RuleKey.all.map(\.name)).flatMap(RuleKey.named)
    if meant?.isCondition ?? true { isConditionWrong = true }
    let actions = NotificationRule.Action.allCases.map(\.rawValue)
    if meant?.name == "action", let word = Suggestion.nearest(to: value, among: actions),
      let action = NotificationRule.Action(rawValue: word)
    {
      meantActions.insert(action)
    }
  }

  /// The rule that holds, `nil` for none, and the mistakes with their consequence.
  func finished(in file: String) -> (rule: NotificationRule?, problems: [Problem]) {
    guard isMistaken else {
      guard RuleKey.all.contains(where: { !$0.isCondition && $0.read(rule) != nil }) else {
        let problem = Problem(
          kind: .uselessRule, file: file, line: line, message: "this rule has no effect",
          cure: "add one, such as action = \"mute\", or take the rule away")
        return (nil, [problem])
      }
      return (rule, [])
    }
    var remaining: NotificationRule?
    var consequence = "this rule is left out"
    if !isConditionWrong, let action = silencing {
      remaining = conditions
      remaining?.action = action
      consequence = "only action = \"\(action.rawValue)\" of this rule holds"
    }
    let problems = mistakes.map { mistake in
      var mistake = mistake
      let cure = mistake.cure.map { $0.hasSuffix("?") ? "\($0) Until then " : "\($0); until then " } ?? "until then "
      mistake.cure = cure + consequence
      return mistake
    }
    return (remaining, problems)
  }

  /// The action that is read or meant, if it keeps the text from being spoken; of several, the most silent one.
  var silencing: NotificationRule.Action? {
    let actions = meantActions.union(rule.action.map { [$0] } ?? [])
    return [.mute, .sound].first { actions.contains($0) }
  }

  /// True if the rule would keep something silent and is left out, since nobody knows its conditions.
  var isSilenceLost: Bool { isMistaken && isConditionWrong && silencing != nil }

  private var conditions: NotificationRule {
    var conditions = NotificationRule()
    for key in RuleKey.all where key.isCondition {
      if let value = key.read(rule) { _ = key.store(value, &conditions) }
    }
    return conditions
  }
}

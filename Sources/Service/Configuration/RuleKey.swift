public import Vocabulary

/// One key of a `[[notify.rule]]` in `aloud.toml`: a condition or an effect of a ``Vocabulary/NotificationRule``.
///
/// The table ``all`` is for rules as ``ConfigurationKey/all`` is for settings.
public struct RuleKey: Sendable {
  /// The key itself, such as `application`.
  public let name: String
  /// True if it decides which notifications the rule is for, false if it changes something about them.
  public let isCondition: Bool
  /// One line for people, without a full stop.
  public let documentation: String
  /// Completes "must be …".
  package let expectation: String
  /// The permitted words; empty if the key takes numbers or any text.
  package var words: [String] = []
  /// Stores the value and returns true if the key can have it; otherwise the rule is unchanged.
  package let store: @Sendable (_ value: RawValue, _ rule: inout NotificationRule) -> Bool
  /// The value in a rule; `nil` if the rule does not have the key, and never `other`.
  package let read: @Sendable (NotificationRule) -> RawValue?

  /// True if its values are texts; the number 1 is permitted for all others.
  package var isText: Bool {
    var rule = NotificationRule()
    return !store(.integer(1), &rule)
  }

  /// The name of rules in the files: `notify.rule`.
  public static let section = "\(ConfigurationKey.notify).rule"
  /// The line that begins a rule.
  public static let heading = "[[\(section)]]"

  /// The key with this name.
  public static func named(_ name: String) -> RuleKey? { all.first { $0.name == name } }

  /// The key's value in a rule; `nil` if the rule does not have it.
  public func value(in rule: NotificationRule) -> ConfigurationKey.Value? {
    switch read(rule) {
    case .text(let value): .text(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .flag(let value): .flag(value)
    case .other, nil: nil
    }
  }

  /// The line `key = value` of a rule's TOML; `nil` if the rule does not have the key.
  public func line(in rule: NotificationRule) -> String? {
    switch read(rule) {
    case .text(let text): "\(name) = \(Configuration.quoted(text))"
    case .some(let value): "\(name) = \(value.shown)"
    case nil: nil
    }
  }

  /// All keys, the conditions first.
  public static let all: [RuleKey] = [
    .text(
      "application", \.application, isCondition: true, "Pattern for the name of the application; case does not matter"),
    .text("category", \.category, isCondition: true, "Pattern for the category, such as \"email.*\""),
    .choice("urgency", \.urgency, isCondition: true, "Urgency"),
    .text("text", \.text, isCondition: true, "Pattern for any part of the summary or the body; case does not matter"),

    .choice("action", \.action, "Treatment; mute: nothing is heard; sound: only its sound is heard"),
    .text(
      "template", \.template, "Text that is spoken; {body:digits}: digit by digit; {{ and }} are braces",
      ValueKind.templateExpectation, ValueKind.isTemplate),
    .integer("shorten", \.shorten, 1...100_000, "Most characters of the body that are spoken"),
    .text("voice", \.voice, "Voice by name or identifier (`aloud voices`)"),
    .text("engine", \.engine, "Engine whose voices speak (`aloud voices`)"),
    .text(
      "language", \.language, "Language of the text (BCP 47)",
      "the tag of a language in quotes, such as \"de\" or \"zh-HK\"", ConfigurationKey.isLanguage),
    .number("rate", \.rate, 0.25...6, "Rate; 1 is 175 wpm"),
    .number("volume", \.volume, 0...1, "Volume, beside that of all announcements"),
    .choice("priority", \.priority, "Priority among those that have one, by the rules of speech-dispatcher"),
    .choice("digits", \.digits, "Way of numbers; auto: codes and telephone numbers digit by digit; pairs: two by two"),
  ]
}

// MARK: Types of values

extension RuleKey {
  private typealias Path<Value> = any WritableKeyPath<NotificationRule, Value?> & Sendable

  private static func text(
    _ name: String, _ path: Path<String>, isCondition: Bool = false, _ documentation: String,
    _ expectation: String = "a text in quotes without U+0000, of 1 to \(ValueKind.longestText) bytes",
    _ isGood: @escaping @Sendable (String) -> Bool = { !$0.isEmpty && ValueKind.isText($0) }
  ) -> RuleKey {
    RuleKey(
      name: name, isCondition: isCondition, documentation: documentation, expectation: expectation,
      store: { value, rule in
        guard case .text(let text) = value, isGood(text) else { return false }
        rule[keyPath: path] = text
        return true
      },
      read: { $0[keyPath: path].map { .text($0) } })
  }

  private static func choice<Choice>(
    _ name: String, _ path: Path<Choice>, isCondition: Bool = false, _ documentation: String
  ) -> RuleKey where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    let words = Choice.allCases.map(\.rawValue)
    let list = words.map { Configuration.quoted($0) }
    return RuleKey(
      name: name, isCondition: isCondition, documentation: documentation,
      expectation: list.dropLast().joined(separator: ", ") + " or " + (list.last ?? ""), words: words,
      store: { value, rule in
        guard case .text(let text) = value, let choice = Choice(rawValue: text) else { return false }
        rule[keyPath: path] = choice
        return true
      },
      read: { $0[keyPath: path].map { .text($0.rawValue) } })
  }

  private static func integer(
    _ name: String, _ path: Path<Int>, _ range: ClosedRange<Int>, _ documentation: String
  ) -> RuleKey {
    RuleKey(
      name: name, isCondition: false, documentation: documentation,
      expectation: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      store: { value, rule in
        guard case .integer(let number) = value, range.contains(number) else { return false }
        rule[keyPath: path] = number
        return true
      },
      read: { $0[keyPath: path].map { .integer($0) } })
  }

  private static func number(
    _ name: String, _ path: Path<Double>, _ range: ClosedRange<Double>, _ documentation: String
  ) -> RuleKey {
    let (least, most) = (Configuration.number(range.lowerBound), Configuration.number(range.upperBound))
    return RuleKey(
      name: name, isCondition: false, documentation: documentation,
      expectation: "a number from \(least) to \(most)",
      store: { value, rule in
        guard let number = value.asNumber, range.contains(number) else { return false }
        rule[keyPath: path] = number
        return true
      },
      read: { $0[keyPath: path].map { .number($0) } })
  }
}

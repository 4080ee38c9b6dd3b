/// A value as written in a file.
package enum RawValue: Equatable {
  /// A string.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// A number with a fraction.
  case number(Double)
  /// `true` or `false`.
  case flag(Bool)
  /// A list, a table or a date, which no key takes; with its name for messages.
  case other(String)

  /// The number, with or without a fraction; `nil` for anything else.
  var asNumber: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value for people, in its form in the file; a long text is cut.
  package var shown: String {
    switch self {
    case .text(let value) where value.utf8.count > 200: Configuration.quoted("\(value.prefix(50))…")
    case .text(let value): Configuration.quoted(value)
    case .integer(let value): String(value)
    case .number(let value): Configuration.number(value)
    case .flag(let value): String(value)
    case .other(let what): what
    }
  }
}

/// The type of a key: its permitted values, and its place in ``Settings``.
package struct ValueKind: Sendable {
  /// The longest permitted text, in bytes of UTF-8.
  static let longestText = 1000

  /// Completes "must be …".
  package let expectation: String
  /// Stores the value and returns true if the key can have it; otherwise `settings` is unchanged.
  package let store: @Sendable (_ value: RawValue, _ settings: inout Settings) -> Bool
  /// The value in `settings`; never `other`.
  package let read: @Sendable (Settings) -> RawValue
  /// The permitted words, for suggestions.
  package var words: [String] = []

  func toml(in settings: Settings) -> String {
    if case .text(let text) = read(settings) { return Configuration.quoted(text) }
    return read(settings).shown
  }

  static func text(_ path: any WritableKeyPath<Settings, String> & Sendable) -> ValueKind {
    ValueKind(
      expectation: "a text in quotes without U+0000, up to \(longestText) bytes",
      store: { value, settings in
        guard case .text(let text) = value, isText(text) else { return false }
        settings[keyPath: path] = text
        return true
      },
      read: { .text($0[keyPath: path]) })
  }

  static func integer(_ path: any WritableKeyPath<Settings, Int> & Sendable, _ range: ClosedRange<Int>) -> ValueKind {
    ValueKind(
      expectation: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      store: { value, settings in
        guard case .integer(let number) = value, range.contains(number) else { return false }
        settings[keyPath: path] = number
        return true
      },
      read: { .integer($0[keyPath: path]) })
  }

  /// - Parameter none: the word for `nil`.
  static func integer(
    _ path: any WritableKeyPath<Settings, Int?> & Sendable, _ range: ClosedRange<Int>, none: String
  ) -> ValueKind {
    ValueKind(
      expectation:
        "\(Configuration.quoted(none)) or a whole number from \(range.lowerBound) to \(range.upperBound)",
      store: { value, settings in
        switch value {
        case .text(none): settings[keyPath: path] = nil
        case .integer(let number) where range.contains(number): settings[keyPath: path] = number
        default: return false
        }
        return true
      },
      read: { $0[keyPath: path].map { .integer($0) } ?? .text(none) },
      words: [none])
  }

  static func number(
    _ path: any WritableKeyPath<Settings, Double> & Sendable, _ range: ClosedRange<Double>
  ) -> ValueKind {
    ValueKind(
      expectation:
        "a number from \(Configuration.number(range.lowerBound)) to \(Configuration.number(range.upperBound))",
      store: { value, settings in
        guard let number = value.asNumber, range.contains(number) else { return false }
        settings[keyPath: path] = number
        return true
      },
      read: { .number($0[keyPath: path]) })
  }

  static func flag(_ path: any WritableKeyPath<Settings, Bool> & Sendable) -> ValueKind {
    ValueKind(
      expectation: "true or false",
      store: { value, settings in
        guard case .flag(let flag) = value else { return false }
        settings[keyPath: path] = flag
        return true
      },
      read: { .flag($0[keyPath: path]) })
  }

  static func duration(
    _ path: any WritableKeyPath<Settings, Duration> & Sendable, _ range: ClosedRange<Duration>
  ) -> ValueKind {
    ValueKind(
      expectation: "a duration from \(DurationText.format(range.lowerBound)) to "
        + "\(DurationText.format(range.upperBound)), such as \"300ms\", \"3s\", \"2min\" or a number of seconds",
      store: { value, settings in
        let duration: Duration?
        switch value {
        case .text(let text): duration = DurationText.parse(text)
        case .integer(let seconds): duration = DurationText.seconds(Double(seconds))
        case .number(let seconds): duration = DurationText.seconds(seconds)
        default: duration = nil
        }
        guard let duration, range.contains(duration) else { return false }
        settings[keyPath: path] = duration
        return true
      },
      read: { .text(DurationText.format($0[keyPath: path])) })
  }

  static func choice<Choice>(of path: any WritableKeyPath<Settings, Choice> & Sendable) -> ValueKind
  where Choice: RawRepresentable<String> & CaseIterable & Sendable {
    let choices = Choice.allCases.map { ($0.rawValue, $0) }
    return choice(of: path, choices) { $0.rawValue }
  }

  /// - Parameters:
  ///   - choices: the words that may stand here.
  ///   - none: the word for `nil`.
  static func choice<Choice>(
    of path: any WritableKeyPath<Settings, Choice?> & Sendable, among choices: [Choice], none: String
  ) -> ValueKind
  where Choice: RawRepresentable<String> & Sendable {
    choice(of: path, [(none, nil)] + choices.map { ($0.rawValue, $0) }) { $0?.rawValue ?? none }
  }

  private static func choice<Choice: Sendable>(
    of path: any WritableKeyPath<Settings, Choice> & Sendable, _ choices: [(word: String, value: Choice)],
    word: @escaping @Sendable (Choice) -> String
  ) -> ValueKind {
    let list = choices.map { Configuration.quoted($0.word) }
    return ValueKind(
      expectation: list.dropLast().joined(separator: ", ") + " or " + (list.last ?? ""),
      store: { value, settings in
        guard case .text(let text) = value, let choice = choices.first(where: { $0.word == text }) else { return false }
        settings[keyPath: path] = choice.value
        return true
      },
      read: { .text(word($0[keyPath: path])) },
      words: choices.map(\.word))
  }
}

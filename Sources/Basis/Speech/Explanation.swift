/// A rule that has changed a part of a text before it is spoken, or that is the reason why the part is spoken as it is.
public struct AppliedRule: Hashable, Sendable {
  /// The stable name of the rule, in lower case with hyphens, such as `line-end`.
  public var rule: String
  /// The part of the text as it is written.
  public var from: String
  /// The same part as it is spoken; empty if it is left out.
  public var to: String

  /// A rule with the part that it has changed.
  public init(rule: String, from: String, to: String) {
    (self.rule, self.from, self.to) = (rule, from, to)
  }
}

/// The engine's account of a text: what it says, how, and why.
public struct Explanation: Equatable, Sendable {
  /// The text as the engine gets it.
  public var said: String
  /// The phonemes in the International Phonetic Alphabet; a clause of the text is a line. The engine marks words that
  /// it reads in another language, such as `(en)`.
  public var phonemes: String
  /// The rules that have changed the text, in its order, each only once.
  public var rules: [AppliedRule]

  /// An account of a text.
  public init(said: String, phonemes: String, rules: [AppliedRule] = []) {
    (self.said, self.phonemes, self.rules) = (said, phonemes, rules)
  }
}

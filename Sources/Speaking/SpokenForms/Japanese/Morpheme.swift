public import Speech

/// A word of a Japanese text, as a morphological analyser cuts it.
public struct Morpheme: Equatable, Sendable {
  /// The part of speech, as far as the rules ask for it.
  public enum Kind: Equatable, Sendable {
    /// A numeral, such as 三, 百 or 12.
    case number
    /// A word that counts, such as 冊 or 時間.
    case counter
    /// A particle that is said with the word before, such as は.
    case particle
    /// A particle at the end of a sentence, such as ね.
    case finalParticle
    /// です or だ.
    case copula
    /// A part of an inflection, such as ます or the い of している.
    case inflection
    /// A suffix of a noun, such as さん.
    case suffix
    /// A prefix, such as お or 数.
    case prefix
    /// A punctuation mark or a sign.
    case sign
    /// All others.
    case other
  }

  /// The place in the text.
  public var span: TextSpan
  /// The word as it is written.
  public var text: String
  /// The part of speech.
  public var kind: Kind
  /// The pronunciation in katakana, as a dictionary gives it; `nil` if it is unknown.
  public var pronunciation: String?

  /// A word of a text.
  public init(span: TextSpan, text: String, kind: Kind, pronunciation: String? = nil) {
    (self.span, self.text, self.kind, self.pronunciation) = (span, text, kind, pronunciation)
  }
}

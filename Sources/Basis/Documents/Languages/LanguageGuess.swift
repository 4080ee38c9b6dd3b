/// Facts about a text that are not in the text itself. They help a detector with short texts and with languages that
/// are close to each other.
public struct LanguageHints: Equatable, Sendable {
  /// The language that the text has unless it says otherwise: BCP 47, empty if none is known.
  public var expected: String
  /// True if the document or its tag says so; false if it is the desktop's or the most frequent one of a script.
  public var isOfDocument: Bool
  /// Other languages of the document, the most frequent first.
  public var others: [String]

  /// Hints for one text.
  public init(expected: String, isOfDocument: Bool, others: [String] = []) {
    self.expected = expected
    self.isOfDocument = isOfDocument
    self.others = others
  }
}

/// A detector's answer for one text.
public struct LanguageGuess: Equatable, Sendable {
  /// The strength of the evidence.
  public enum Certainty: Int, Comparable, Sendable {
    /// The text leans towards the language. Enough to choose between two languages that are expected anyway.
    case unsure
    /// Enough for a text about which nothing else is known.
    case likely
    /// Enough to contradict the surroundings. A name or a loan word must never reach it.
    case certain

    /// Orders by strength.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// BCP 47. It is the hint's own tag if that names the same language.
  public var tag: String
  /// The strength of the evidence.
  public var certainty: Certainty

  /// An answer.
  public init(tag: String, certainty: Certainty) {
    self.tag = tag
    self.certainty = certainty
  }
}

/// Finds the language of a text of one script, which is valid UTF-8 of bounded length: the words with a space between
/// them. Returns nil if there is no evidence at all.
public typealias LanguageDetector = (_ text: [UInt8], _ hints: LanguageHints) -> LanguageGuess?

/// Confirms that a text is all in the expected language. Returns its letters, or nil if a part of it may be in another
/// one. Quicker than a detector, and never sure where that is not.
public typealias LanguageConfirmer = (_ text: ArraySlice<UInt8>, _ hints: LanguageHints) -> Int?

public import SpokenForms

/// The spellings in which an engine reads texts whose usual writing it cannot read.
public struct EngineSpelling: Sendable {
  /// Japanese: the engine gets katakana instead of Chinese characters. `nil` for an engine that reads texts as they are
  /// written.
  public var katakana: (any KatakanaSpelling)?
  /// Chinese; `nil` for an engine that reads all characters.
  public var hanzi: HanziVoices?

  /// An engine that reads everything as it is written, unless told otherwise.
  public init(katakana: (any KatakanaSpelling)? = nil, hanzi: HanziVoices? = nil) {
    (self.katakana, self.hanzi) = (katakana, hanzi)
  }
}

/// The Chinese voices of an engine that does not read all characters right.
public struct HanziVoices: Sendable {
  /// The last parts of the identifiers of the voices, in lower case.
  public var names: [String]
  /// The mark of a release whose spelling is another one, in the engine's name; empty for the usual spelling.
  public var release: String
  /// The spelling of a voice by its identifier.
  public var spelling: @Sendable (_ dialect: ChineseNormalizer.Dialect, _ voice: String) -> any HanziSpelling

  /// The voices `names`.
  public init(
    names: [String], release: String,
    spelling: @escaping @Sendable (_ dialect: ChineseNormalizer.Dialect, _ voice: String) -> any HanziSpelling
  ) {
    (self.names, self.release, self.spelling) = (names, release, spelling)
  }
}

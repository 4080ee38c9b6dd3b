public import Documents

/// Finds the language of a sentence or a paragraph: by frequent words and letters, and where these do not decide, by
/// CLD2.
///
/// One for a process, on one thread. The library is opened at the first text that needs it; a process that must not
/// open files later calls `prepare` before it is confined.
public final class LanguageFinder {
  private var library: CLD2?
  private var isOpened = false
  /// The language of the last confirmation, nil if it cannot be scanned for.
  private var expected: (tag: String, language: ExpectedLanguage?)?

  /// Words from which on a language is looked for.
  static let fewestWords = 3

  /// A finder that has opened nothing.
  public init() {}

  /// Opens CLD2 and reads the words, which takes some milliseconds. Returns false if the library is missing; the finder
  /// then decides by words and letters alone.
  @discardableResult public func prepare() -> Bool {
    if !isOpened {
      library = CLD2()
      isOpened = true
      _ = WordTable.shared.languages(of: 0, isSmall: false)
    }
    return library != nil
  }

  /// Finds the language of `text`: some words in one script with spaces between them, valid UTF-8. The hints' own tag
  /// is returned for the language that it names. Nil if there is no evidence. At most some microseconds for a hundred
  /// bytes.
  public func language(of text: [UInt8], _ hints: LanguageHints) -> LanguageGuess? {
    let evidence = TextEvidence(text)
    guard evidence.words > 0 else { return nil }
    var verdict = LanguageVerdict(evidence, hints)
    // A usual sentence of the expected language needs no counting of letters.
    if let expected = verdict.confirmed { return expected }
    prepare()
    let counted = evidence.textWords >= Self.fewestWords ? evidence.smallText : text
    if let answer = library?.language(of: counted) { verdict.add(answer.tag, isReliable: answer.isReliable) }
    return verdict.guess()
  }

  /// The letters of `text`, if it is all in the expected language of a document; nil if it may be in another one, or
  /// has parts that may be. Far quicker than to find the language of each part. `text` is valid UTF-8 of any length.
  public func letters(of text: ArraySlice<UInt8>, ifIn hints: LanguageHints) -> Int? {
    if expected?.tag != hints.expected { expected = (hints.expected, ExpectedLanguage(hints.expected)) }
    guard let language = expected?.language, hints.isOfDocument else { return nil }
    var confirmation = Confirmation(language, hints: hints)
    let isConfirmed = confirmation.confirms(text.span) { fragment, isStrange in
      let part = Array(text.dropFirst(fragment.lowerBound).prefix(min(fragment.count, Self.mostDecided)))
      guard let guess = self.language(of: part, hints) else { return true }
      return guess.tag == hints.expected || (guess.certainty < .certain && !isStrange)
    }
    return isConfirmed ? confirmation.letters : nil
  }

  /// The most bytes of a sentence that decide about it.
  private static let mostDecided = 1000
}

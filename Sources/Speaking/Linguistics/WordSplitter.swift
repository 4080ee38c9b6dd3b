public import Speech

/// Finds the words of an utterance.
public struct WordSplitter: ~Copyable {
  private let boundaries: Boundaries
  private let includesPunctuation: Bool

  /// - Parameters:
  ///   - language: BCP 47; empty for English.
  ///   - includesPunctuation: true if punctuation marks count as words, because they are spoken by name.
  public init(language: String, includesPunctuation: Bool = false) throws(LinguisticsError) {
    boundaries = try Boundaries(.word, locale: Boundaries.locale(for: language))
    self.includesPunctuation = includesPunctuation
  }

  /// The words of a text, in order: runs of letters and digits, and symbols. ICU's rules find them, with dictionaries
  /// for languages without spaces.
  public func words(in text: String) -> [TextSpan] {
    let units = Array(text.utf16)[...]
    var cursor = PlaceCursor(units)
    var words: [TextSpan] = []
    boundaries.forEach(in: units) { end, _ in
      let start = cursor.place
      var isWord = false
      cursor.advance(to: end) { scalar in
        switch scalar.kind {
        case .letterOrDigit, .symbol: isWord = true
        case .punctuation, .ornament: isWord = isWord || includesPunctuation
        case .space, .other: break
        }
      }
      if isWord { words.append(TextSpan(start, cursor.place)) }
    }
    return words
  }
}

/// Cuts a sentence that is too long for one breath.
struct SentenceCutter: ~Copyable {
  /// The approximate length of one utterance, in code units of UTF-16. The engine is slow on longer ones, and the
  /// listener waits longer.
  static let limit = 600
  /// The search for a good place to cut ends here.
  static let horizon = 1024

  private let lines: Boundaries
  private let words: Boundaries
  private let characters: Boundaries

  init(locale: String) throws(LinguisticsError) {
    let lines = try Boundaries(.line, locale: locale)
    let words = try Boundaries(.word, locale: locale)
    let characters = try Boundaries(.character, locale: locale)
    self.lines = lines
    self.words = words
    self.characters = characters
  }

  /// The end of the first piece of a text that is longer than ``limit``: after the last comma or similar mark in its
  /// second half, else at a possible line break, else between words, else between characters.
  func firstCut(of text: ArraySlice<UInt16>) -> Int {
    let text = text.prefix(Self.horizon)
    if let clause = lastClause(in: text) { return clause }
    for boundary in [lines.last(in: text, atMost: Self.limit), words.last(in: text, atMost: Self.limit)]
    where boundary >= Self.limit / 4 { return boundary }
    let character = characters.last(in: text, atMost: Self.limit)
    if character > 0 { return character }
    // This happens with a thousand combining marks on one letter. The cut is never within a surrogate pair.
    return UTF16.isTrailSurrogate(text[text.startIndex + Self.limit]) ? Self.limit - 1 : Self.limit
  }

  private func lastClause(in text: ArraySlice<UInt16>) -> Int? {
    var index = min(Self.limit, text.count) - 1
    while index > Self.limit / 2 {
      let unit = text[text.startIndex + index - 1]
      let follows = text[text.startIndex + index]
      switch unit {
      case 0x2C, 0x3B, 0x3A, 0x2013, 0x2014, 0x060C, 0x061B:  // , ; : – — ، ؛ if a space follows
        if follows == 0x20 { return index }
      case 0x3001, 0xFF0C, 0xFF1B, 0xFF1A: return index  // 、，；：
      default: break
      }
      index -= 1
    }
    return nil
  }
}

import SpeechWorkerKit

/// The words of a text at their estimated moments: each at its share of the letters, piecewise between the pauses of the
/// sound, which are those of punctuation marks. Pure.
enum EstimatedWords {
  /// A part of the text without white space.
  private struct Token {
    var position: Int
    var length: Int
    /// What is said before it, in about half letters.
    var before: Int
    /// True if a pause may follow.
    var endsClause: Bool
  }

  /// The words of a text in their order.
  ///
  /// - Parameter sounding: the parts of the sound in which something is heard (``Pauses``).
  static func words(of text: String, in sounding: [Range<Int>]) -> [EngineWord] {
    let (tokens, total) = tokens(of: text)
    guard !tokens.isEmpty, let first = sounding.first else { return [] }
    let clauses = tokens.indices.dropFirst().filter { tokens[$0 - 1].endsClause }
    let heard = sounding.reduce(0) { $0 + $1.count }
    // The place of each pause among all that is said, as the places of the clauses are.
    var (sum, places) = (0, [Double]())
    for part in sounding.dropLast() {
      sum += part.count
      places.append(Double(sum) / Double(max(heard, 1)))
    }
    let expected = clauses.map { Double(tokens[$0].before) / Double(max(total, 1)) }
    let matched = matches(expected, places)
    // Anchors: the first word of each piece, with the parts of the sound that are the piece's.
    var words: [EngineWord] = []
    var (token, part) = (0, 0)
    for end in matched.map({ (token: clauses[$0.clause], part: $0.pause + 1) })
      + [(token: tokens.count, part: sounding.count)]
    {
      let last = end.token < tokens.count ? tokens[end.token].before : total
      let parts = sounding[part..<end.part]
      words += place(tokens[token..<end.token], upTo: last, in: Array(parts))
      (token, part) = (end.token, end.part)
    }
    return words.isEmpty ? [EngineWord(position: 0, length: 0, frame: first.lowerBound)] : words
  }

  /// Spreads words over the sounding parts of their piece.
  private static func place(_ tokens: ArraySlice<Token>, upTo end: Int, in parts: [Range<Int>]) -> [EngineWord] {
    guard let start = tokens.first?.before, let first = parts.first else { return [] }
    let heard = parts.reduce(0) { $0 + $1.count }
    return tokens.map { token in
      var rest = (token.before - start) * heard / max(end - start, 1)
      var frame = first.lowerBound
      for part in parts {
        frame = part.lowerBound + min(rest, part.count)
        if rest < part.count { break }
        rest -= part.count
      }
      return EngineWord(position: token.position, length: token.length, frame: frame)
    }
  }

  private static func tokens(of text: String) -> ([Token], total: Int) {
    var tokens: [Token] = []
    var (said, isInside, mark) = (0, false, false)
    for (position, scalar) in text.unicodeScalars.enumerated() {
      if scalar.properties.isWhitespace {
        if isInside { tokens[tokens.count - 1].endsClause = mark }
        isInside = false
        continue
      }
      if !isInside { tokens.append(Token(position: position, length: 0, before: said, endsClause: false)) }
      isInside = true
      tokens[tokens.count - 1].length += 1
      let weight = weight(of: scalar)
      said += weight
      // A quote or bracket behind a mark does not end what it ends.
      if weight > 0 { mark = false }
      if ",;:.!?…—–、。，；：！？؟،।".unicodeScalars.contains(scalar) { mark = true }
    }
    return (tokens.filter { $0.length > 0 }, said)
  }

  /// A digit is a word of its own, and a letter of East Asia a syllable.
  private static func weight(of scalar: Unicode.Scalar) -> Int {
    if scalar.properties.numericType != nil { return 6 }
    guard scalar.properties.isAlphabetic else { return "$€£%&@+=".unicodeScalars.contains(scalar) ? 8 : 0 }
    return scalar.properties.isIdeographic || 0x3040..<0x3100 ~= scalar.value || 0xAC00..<0xD7B0 ~= scalar.value ? 5 : 2
  }

  /// The pairs of clauses and pauses that lie at about the same place, both in order: as many as possible within a
  /// distance, and of these the nearest.
  private static func matches(_ clauses: [Double], _ pauses: [Double]) -> [(clause: Int, pause: Int)] {
    // A longer text is a document, not a sentence.
    guard !clauses.isEmpty, !pauses.isEmpty, clauses.count * pauses.count <= 250_000 else { return [] }
    let farthest = 0.15
    // The gain of the best pairs of the clauses and pauses from a place on.
    var gains = Array(repeating: Array(repeating: 0.0, count: pauses.count + 1), count: clauses.count + 1)
    for clause in clauses.indices.reversed() {
      for pause in pauses.indices.reversed() {
        let gain = farthest - abs(clauses[clause] - pauses[pause])
        let both = gain > 0 ? gain + gains[clause + 1][pause + 1] : 0
        gains[clause][pause] = max(both, gains[clause + 1][pause], gains[clause][pause + 1])
      }
    }
    var (clause, pause, found) = (0, 0, [(clause: Int, pause: Int)]())
    while clause < clauses.count, pause < pauses.count {
      let best = gains[clause][pause]
      if best == gains[clause + 1][pause] {
        clause += 1
      } else if best == gains[clause][pause + 1] {
        pause += 1
      } else {
        found.append((clause, pause))
        (clause, pause) = (clause + 1, pause + 1)
      }
    }
    return found
  }
}

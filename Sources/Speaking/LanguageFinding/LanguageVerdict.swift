import Documents

/// The comparison of the languages that a text may be in.
struct LanguageVerdict {
  private let evidence: TextEvidence
  private let hints: LanguageHints
  /// The number of the expected language; nil if it is none of those in `LanguageWords`.
  private let expected: Int?
  private var scores: [Int]
  /// CLD2's answer.
  private var counted: (tag: String, index: Int?, isReliable: Bool)?

  init(_ evidence: TextEvidence, _ hints: LanguageHints) {
    self.evidence = evidence
    self.hints = hints
    expected = LanguageWords.index(of: hints.expected)
    scores = evidence.weights
    var strangers = Array(repeating: 0, count: scores.count)
    for letter in evidence.letters {
      let owners = LetterTable.owners(of: letter)
      let gain = owners == 0 ? 0 : Self.ownLetter / owners.nonzeroBitCount
      for index in scores.indices {
        if owners & (1 << UInt64(index)) != 0 { scores[index] += gain } else { strangers[index] += 1 }
      }
    }
    for index in scores.indices where strangers[index] > 0 {
      // Loan words bring a few letters with them in Latin, in no other script.
      let isLatin = index < LanguageWords.latin.count
      scores[index] -= isLatin ? Swift.min(strangers[index] * 6, 18) : strangers[index] * Self.strangeLetter
    }
    let expectation = hints.isOfDocument ? Self.expectation : Self.expectation / 2
    if let expected { scores[expected] += expectation }
    for tag in hints.others.prefix(4) {
      if let index = LanguageWords.index(of: tag), index != expected { scores[index] += 3 }
    }
  }

  /// The loss by a letter that a language is not written with: as much as one of its words.
  private static let strangeLetter = 12
  /// The distance that the document bridges between two close languages: a word that one of them has alone.
  private static let ownWord = TextEvidence.ownWord
  /// The gain of the expected language.
  private static let expectation = 5
  /// The gain by a letter, shared by all languages that have it.
  private static let ownLetter = 8
  /// CLD2's answer for a sentence and for a few words.
  private static let counting = (sentence: 16, few: 9, weak: 5)

  /// The expected language, if the words confirm it and no other language has more of them.
  var confirmed: LanguageGuess? {
    guard let expected, evidence.hits[expected] >= 2, scores[expected] > 0 else { return nil }
    let others = scores.indices.filter { $0 != expected }.map { scores[$0] }.max() ?? 0
    guard scores[expected] - Self.expectation >= others else { return nil }
    return LanguageGuess(tag: hints.expected, certainty: .certain)
  }

  /// CLD2 takes much of these more frequent languages for the first, as articles 1 to 15 show.
  private static let twins = ["ms": ["id"], "gl": ["es", "pt"]]

  /// Adds CLD2's answer.
  mutating func add(_ answer: String, isReliable: Bool) {
    var index = LanguageWords.index(of: answer)
    var tag = answer
    if let own = index, let twins = Self.twins[answer] {
      let numbers = twins.compactMap { LanguageWords.index(of: $0) }
      let likely = numbers.max { scores[$0] < scores[$1] }
      if let likely, scores[own] <= scores[likely] { (tag, index) = (LanguageWords.all[likely].language, likely) }
    }
    counted = (tag, index, isReliable)
    guard let index else { return }
    // Groups of letters show little in few words, or in names.
    let isShort = evidence.words < 7 || evidence.smallWords * 3 < evidence.words
    let weight =
      !isReliable ? Self.counting.weak : isShort || isContradicted(index) ? Self.counting.few : Self.counting.sentence
    for other in scores.indices where LanguageWords.areClose(index, other) && other != index {
      scores[other] += weight / 2
    }
    scores[index] += weight
  }

  /// True if the frequent words clearly show another language: loan words are spelled as where they come from.
  private func isContradicted(_ index: Int) -> Bool {
    scores.indices.contains { other in
      evidence.hits[other] >= 4 && evidence.weights[other] >= 2 * evidence.weights[index]
    }
  }

  /// The answer; nil if there is no evidence for any language.
  func guess() -> LanguageGuess? {
    let best = scores.indices.max { scores[$0] < scores[$1] }.map(known)
    // CLD2 knows languages for which there are no words here.
    if let counted, counted.index == nil, counted.isReliable, (best.map { scores[$0] } ?? 0) < 14 {
      return LanguageGuess(tag: tag(counted.tag), certainty: certaintyOfOthers)
    }
    guard let best, scores[best] > 0, evidence.hits[best] > 0 || counted?.index == best || best == expected else {
      return nil
    }
    // Between two that are close to each other, either is better than a third; only the surroundings know.
    let isFamily = expected.map { $0 == best || LanguageWords.areClose(best, $0) } ?? false
    let second =
      scores.indices.filter { $0 != best && (isFamily || !LanguageWords.areClose(best, $0)) }.map { scores[$0] }.max()
      ?? 0
    let margin = scores[best] - Swift.max(second, 0)
    return LanguageGuess(tag: tag(LanguageWords.all[best].language), certainty: certainty(of: best, margin: margin))
  }

  /// The document's language in place of `best` if it is close to that and nearly as good.
  private func known(_ best: Int) -> Int {
    let tags = (hints.isOfDocument ? [hints.expected] : []) + hints.others
    let languages = tags.compactMap { LanguageWords.index(of: $0) }
    guard !languages.contains(best) else { return best }
    let close = languages.filter { LanguageWords.areClose(best, $0) && scores[$0] > 0 }
    guard let other = close.max(by: { scores[$0] < scores[$1] }), scores[best] - scores[other] < Self.ownWord else {
      return best
    }
    return other
  }

  /// Without frequent words, a few words in Latin are as well a name.
  private var certaintyOfOthers: LanguageGuess.Certainty {
    let isLatin = evidence.letters.allSatisfy { $0 < 0x370 || (0x1E00...0x1EFF).contains($0) }
    if isLatin, evidence.words < 5 || evidence.smallWords < 3 { return .unsure }
    let ownHits = expected.map { evidence.hits[$0] } ?? 0
    return ownHits == 0 && evidence.words >= 6 ? .certain : .likely
  }

  private func certainty(of best: Int, margin: Int) -> LanguageGuess.Certainty {
    let hits = evidence.hits[best]
    let isCounted = counted.map { $0.index == best } == true
    let isReliable = isCounted && counted?.isReliable == true
    if best == expected { return hits > 0 || isCounted ? .certain : .likely }
    let ownHits = expected.map { evidence.hits[$0] } ?? 0
    let ownWeight = expected.map { evidence.weights[$0] } ?? 0
    let isUnexpected = ownHits == 0 || evidence.weights[best] > 2 * ownWeight
    // A document that has both languages may change from one to the other.
    let isAmong = hints.others.contains { LanguageWords.index(of: $0) == best }
    let isClose = !isAmong && expected.map { LanguageWords.areClose(best, $0) } ?? false
    if evidence.smallWords >= 2, margin >= (isClose ? 14 : 8) {
      // Frequent words show a sentence; a name has at most one.
      if hits >= 2, hits > (isClose ? ownHits + 1 : ownHits), isCounted || hits * 4 >= evidence.words {
        return .certain
      }
      if isReliable, isUnexpected, evidence.words >= 5, evidence.smallWords >= 3 { return .certain }
    }
    return margin >= 3 && (isReliable || hits > 0) ? .likely : .unsure
  }

  /// The hints' tag for the same language, such as `pt-BR` for `pt`.
  private func tag(_ language: String) -> String {
    let index = LanguageWords.index(of: language)
    for tag in [hints.expected] + hints.others where !tag.isEmpty {
      if index != nil ? LanguageWords.index(of: tag) == index : tag == language { return tag }
    }
    return language
  }
}

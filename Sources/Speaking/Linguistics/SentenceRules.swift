/// The sentence rules of a language, for a paragraph at a time: what ``SentenceStream`` decides, and why.
public struct SentenceRules: ~Copyable {
  private let finder: SentenceFinder

  /// - Parameter language: BCP 47; empty for English.
  public init(language: String) throws(LinguisticsError) {
    finder = try SentenceFinder(locale: Boundaries.locale(for: language))
  }

  /// The decisions of the rules in a paragraph, in order: each place at which a sentence ends, and each place at which
  /// a rule found that it goes on. The end of the paragraph is not among them.
  ///
  /// A sentence that is too long for one breath is cut further by the stream.
  public func decisions(in paragraph: String) -> [SentenceDecision] {
    var state = SentenceFinder.State()
    var decisions: [SentenceDecision] = []
    _ = finder.ends(in: Array(paragraph.utf16), &state, isComplete: true) { decisions.append($0) }
    return decisions
  }
}

package import Speech

/// A sentence of a text with the account of what is said for it.
package struct ExplainedSentence: Equatable, Sendable {
  /// A part of the sentence that one voice says.
  package struct Run: Equatable, Sendable {
    /// The part as it is written.
    package var text: String
    /// BCP 47; empty if it is unknown.
    package var language: String
    /// The voice.
    package var voice: Voice
    /// The engine's account; `nil` if the engine cannot say the part.
    package var account: Explanation?
    /// The reason why it cannot.
    package var trouble: String?
  }

  /// The sentence as it is written, without white space round it.
  package var text: String
  /// The language of the sentence (BCP 47); empty if it is unknown.
  package var language: String
  /// The voice of the sentence.
  package var voice: Voice
  /// The parts, in the order of the text; together they are the sentence.
  package var runs: [Run]

  /// The whole sentence as it is said; the written text of a part that cannot be said is left out.
  package var said: String { runs.compactMap { $0.account?.said }.joined() }
  /// The phonemes of the whole sentence in the International Phonetic Alphabet, on one line; `nil` if the engine cannot
  /// say it.
  package var phonemes: String? {
    let known = runs.compactMap(\.account?.phonemes)
    return known.isEmpty ? nil : known.joined(separator: "\n").split(separator: "\n").joined(separator: " ")
  }
  /// The rules that have changed the sentence.
  package var rules: [AppliedRule] { runs.flatMap { $0.account?.rules ?? [] } }
}

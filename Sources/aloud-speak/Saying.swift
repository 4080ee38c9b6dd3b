import Speech

/// The texts for the engine, in languages whose writing it cannot read.
///
/// A text is prepared only in a copy of the process: it comes from a stranger.
struct Saying {
  /// Opens what a language needs; to be called before copies are made, so that they share it.
  mutating func prepare(for language: String) {}

  /// What the engine gets instead of a text; `nil` if it gets the text.
  ///
  /// - Parameters:
  ///   - language: that of the voice.
  ///   - text: the text, called for only if something may change.
  ///   - words: the words of the text by the rules of Unicode, in order.
  func said(_ language: String, _ text: () -> String, words: (String) -> [TextSpan]) -> SaidText? {
    switch language {
    default: nil
    }
  }
}

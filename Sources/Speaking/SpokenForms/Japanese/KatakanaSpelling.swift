/// The katakana that a voice reads wrong, and how they are written for it. Pure; any thread.
public protocol KatakanaSpelling: Sendable {
  /// Katakana as the voice reads them.
  ///
  /// - Parameter before: what is said before without a blank, as it is written for the voice.
  func spelled(_ kana: [Unicode.Scalar], after before: [Unicode.Scalar]) -> String
}

extension KatakanaSpelling {
  /// Kana of any kind as the voice reads them.
  public func of(_ text: String, after before: String = "") -> String {
    spelled(Katakana.folded(text.unicodeScalars), after: Array(before.unicodeScalars))
  }
}

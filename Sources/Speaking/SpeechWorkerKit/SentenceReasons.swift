import Linguistics
import Speech

extension AppliedRule {
  /// The rules by which no sentence ends at a mark within a text, each with the word that the mark ends. They change
  /// nothing that is said.
  ///
  /// - Parameter language: BCP 47, that of the text.
  static func keepingTogether(_ text: String, language: String) -> [AppliedRule] {
    // Without the data of ICU no text is cut or spoken either.
    guard let rules = try? SentenceRules(language: language) else { return [] }
    let units = Array(text.utf16)
    var reasons: [AppliedRule] = []
    for decision in rules.decisions(in: text) where !decision.isEnd && decision.rule != .unicode {
      var end = decision.place
      while end > 0, isSpace(units[end - 1]) { end -= 1 }
      var start = end
      while start > 0, !isSpace(units[start - 1]), end - start < longestWord { start -= 1 }
      let word = String(decoding: units[start..<end], as: UTF16.self)
      let reason = AppliedRule(rule: "sentence-\(decision.rule.rawValue)", from: word, to: word)
      if !word.isEmpty, !reasons.contains(reason) { reasons.append(reason) }
    }
    return reasons
  }

  /// Code units of the longest word that is shown whole.
  private static let longestWord = 40

  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0xA0 || unit == 0x0A }
}

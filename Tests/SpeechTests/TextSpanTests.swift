import Speech
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TextSpanTests {
  private func span(of piece: Range<String.Index>, in text: String) -> TextSpan {
    let before = text[..<piece.lowerBound]
    let through = text[..<piece.upperBound]
    return TextSpan(
      scalars: before.unicodeScalars.count..<through.unicodeScalars.count,
      utf8: before.utf8.count..<through.utf8.count,
      utf16: before.utf16.count..<through.utf16.count)
  }

  @Test func aWordOfASentenceIsFoundInTheWholeText() throws {
    let text = "Ærlig talt 🙂. Ça va, 世界?"
    let start = text.index(after: try #require(text.firstIndex(of: ".")))
    let sentence = String(text[start...])
    let word = try #require(sentence.range(of: "世界"))
    let whole = try #require(text.range(of: "世界"))
    #expect(
      span(of: word, in: sentence).shifted(by: span(of: start..<text.endIndex, in: text)) == span(of: whole, in: text))
  }
}

extension StringProtocol {
  /// Plain search, without Foundation.
  fileprivate func range(of other: String) -> Range<Index>? {
    indices.lazy.compactMap { start in
      let rest = self[start...]
      return rest.hasPrefix(other) ? start..<index(start, offsetBy: other.count) : nil
    }.first
  }
}

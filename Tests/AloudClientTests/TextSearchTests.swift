import AloudAPI
import Testing

@testable import AloudClient

@Suite(.timeLimit(.minutes(1)))
struct TextSearchTests {
  @Test func wordsAreFoundWhateverTheirCaseAndAcrossSentences() throws {
    let text = sentences("It was a Dark night. |Stormy,\\too. |It rained. |It was dark, dark.")
    func found(_ words: String) -> [Int]? { TextSearch(words)?.hits(in: text).map(\.sentence) }
    #expect(found("dark") == [0, 3, 3] && found("NIGHT. stormy") == [0] && found("stormy, too") == [1])
    #expect(found("rained") == [2] && found("snow") == [] && TextSearch(" \n") == nil)
    for hit in TextSearch("dark")?.hits(in: text) ?? [] {
      let start = Int(text[hit.sentence].range.utf8.start)
      let bytes = Array(text[hit.sentence].text.utf8)[(hit.range.lowerBound - start)..<(hit.range.upperBound - start)]
      #expect(String(decoding: bytes, as: UTF8.self).lowercased() == "dark")
    }
    // Matches do not overlap. In Chinese there is no space between two sentences.
    #expect(TextSearch("aa")?.hits(in: sentences("aaaa")).map(\.range) == [0..<2, 2..<4])
    #expect(TextSearch("た。夏")?.hits(in: sentences("春が来た。|夏も来る。")).count == 1)
  }

  /// Sentences that are divided by `|`; a backslash is a line break.
  private func sentences(_ source: String) -> [SentenceEntry] {
    var place = 0
    return source.split(separator: "|").enumerated().map { index, part in
      // The space around the text belongs neither to this sentence nor to its neighbours.
      let kept = part.last == " " ? part.dropLast() : part
      defer { place += part.utf8.count }
      let text = String(kept).replacing("\\", with: "\n")
      let span = UnitSpan(start: UInt32(place), length: UInt32(text.utf8.count))
      return SentenceEntry(
        index: UInt32(index), range: TextRange(scalars: span, utf8: span, utf16: span), text: text)
    }
  }
}

import DesktopSupport
import Pager
import Testing

@Suite(.timeLimit(.minutes(1)))
struct VisualLineTests {
  /// As it stands on the screen, from left to right.
  private func visual(_ text: String, isRightToLeft: Bool) -> String {
    let line = VisualLine(Array(text.unicodeScalars), isRightToLeft: isRightToLeft)
    return String(String.UnicodeScalarView(line.order.map { line.shown[$0] }))
  }

  @Test(
    arguments: [
      // The last dot stands at the left end.
      ("שלום.", true, ".םולש"), ("שלום עולם.", true, ".םלוע םולש"),
      // Numbers and Latin words keep their own order; brackets are turned around.
      ("עמוד 13 (כאן) abc def.", true, ".abc def (ןאכ) 13 דומע"),
      ("See שלום עולם, it said.", false, "See םלוע םולש, it said."),
      ("Plain text (here).", false, "Plain text (here)."), ("", true, ""), ("12.", true, ".12"),
    ] as [(String, Bool, String)])
  func charactersStandWhereTheyAreRead(text: String, isRightToLeft: Bool, expected: String) {
    #expect(visual(text, isRightToLeft: isRightToLeft) == expected)
  }

  @Test func arabicLettersAreJoinedAndNoneIsLost() {
    let text = Array("كان لا".unicodeScalars)
    let line = VisualLine(text, isRightToLeft: true)
    // Kaf at the beginning, alef at the end of what it joins, nun by itself; lam and alef are two cells, too.
    #expect(line.shown.map(\.value) == [0xFEDB, 0xFE8E, 0xFEE5, 0x20, 0xFEDF, 0xFE8E])
    #expect(line.order == [5, 4, 3, 2, 1, 0])
  }

  @Test func marksStayAfterTheirLetter() {
    let text = Array("שָׁל".unicodeScalars)
    let line = VisualLine(text, isRightToLeft: true)
    let bases = text.indices.filter { text[$0].properties.canonicalCombiningClass.rawValue == 0 }
    #expect(line.order.first == bases.last && line.order[1...] == [0, 1, 2])
  }

  @Test func onlyWhatNeedsItIsPutInOrder() {
    #expect(VisualLine.isPlain("Größe – 東京 ไทย ½".unicodeScalars))
    for text in ["א", "ع", "x\u{200F}", "𐤀", "ﻦ"] { #expect(!VisualLine.isPlain(text.unicodeScalars), "\(text)") }
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func everyCharacterOfAnyTextIsShownOnce(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let letters = Array("ab 12.(),-אבגשלעربيةن\u{64E}\u{5B8}\u{202B}\u{202C}\u{2067}東".unicodeScalars)
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in letters.randomElement(using: &generator)! }
      let line = VisualLine(text, isRightToLeft: .random(using: &generator))
      #expect(line.order.sorted() == Array(text.indices) && line.shown.count == text.count, "\(text)")
    }
  }
}

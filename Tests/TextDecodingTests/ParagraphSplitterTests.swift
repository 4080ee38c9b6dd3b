import DesktopSupport
import Testing
import TextDecoding

@Suite(.timeLimit(.minutes(3)))
struct ParagraphSplitterTests {
  struct Paragraph: Equatable {
    var text: String
    var isHeading = false
    var isChapter = false
  }

  /// The paragraphs of a text without the spaces around them; checks that no byte is lost or added.
  static func paragraphs(_ text: String, pieces: Int = .max) -> [Paragraph] {
    var splitter = ParagraphSplitter()
    var all: [UInt8] = []
    var start = 0
    var found: [Paragraph] = []
    func take(_ part: ParagraphPart) {
      switch part {
      case .text(let bytes): all += bytes
      case .spaces(let count): all += [UInt8](repeating: 0x20, count: count)
      case .end(let isHeading, let isChapter):
        found.append(Paragraph(text: trimmed(all[start...]), isHeading: isHeading, isChapter: isChapter))
        start = all.count
      }
    }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      splitter.split(rest.prefix(pieces), take)
      rest = rest.dropFirst(pieces)
    }
    splitter.finish(take)
    let flat = text.utf8.map { [0x0A, 0x0D, 0x0C, 0x09].contains($0) ? 0x20 : $0 }
    #expect(all.map { $0 == 0x09 ? 0x20 : $0 } == flat)
    #expect(trimmed(all[start...]).isEmpty)
    return found
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
  }

  static let wrapped =
    "The quick brown fox jumps over the lazy dog and goes\non to the next line of the same paragraph,\nends."

  @Test func wrappedLinesAreOneParagraph() {
    #expect(Self.paragraphs(Self.wrapped).map(\.text) == [Self.wrapped.replacing("\n", with: " ")])
  }

  @Test func aBlankLineEndsAParagraph() {
    for separator in ["\n\n", "\r\n\r\n", "\r\r", "\n \t\n", "\n\n\n\n", "\u{C}", "\n            \n"] {
      #expect(
        Self.paragraphs("One." + separator + "Two.").map(\.text) == ["One.", "Two."], "\(separator.debugDescription)")
    }
  }

  @Test func evidentChaptersAreSeenInAnyPieces() {
    let lines = ["Chapter 1", "CHAPTER IV.", "Kapitel Zwei", "第三章 雪", "Глава 2", "Epilogue", "Chapter 7: The End"]
    let text = "Front.\n\n" + lines.map { $0 + "\n\nIt was so.\n\n" }.joined()
    for pieces in [1, 3, 1000] {
      let found = Self.paragraphs(text, pieces: pieces).filter(\.isChapter)
      #expect(found.map(\.text) == lines && found.allSatisfy(\.isHeading))
    }
    let others =
      "Chapter and verse\n\nNo chapter\n\nChapter 1\nChapter 2\n\nPreface it was not, said he, and he said so at length, in a chapter.\n\nx"
    #expect(Self.paragraphs(others).filter(\.isChapter) == [])
  }

  @Test func shortLinesAreTheirOwnParagraphs() {
    #expect(
      Self.paragraphs("Roses are red,\nviolets are blue,\r\nsugar is sweet").map(\.text)
        == ["Roses are red,", "violets are blue,", "sugar is sweet"])
  }

  @Test func aShortLineIsDecidedAtItsEnd() {
    var splitter = ParagraphSplitter()
    var ends: [Bool] = []
    func write(_ text: String) {
      splitter.split(Array(text.utf8)[...]) { part in if case .end(let isHeading, _) = part { ends.append(isHeading) } }
    }
    write("Roses are red.\n")
    #expect(ends == [false])
    write("violets are blue\r\n")
    #expect(ends == [false, false])
    write("\nA heading\n")
    #expect(ends == [false, false], "what follows decides whether it is one")
    write("\nAnd a line that is long enough to be one of several.\n")
    #expect(ends == [false, false, true], "a wrapped one may follow")
    write("It is.\n")
    #expect(ends == [false, false, true, false])
  }

  @Test func longLinesAreTheirOwnParagraphs() {
    let long = String(repeating: "This line is no wrapped one. ", count: 6) + "End."
    #expect(Self.paragraphs(long + "\n" + long + "\nShort.").map(\.text) == [long, long, "Short."])
  }

  @Test func itemsOfAListAreTheirOwnParagraphs() {
    let item = "item that is long enough to look as if it were wrapped"
    for (first, second) in [("- ", "- "), ("* ", "* "), ("1. ", "2. "), ("9) ", "10) "), ("• ", "• ")] {
      #expect(
        Self.paragraphs(first + item + "\n" + second + item).map(\.text) == [first + item, second + item])
    }
  }

  @Test func anIndentedLineBeginsAParagraph() {
    let line = "A line that is long enough to look as if it were wrapped."
    #expect(Self.paragraphs("   \(line)\n\(line)\n   \(line)").map(\.text) == ["\(line) \(line)", line])
  }

  @Test func aShortLineBetweenBlankOnesIsAHeading() {
    #expect(
      Self.paragraphs("Chapter 1\n\nIt was so.\n\nChapter 2\nIt began.\n\nThe end")
        == [
          Paragraph(text: "Chapter 1", isHeading: true, isChapter: true), Paragraph(text: "It was so."),
          Paragraph(text: "Chapter 2"),
          Paragraph(text: "It began."), Paragraph(text: "The end"),
        ])
  }

  @Test func nothingHasNoParagraphs() {
    for text in ["", "\n", "\r\n\r\n", "   \n \t \n", " "] { #expect(Self.paragraphs(text).isEmpty) }
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func paragraphsAreTheSameInAnyPieces(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let bits = [
      "a", " ", "\n", "\r\n", "\n\n", "\t", "\u{C}", "- ", "1. ", "ü", "😀", ".", "word ",
      String(repeating: "long ", count: 10),
      String(repeating: "longer ", count: 20),
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 1...25, using: &generator)).map { _ in bits.randomElement(using: &generator)! }
        .joined()
      let whole = Self.paragraphs(text)
      #expect(Self.paragraphs(text, pieces: Int.random(in: 1...9, using: &generator)) == whole)
    }
  }
}

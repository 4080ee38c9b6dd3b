import AloudAPI
import Testing

@testable import aloud

/// A text as `ListSentences` gives it: sentences end with `|`, blocks with a line end; `# ` begins a heading, `* ` an
/// item, `` ` `` code.
func sentences(_ source: String) -> [SentenceEntry] {
  var entries: [SentenceEntry] = []
  var place = 0
  for line in source.split(separator: "\n") {
    let marks = ["# ": "heading", "* ": "list-item", "> ": "quote", "` ": "code"]
    let mark = marks.first { line.hasPrefix($0.key) }
    let parts = line.dropFirst(mark == nil ? 0 : 2).split(separator: "|")
    for (number, part) in parts.enumerated() {
      // The space around it stands between this one and its neighbours.
      let start = part.drop { $0 == " " }
      let text = String(start.reversed().drop { $0 == " " }.reversed()).replacing("\\", with: "\n")
      let after = start.count - text.count
      place += part.count - start.count
      func span(_ length: Int) -> TextSpan { TextSpan(start: UInt32(place), length: UInt32(length)) }
      let range = TextRange(
        scalars: span(text.unicodeScalars.count), utf8: span(text.utf8.count), utf16: span(text.utf16.count))
      entries.append(
        SentenceEntry(
          index: UInt32(entries.count), range: range, text: text, block: mark?.value ?? "paragraph",
          endsBlock: number == parts.count - 1))
      place += text.utf8.count + after
    }
    place += 2
  }
  return entries
}

@Suite(.timeLimit(.minutes(1)))
struct PageLayoutTests {
  /// The text of each row, page by page.
  private func pages(_ source: String, width: Int, height: Int) -> [[String]] {
    let layout = PageLayout(sentences(source), width: width, height: height)
    let view = PageView(columns: 100, rows: height + 3, paint: Paint(colors: .none))
    return layout.pages.map { page in
      // Without the title, where there is one, and the status.
      let rows = view.screen(title: "", page: page, of: layout, light: PageView.Light(), status: "").dropLast()
      return rows.drop(while: \.isEmpty).map { row in
        String(row.dropFirst()).replacing("\u{1B}[1m", with: "").replacing("\u{1B}[m", with: "")
      }
    }
  }

  @Test(
    arguments: [
      ("One two three. |Four five.", 9, 5, [["One two", "three.", "Four", "five."]]),
      // A page holds its rows and no more; the rest of the paragraph is on the next.
      ("One two three. |Four five.", 9, 3, [["One two", "three.", "Four"], ["five."]]),
      // Blocks are apart, and no page begins with an empty row.
      ("One.\nTwo.\nThree.", 9, 3, [["One.", "", "Two."], ["Three."]]),
      ("One.\nTwo.\nThree.", 9, 4, [["One.", "", "Two."], ["Three."]]),
      // Items of a list are not.
      ("* One.\n* Two.\nThree.", 9, 5, [["One.", "Two.", "", "Three."]]),
      // A heading goes with what follows.
      ("One.\n# Two\nThree.", 9, 3, [["One."], ["Two", "", "Three."]]),
      ("# One\n# Two\n# Three", 9, 1, [["One"], ["Two"], ["Three"]]),
      // What is longer than a row is cut.
      ("abcdefghijkl m", 5, 9, [["abcde", "fghij", "kl m"]]),
      ("well-known words", 7, 9, [["well-", "known", "words"]]),
      // East Asian text has no spaces; no row begins with what closes.
      ("春が来た。|夏も来る。", 6, 9, [["春が来", "た。夏", "も来", "る。"]]),
      ("「春」が来た", 6, 9, [["「春」", "が来た"]]),
      // Line ends count in code only.
      ("One\\two\\three.", 20, 9, [["One two three."]]), ("` One\\two", 20, 9, [["  One", "  two"]]),
      ("> Far away from here.", 20, 9, [["  Far away from", "  here."]]),
    ] as [(String, Int, Int, [[String]])])
  func wordsFillRowsAndRowsPages(source: String, width: Int, height: Int, expected: [[String]]) {
    let found = pages(source, width: width, height: height).map { page in
      Array(page.reversed().drop(while: \.isEmpty).reversed())
    }
    #expect(found == expected)
  }

  @Test(arguments: 1...40)
  func noRowIsTooWideNoPageTooLongAndNothingIsLost(width: Int) {
    let source = """
      # A tale of 東京 and 京都
      It was a wide, wide world. |So wide! |東京は春です。|「京都」も春です。|And an incomprehensibilities-laden word.
      * First item. |Second sentence.
      * नमस्ते दुनिया
      > Quoted עברית שלום עולם text.
      """
    let all = sentences(source)
    for height in [1, 2, 3, 7, 30] {
      let layout = PageLayout(all, width: width, height: height)
      var shown = ""
      for page in layout.pages {
        #expect((1...height).contains(page.lines.count))
        #expect(page.lines.first?.isBlank == false && page.lines.last?.isBlank == false)
        for line in page.lines {
          var cells = line.indent
          for segment in line.segments {
            let bytes = Array(all[segment.sentence].text.utf8)[segment.utf8]
            let text = String(decoding: bytes, as: UTF8.self)
            cells += TextWidth.cells(text) + (segment.isSpaced ? 1 : 0)
            shown += text
          }
          // A wide character does not fit into one cell, whatever is done.
          #expect(cells <= max(width, 2))
        }
      }
      func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
      #expect(letters(shown) == letters(all.map(\.text).joined()))
      #expect(zip(layout.pages, layout.pages.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound })
    }
  }

  @Test func everyPlaceHasItsPage_S3_19() {
    let layout = PageLayout(sentences("One two three. |Four five.\nSix seven."), width: 9, height: 2)
    #expect(layout.pages.map(\.range) == [0..<14, 15..<25, 27..<37])
    #expect((0..<60).map { layout.page(of: $0) } == (0..<60).map { $0 < 15 ? 0 : $0 < 27 ? 1 : 2 })
  }

  @Test func anEmptyTextHasNoPage() {
    #expect(PageLayout([], width: 10, height: 10).pages.isEmpty)
  }
}

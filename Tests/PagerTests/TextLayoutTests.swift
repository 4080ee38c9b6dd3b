import AloudAPI
import CommandOutput
import Testing

@testable import Pager

/// A text in the form of `ListSentences`: sentences end with `|`, blocks with a line end; `# ` begins a heading, `* `
/// an item, `` ` `` code.
func sentences(_ source: String) -> [SentenceEntry] {
  var entries: [SentenceEntry] = []
  var place = 0
  for line in source.split(separator: "\n") {
    let marks = [
      "+7 ": "list-item", "+8 ": "list-item", "# ": "heading", "* ": "list-item", "> ": "quote", "` ": "code",
    ]
    let mark = marks.first { line.hasPrefix($0.key) }
    let parts = line.dropFirst(mark?.key.count ?? 0).split(separator: "|")
    for (number, part) in parts.enumerated() {
      // The space around the text belongs neither to this sentence nor to its neighbours.
      let start = part.drop { $0 == " " }
      let text = String(start.reversed().drop { $0 == " " }.reversed()).replacing("\\", with: "\n")
      let after = start.count - text.count
      place += part.count - start.count
      func span(_ length: Int) -> UnitSpan { UnitSpan(start: UInt32(place), length: UInt32(length)) }
      let range = TextRange(
        scalars: span(text.unicodeScalars.count), utf8: span(text.utf8.count), utf16: span(text.utf16.count))
      entries.append(
        SentenceEntry(
          index: UInt32(entries.count), range: range, text: text, block: mark?.value ?? "paragraph",
          endsBlock: number == parts.count - 1,
          ordinal: number == 0 && line.first == "+" ? UInt16(String(line.dropFirst().prefix(1))) : nil))
      place += text.utf8.count + after
    }
    place += 2
  }
  return entries
}

/// The rows of a table in the form of `ListSentences`: `A, B`, each with the places of its cells.
func tableSentences(_ table: [[String]]) -> [SentenceEntry] {
  var place = 0
  return table.enumerated().map { index, row in
    var text = ""
    var cells: [SentenceEntry.Cell] = []
    func range(_ start: Int, _ length: Int) -> TextRange {
      let span = UnitSpan(start: UInt32(start), length: UInt32(length))
      return TextRange(scalars: span, utf8: span, utf16: span)
    }
    for (column, cell) in row.enumerated() where !cell.isEmpty {
      if !text.isEmpty { text += ", " }
      cells.append(SentenceEntry.Cell(column: column, range: range(place + text.utf8.count, cell.utf8.count)))
      text += cell
    }
    defer { place += text.utf8.count + 2 }
    return SentenceEntry(
      index: UInt32(index), range: range(place, text.utf8.count), text: text, block: "table", endsBlock: true,
      cells: cells)
  }
}

@Suite(.timeLimit(.minutes(1)))
struct TextLayoutTests {
  /// The text of each row.
  private func rows(_ source: String, width: Int, spacing: Int = 1) -> [String] {
    let layout = TextLayout(sentences(source), width: width, spacing: spacing, bullet: "*")
    return layout.rows.map { row in
      let text = row.segments.map { segment in
        let bytes = Array(layout.sentences[segment.sentence].text.utf8)[segment.utf8]
        return (segment.isSpaced ? " " : "") + String(decoding: bytes, as: UTF8.self)
      }
      return row.isBlank ? "" : TextWidth.padded(row.mark, to: row.indent) + text.joined()
    }
  }

  @Test(
    arguments: [
      ("One two three. |Four five.", 9, ["One two", "three.", "Four", "five."]),
      // Blocks are separated; items of a list are not, and each has its bullet.
      ("One.\nTwo.", 9, ["One.", "", "Two."]),
      (
        "* One.\n* Two words and more of them.\nThree.", 20,
        ["* One.", "* Two words and more", "  of them.", "", "Three."]
      ),
      // An item with a bullet in its text gets no second one.
      ("* 1. One.\n* - Two.\n* a) Three.", 20, ["1. One.", "- Two.", "a) Three."]),
      // A numbered item has its number and a hanging indent.
      ("+7 One two three four.\n+8 Two.", 20, ["7. One two three", "   four.", "8. Two."]),
      // Without room there is no bullet.
      ("* One.", 9, ["One."]),
      // A word that is longer than a row is cut.
      ("abcdefghijkl m", 5, ["abcde", "fghij", "kl m"]), ("well-known words", 7, ["well-", "known", "words"]),
      // East Asian text has no spaces; no row begins with closing punctuation.
      ("春が来た。|夏も来る。", 6, ["春が来", "た。夏", "も来", "る。"]), ("「春」が来た", 6, ["「春」", "が来た"]),
      ("あの人々", 6, ["あの", "人々"]), ("「あっ」と言った。", 8, ["「あっ」", "と言っ", "た。"]),
      ("他说：“你好！”", 9, ["他说：“你", "好！”"]), ("第50％と、100℃。", 8, ["第50％", "と、", "100℃。"]),
      // Numbers, abbreviations and units stay whole; a row does not end at a hyphen that is not shown.
      ("10\u{A0}km or so", 6, ["10\u{A0}km", "or so"]), ("see e.g.this", 9, ["see", "e.g.this"]),
      ("one 3/4 -5", 5, ["one", "3/4", "-5"]), ("to co\u{AD}operate", 10, ["to", "co\u{AD}operate"]),
      ("one two—three", 9, ["one two—", "three"]),
      ("one two—three", 7, ["one", "two—", "three"]), ("and/or", 4, ["and/", "or"]),
      // Thai has spaces between sentences only, and is cut elsewhere.
      ("ภาษาไทย ดี", 8, ["ภาษาไทย", "ดี"]), ("ภาษาไทย", 4, ["ภาษา", "ไทย"]),
      // Line ends count in code only.
      ("One\\two\\three.", 20, ["One two three."]), ("` One\\two", 20, ["  One", "  two"]),
      ("> Far away from here.", 20, ["  Far away from", "  here."]),
    ] as [(String, Int, [String])])
  func wordsFillRows(source: String, width: Int, expected: [String]) {
    #expect(rows(source, width: width) == expected)
  }

  @Test func spacingLeavesRowsEmptyAndBlocksApart() {
    #expect(rows("One two three.\nFour.", width: 9, spacing: 2) == ["One two", "", "three.", "", "Four."])
    #expect(rows("One two three.", width: 9, spacing: 3) == ["One two", "", "", "three."])
  }

  @Test(arguments: 1...40)
  func noRowIsTooWideAndNothingIsLost(width: Int) {
    let source = """
      # A tale of 東京 and 京都
      It was a wide, wide world. |So wide! |東京は春です。|「京都」も春です。|And an incomprehensibilities-laden word.
      * First item. |Second sentence.
      * नमस्ते दुनिया
      > Quoted עברית שלום עולם text.
      """
    let all = sentences(source)
    let layout = TextLayout(all, width: width)
    var shown = ""
    for row in layout.rows {
      var cells = row.indent
      for segment in row.segments {
        let bytes = Array(all[segment.sentence].text.utf8)[segment.utf8]
        let text = String(decoding: bytes, as: UTF8.self)
        cells += TextWidth.cells(text) + (segment.isSpaced ? 1 : 0)
        shown += text
      }
      // A wide character never fits into one cell.
      #expect(cells <= max(width, 2))
      #expect(row.isBlank || row.cells == cells)
    }
    func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    #expect(letters(shown) == letters(all.map(\.text).joined()))
  }

  @Test func everyPlaceHasItsRow_S3_19() {
    // Rows: One two / three. / (empty) / Six.
    let layout = TextLayout(sentences("One two three.\nSix."), width: 9)
    #expect((0..<30).map { layout.row(of: $0) } == (0..<30).map { $0 < 8 ? 0 : $0 < 16 ? 1 : 3 })
    #expect(layout.rows(of: 0..<14) == 0..<2 && layout.rows(of: 16..<20) == 3..<4)
    #expect((0...4).map { layout.place(ofRow: $0) } == [0, 8, 16, 16, nil])
  }

  @Test func theSentenceThatIsHeardStandsAThirdBelowTheTopAndWhole_S3_19() {
    let text = sentences((0..<40).map { "Row \($0)." }.joined(separator: "|"))
    let layout = TextLayout(text, width: 8)
    #expect(layout.rows.count == 40)
    func top(_ first: Int, _ last: Int, word: Int? = nil, height: Int = 12) -> Int {
      let start = layout.place(ofRow: first)!
      let word = word.map { layout.place(ofRow: $0)! }
      return layout.top(
        sentence: start..<layout.place(ofRow: last)! + 4, word: word.map { $0..<$0 + 1 }, height: height)
    }
    #expect(top(0, 0) == 0 && top(4, 4) == 0 && top(5, 5) == 1 && top(20, 21) == 16)
    // The end of the text stays in the window.
    #expect(top(39, 39) == 28)
    // A sentence whose end would be hidden moves up; one that is too long moves with its word.
    #expect(top(20, 29) == 18)
    #expect(top(10, 29, word: 10) == 10 && top(10, 29, word: 20) == 16 && top(10, 29, word: 29) == 18)
    for first in 0..<40 {
      for last in first..<min(40, first + 12) {
        let top = top(first, last)
        #expect(top <= first && last < top + 12)
      }
      for word in first..<40 { #expect((top(first, 39, word: word)..<top(first, 39, word: word) + 12).contains(word)) }
      #expect(top(first, first, height: 1) == first)
    }
    #expect(layout.top(sentence: nil, word: nil, height: 5) == 0)
  }

  @Test(arguments: 1...60) func aTableIsWholeAndNoRowOfItIsTooWide(width: Int) {
    let table = [
      ["Fruit", "Price in euros", "Remarks"], ["Apple", "1.20", "Sold by the kilogram, in the hall. Very sweet."],
      ["東京", "", "Nothing."], ["Only one"], ["a", "b", "c", "d"],
    ]
    let sentences = tableSentences(table)
    let layout = TextLayout(sentences, width: width)
    var shown: [Int: String] = [:]
    for (number, row) in layout.rows.enumerated() {
      #expect(row.cells <= max(width, 2))
      for column in Set(row.segments.map(\.column)) where !row.columns.isEmpty {
        let text = row.segments.filter { $0.column == column }.map { segment in
          let bytes = Array(layout.sentences[segment.sentence].text.utf8)[segment.utf8]
          return (segment.isSpaced ? " " : "") + String(decoding: bytes, as: UTF8.self)
        }
        #expect(TextWidth.cells(text.joined()) <= max(2, row.columns[column]))
      }
      for segment in row.segments {
        let place = layout.place(segment)
        shown[segment.sentence, default: ""] += String(
          decoding: Array(sentences[segment.sentence].text.utf8)[segment.utf8], as: UTF8.self)
        // Every place is found in its row.
        #expect(layout.row(of: place.lowerBound) == number && layout.row(of: place.upperBound - 1) == number)
      }
    }
    let letters = { (text: String) in text.filter { !$0.isWhitespace && $0 != "," }.sorted() }
    for (index, row) in table.enumerated() { #expect(letters(shown[index] ?? "") == letters(row.joined())) }
    // All rows of a sentence count, regardless of its longest cell.
    for sentence in sentences {
      let rows = layout.rows(of: sentence.range.utf8.range)
      let all = layout.rows.indices.filter { layout.rows[$0].segments.contains { $0.sentence == Int(sentence.index) } }
      #expect(rows == (all.first ?? 0)..<(all.last ?? 0) + 1)
    }
  }

  @Test func narrowColumnsLeaveTheirRoomToTheOthers() {
    #expect(TableSetter.widths([5, 5, 5], room: 40) == [5, 5, 5])
    #expect(TableSetter.widths([5, 100, 30], room: 45) == [5, 20, 20])
    #expect(TableSetter.widths([100, 100], room: 21) == [10, 11])
  }

  @Test func paragraphsOfCellsStandBesideOneAnother() {
    // The sentences of a reader for a row whose cells consist of paragraphs.
    var sentences = tableSentences([["A"], ["B"], ["", "C"], ["D"], ["", "E"]])
    for index in sentences.indices { sentences[index].text = String(sentences[index].text.suffix(1)) }
    let rows = TextLayout(sentences, width: 20).rows.filter { !$0.isRule }
    #expect(rows.map { $0.segments.map(\.sentence) } == [[0, 2], [1], [3, 4]])
  }

  @Test func anEmptyTextHasNoRow() {
    let layout = TextLayout([], width: 10)
    #expect(layout.rows.isEmpty && layout.row(of: 5) == 0 && layout.top(sentence: 0..<5, word: nil, height: 3) == 0)
  }

  @Test func theFirstLetterDecidesTheDirection() {
    let layout = TextLayout(sentences("שלום world.\nHello שלום.\n12. (שלום)\n…"), width: 40)
    #expect(layout.rows.filter { !$0.isBlank }.map(\.isRightToLeft) == [true, false, true, false])
  }
}

import DesktopSupport
import DocumentSupport
import Documents
import PDFReading
import Testing
import Vocabulary

private typealias Line = PDFWriter.Line

/// PDF documents, which consist of positioned text, and the text that is read from them.
@Suite(.timeLimit(.minutes(1)))
struct PDFTests {
  private func read(_ document: PDFWriter) throws(Trouble) -> [DocumentPart] { try read(document.bytes) }

  private func read(_ bytes: [UInt8]) throws(Trouble) -> [DocumentPart] {
    var parts: [DocumentPart] = []
    try PDFReader.read(bytes) { parts.append($0) }
    return parts
  }

  private func outline(_ parts: [DocumentPart]) -> [String] {
    parts.compactMap { part in
      switch part {
      case .description, .cover: nil
      case .chapter(let chapter): "# \(chapter.level) \(chapter.number) \(chapter.title)"
      case .failed(let error): "! \(error.code)"
      case .block(let block): "\(block.kind): \(String(decoding: block.text, as: UTF8.self))"
      }
    }
  }

  private func code(_ bytes: [UInt8]) -> TroubleCode? {
    do throws(Trouble) {
      _ = try read(bytes)
      return nil
    } catch {
      return error.code
    }
  }

  /// Lines of about the same length, as in a paragraph.
  private static let lines = [
    "It was the best of times, it was the worst of times, it was the age",
    "of wisdom, it was the age of foolishness, it was the epoch of belief",
    "and it was the epoch of incredulity, and it was the season of light.",
  ]
  private static let paragraph = lines.joined(separator: " ")

  // MARK: Text

  @Test func linesBecomeParagraphs() throws {
    let more = PDFWriter.column(["Another one."], top: 150)
    let document = PDFWriter([PDFWriter.column(Self.lines) + more])
    #expect(try outline(read(document)) == ["# 0  ", "paragraph: \(Self.paragraph)", "paragraph: Another one."])
  }

  @Test func aParagraphBeginsWhereItsFirstLineIsSetIn() throws {
    var lines = PDFWriter.column(Self.lines + Self.lines)
    lines[0].left += 15
    lines[3].left += 15
    #expect(
      try outline(read(PDFWriter([lines]))).dropFirst() == [
        "paragraph: \(Self.paragraph)", "paragraph: \(Self.paragraph)",
      ])
  }

  @Test func hyphensThatOnlyBreakALineAreUndone() throws {
    let lines = [
      "Many words stand in a well-known book, and some of them are bro-",
      "ken at the end of a line; that is what is undone here, but a well-",
      "known word and a name such as Anne-", "Marie keep what is their own, as 1914-", "1918 does, too.",
    ]
    let text = try outline(read(PDFWriter([PDFWriter.column(lines)]))).last
    #expect(
      text == """
        paragraph: Many words stand in a well-known book, and some of them are broken at the end of a line; \
        that is what is undone here, but a well-known word and a name such as Anne-Marie keep what is their own, \
        as 1914-1918 does, too.
        """)
  }

  @Test func columnsAreReadOneAfterTheOther() throws {
    let left = (0..<12).map { "left column line \($0) goes on" }
    let right = (0..<12).map { "right column line \($0) goes on" }
    // Drawn in the worst order: line by line across the columns.
    let (one, other) = (PDFWriter.column(left, left: 72), PDFWriter.column(right, left: 330))
    let lines = zip(one, other).flatMap { [$0, $1] }
    let text = try outline(read(PDFWriter([lines]))).dropFirst().joined(separator: " ")
    let words = text.replacing("paragraph: ", with: "")
    #expect(words == (left + right).joined(separator: " "))
  }

  @Test func headsFeetAndNumbersOfPagesAreLeftOut() throws {
    let pages = (0..<6).map { index in
      [
        Line(index % 2 == 0 ? "THE RUNNING TITLE" : "Chapter the First", baseline: 40, size: 9),
        Line("\(index + 11)", left: 300, baseline: 760, size: 9),
      ] + PDFWriter.column(["Page number \(index) says this sentence."])
    }
    let document = PDFWriter(pages)
    #expect(
      try outline(read(document)).dropFirst() == (0..<6).map { "paragraph: Page number \($0) says this sentence." }[...]
    )
  }

  @Test func pagesThatAreTheSameAreReadAllTheSame() throws {
    let pages = [[Line]](repeating: PDFWriter.column(Self.lines), count: 3)
    #expect(
      try outline(read(PDFWriter(pages))).dropFirst()
        == [String](repeating: "paragraph: \(Self.paragraph)", count: 3)[...])
  }

  @Test func aSentenceGoesOnOverAPageAndThePageIsMarked() throws {
    var document = PDFWriter([
      PDFWriter.column(Self.lines.dropLast() + ["and it was the epoch of incredulity, and it was the season of"]),
      PDFWriter.column(["light and of many other things."]),
    ])
    document.catalog = "/PageLabels << /Nums [0 << /S /r /St 4 >> 1 << /S /D >>] >>"
    let blocks = try read(document).compactMap { if case .block(let block) = $0 { block } else { nil } }
    #expect(blocks.count == 1)
    let text = String(decoding: blocks[0].text, as: UTF8.self)
    #expect(text.hasSuffix("the season of light and of many other things."))
    let offset = text.utf8.count - "light and of many other things.".utf8.count
    #expect(blocks[0].pages == [.init(label: "iv", offset: 0), .init(label: "1", offset: offset)])
  }

  @Test func leadersAndRulesAreNoText() throws {
    let lines = PDFWriter.column([
      "One . . . . . . . . . . . 12", "____________", "Name ..............", "*", "Wait... what",
    ])
    #expect(
      try outline(
        read(
          PDFWriter([
            lines.enumerated().map { index, line in
              var line = line
              line.baseline += Double(index) * 20
              return line
            }
          ]))
      ).dropFirst() == ["paragraph: One 12", "paragraph: Name", "paragraph: Wait... what"])
  }

  @Test func aTitleIsWhatStandsFirstAndLarge() throws {
    let page = [Line("A Study of Things", baseline: 90, size: 16)] + PDFWriter.column(Self.lines, top: 130)
    var document = PDFWriter([page])
    for (said, title) in [
      ("", "A Study of Things"), ("/Title (Microsoft Word - x.doc)", "A Study of Things"), ("/Title (Said)", "Said"),
    ] {
      document.information = said
      #expect(try read(document).first == .description(DocumentDescription(title: title)))
    }
  }

  @Test func largeLettersBeginChaptersWhereThereIsNoOutline() throws {
    let chapter = { (title: String) in
      [Line(title, baseline: 90, size: 18)]
        + PDFWriter.column([[String]](repeating: Self.lines, count: 12).flatMap { $0 }, top: 130)
    }
    let cover = [Line("The Book", baseline: 200, size: 30), Line("A Tale", baseline: 300, size: 20)]
    let parts = try read(PDFWriter([cover, chapter("One"), chapter("Two"), chapter("Three")]))
    #expect(outline(parts).filter { $0.hasPrefix("#") } == ["# 0  The Book", "# 0  Two", "# 0  Three"])
  }

  @Test func headingsItemsAndProgramsAreTold() throws {
    let lines =
      [Line("The Heading", baseline: 80, size: 18)] + PDFWriter.column(Self.lines, top: 120)
      + [Line("A bold line", baseline: 175, font: .bold)] + PDFWriter.column(["1. First", "2. Second"], top: 200)
      + PDFWriter.column(["let x = 1", "print(x)"], top: 240, font: .fixed) + PDFWriter.column(Self.lines, top: 280)
    #expect(
      try outline(read(PDFWriter([lines]))) == [
        "# 0  The Heading", "heading: The Heading", "paragraph: \(Self.paragraph)", "heading: A bold line",
        "listItem: 1. First", "listItem: 2. Second", "code: let x = 1\nprint(x)", "paragraph: \(Self.paragraph)",
      ])
  }

  @Test func notesAtTheFootOfAPageAreTold() throws {
    let notes = PDFWriter.column(["1 The note says more than", "the text does."], top: 700, size: 7)
    let document = PDFWriter([PDFWriter.column(Self.lines) + notes])
    #expect(try outline(read(document)).last == "footnote: 1 The note says more than the text does.")
  }

  // MARK: Metadata

  @Test func theOutlineMakesChapters_S3_22() throws {
    var document = PDFWriter([
      PDFWriter.column(["Before everything."]),
      [Line("One", baseline: 90, size: 14)] + PDFWriter.column(["First text."], top: 110)
        + [Line("1.1 Inside of one", baseline: 200, size: 12)] + PDFWriter.column(["Second text."], top: 220),
      PDFWriter.column(["Third text."]),
    ])
    document.outline = [
      .init("Part", page: 1), .init("One", level: 1, page: 1, top: 75),
      .init("Inside of one", level: 2, page: 1, top: 185),
      .init("Last", page: 2),
    ]
    document.information = "/Title (A Title) /Author (A. Uthor; B. Other) /CreationDate (D:20200102030405Z)"
    let parts = try read(document)
    #expect(
      outline(parts) == [
        "# 0  ", "paragraph: Before everything.", "# 1 1.1 Part · One", "heading: One", "paragraph: First text.",
        "# 2 1.1.1 Inside of one", "heading: 1.1 Inside of one", "paragraph: Second text.", "# 0 2 Last",
        "paragraph: Third text.",
      ])
    #expect(
      parts.first
        == .description(DocumentDescription(title: "A Title", authors: ["A. Uthor", "B. Other"], date: "2020-01-02")))
  }

  /// `MÜ` in the format's strings for characters beyond Latin, and in the XML beside them.
  @Test func titleAndAuthorMayBeUTF16OrStandInXML() throws {
    var document = PDFWriter([PDFWriter.column(Self.lines)])
    document.information = "/Title <FEFF004D00DC> /Author <FEFF00C400DC>"
    #expect(try read(document).first == .description(DocumentDescription(title: "MÜ", authors: ["ÄÜ"])))
    document.information = "/Title (Microsoft Word - x.doc)"
    document.metadata = """
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Said &amp; Done</rdf:li></rdf:Alt></dc:title>
      <dc:creator><rdf:Seq><rdf:li>A. One</rdf:li><rdf:li>B. Two</rdf:li></rdf:Seq></dc:creator>
      """
    #expect(
      try read(document).first
        == .description(DocumentDescription(title: "Said & Done", authors: ["A. One", "B. Two"])))
  }

  // MARK: Bad input

  @Test func lockedDocumentsAreSaidToBe() {
    var document = PDFWriter([PDFWriter.column(Self.lines)])
    document.isLocked = true
    #expect(code(document.bytes) == .encrypted)
  }

  @Test func aPDFWithoutTextIsNamedSo() {
    #expect(code(PDFWriter([[], []]).bytes) == .empty)
    #expect(code(Array("%PDF-1.4\n".utf8)) == .damaged && code([]) == .damaged)
    #expect(code([UInt8](repeating: 0, count: 100_000)) == .damaged)
  }

  @Test func aCutDocumentIsReadSoFarOrRefused() {
    let bytes = PDFWriter((0..<20).map { _ in PDFWriter.column(Self.lines) }).bytes
    // The objects of a document are found even if the offset of the cross-reference table is lost.
    #expect(code(Array(bytes.dropLast(6))) == nil)
    for length in [10, 100, bytes.count / 2] {
      let code = code(Array(bytes[..<length]))
      #expect([nil, .damaged, .empty].contains(code))
    }
  }

  @Test func anOutlineThatGoesInACircleEnds() throws {
    var document = PDFWriter([PDFWriter.column(Self.lines)])
    document.outline = [.init("A", page: 0), .init("B", page: 0)]
    // The second entry's next one is the first, which is also its own child.
    let text = String(decoding: document.bytes, as: UTF8.self)
    let circle = text.replacing("/Title (B) /Dest", with: "/Title (B) /Next 11 0 R /First 11 0 R /Dest")
    #expect(code(Array(circle.utf8)) == nil)
  }

  @Test func ofAnOutlineNoMoreIsReadThanThereAreChapters() throws {
    var document = PDFWriter([PDFWriter.column(Self.lines)])
    document.outline = (0..<11_000).map { .init("\($0)", page: 0) }
    // The last entry that is read; all lead to the same place.
    #expect(try outline(read(document)).first == "# 0 10000 9999")
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func randomDamageEnds(seed: UInt64) {
    var document = PDFWriter((0..<3).map { _ in PDFWriter.column(Self.lines) })
    document.outline = [.init("A", page: 0), .init("B", level: 1, page: 1)]
    let whole = document.bytes
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...10, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = code(bytes)
    }
  }
}

import DesktopSupport
import DocumentReading
import DocumentSupport
import Documents
import Speech
import Testing
import Vocabulary

/// Documents of LibreOffice and Word.
@Suite(.timeLimit(.minutes(1)))
struct OfficeTests {
  private static let styles = """
    <style:default-style style:family="paragraph"><style:text-properties fo:language="en" fo:country="GB"
    style:language-asian="ja" style:country-asian="JP" style:language-complex="ar"/></style:default-style>
    <style:style style:name="Title" style:family="paragraph"/>
    <style:style style:name="Quotations" style:family="paragraph"/>
    """

  @Test func anOpenDocumentTextHasItsStructure() throws {
    let archive = OfficeDocument.openDocument(
      """
      <text:sequence-decls><text:sequence-decl text:name="x"/></text:sequence-decls>
      <text:p text:style-name="P1">My <text:span>Book</text:span></text:p>
      <text:h text:outline-level="1">One</text:h>
      <text:p>Text<text:s text:c="3"/>with a note<text:note><text:note-citation>1</text:note-citation>
      <text:note-body><text:p>The note.</text:p></text:note-body></text:note>, and<text:line-break/>more.</text:p>
      <text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list>
      <text:p text:style-name="Quotations">Said.</text:p>
      <table:table><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell>
      <table:table-cell><text:p>1</text:p></table:table-cell></table:table-row></table:table>
      <text:p><draw:frame><draw:image/><svg:title>Cat</svg:title><svg:desc>It sits</svg:desc></draw:frame></text:p>
      <text:h text:outline-level="1">Two</text:h><text:h text:outline-level="2">Below</text:h>
      <text:p text:style-name="P2">Das ist Deutsch.</text:p><text:p>これは日本語です。</text:p>
      """,
      automatic: """
        <style:style style:name="P1" style:parent-style-name="Title"/>
        <style:style style:name="P2"><style:text-properties fo:language="de" fo:country="DE"/></style:style>
        """, styles: Self.styles,
      meta: """
        <meta:initial-creator>Ann Author</meta:initial-creator><dc:creator>Ed Itor</dc:creator>
        <meta:creation-date>2020-01-02</meta:creation-date>
        """)
    let parts = try read(archive: archive.bytes)
    #expect(
      outline(parts) == [
        "# 0  My Book", "heading: My Book", "# 0  One", "heading: One", "paragraph: Text with a note, and\nmore.",
        "footnote: The note.", "listItem: Item", "quote: Said.", "table: A, 1", "figure: Cat. It sits", "# 0  Two",
        "heading: Two", "heading: Below", "paragraph: Das ist Deutsch.", "paragraph: これは日本語です。",
      ])
    #expect(
      description(parts)
        == DocumentDescription(title: "My Book", authors: ["Ann Author"], language: "en-GB", date: "2020-01-02"))
    #expect(languages(parts).suffix(2) == ["de-DE", "ja-JP"])
  }

  /// The number of each item, and the text.
  private func numbers(_ archive: ZIPWriter) throws -> [String] {
    try read(archive: archive.bytes).compactMap {
      guard case .block(let block) = $0, block.kind == .listItem else { return nil }
      return "\(block.ordinal) \(String(decoding: block.text, as: UTF8.self))"
    }
  }

  @Test func theItemsOfAnOpenDocumentTextHaveTheirNumbers() throws {
    func item(_ text: String, _ attributes: String = "", _ more: String = "") -> String {
      "<text:list-item \(attributes)><text:p>\(text)</text:p>\(more)</text:list-item>"
    }
    let inner = "<text:list>\(item("inner"))\(item("inner two"))</text:list>"
    let text = """
      <text:list text:style-name="N" xml:id="first">\(item("three", "", "<text:p>more</text:p>"))\(item("four", "", inner))
      \(item("nine", "text:start-value='9'"))<text:list-header><text:p>header</text:p></text:list-header></text:list>
      <text:list text:style-name="N" text:continue-numbering="true">\(item("ten"))</text:list>
      <text:list text:style-name="B">\(item("bullet"))</text:list><text:list text:style-name="?">\(item("?"))</text:list>
      <text:list text:style-name="N">\(item("again"))</text:list>
      <text:list text:style-name="N" text:continue-list="first">\(item("from the first"))</text:list>
      """
    let archive = OfficeDocument.openDocument(
      text,
      automatic: """
        <text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1"
        text:start-value="3"/><text:list-level-style-number text:level="2" style:num-format="a"/></text:list-style>
        <text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/>
        <text:list-level-style-number text:level="1" style:num-format=""/></text:list-style>
        """)
    #expect(
      try numbers(archive) == [
        "3 three", "0 more", "4 four", "1 inner", "2 inner two", "9 nine", "10 ten", "0 bullet", "0 ?", "3 again",
        "10 from the first",
      ])
  }

  @Test func theItemsOfAWordDocumentHaveTheirNumbers() throws {
    func item(_ text: String, _ list: Int, _ level: Int = 0) -> String {
      word(text, "<w:numPr><w:ilvl w:val='\(level)'/><w:numId w:val='\(list)'/></w:numPr>")
    }
    let body =
      item("five", 1) + item("six", 1) + item("a", 1, 1) + item("b", 1, 1) + item("seven", 1) + item("a again", 1, 1)
      + item("on with it", 2) + item("forty", 3) + item("bullet", 4) + item("unknown", 9)
      + word("by its style", "<w:pStyle w:val='Liste'/>")
    let archive = OfficeDocument.word(body, styles: Self.wordStyles)
    let numbering = """
      <w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="5"/>
      <w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/></w:lvl></w:abstractNum>
      <w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>
      <w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="40"/>
      </w:lvlOverride></w:num><w:num w:numId="4"><w:abstractNumId w:val="7"/></w:num></w:numbering>
      """
    #expect(
      try numbers(numbered(archive, numbering)) == [
        "5 five", "6 six", "1 a", "2 b", "7 seven", "1 a again", "8 on with it", "40 forty", "0 bullet", "0 unknown",
        "41 by its style",
      ])
  }

  /// A Word document with a part about its lists.
  private func numbered(_ archive: ZIPWriter, _ numbering: String) throws -> ZIPWriter {
    var archive = archive
    archive.parts.append(.init("word/numbering.xml", Array(numbering.utf8)))
    let index = try #require(archive.parts.firstIndex { $0.name == "word/_rels/document.xml.rels" })
    let relations = String(decoding: archive.parts[index].bytes, as: UTF8.self).replacing(
      "</Relationships>", with: "<Relationship Type='x/numbering' Target='numbering.xml'/></Relationships>")
    archive.parts[index] = .init("word/_rels/document.xml.rels", Array(relations.utf8))
    return archive
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "99999999999999999999999999", "10000"])
  func aListThatBeginsWithAnyNumberIsRead(first: String) throws {
    let item = "<w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr>"
    let archive = OfficeDocument.word(
      word("one", item) + word("two", item) + word("deep", "<w:outlineLvl w:val='-9223372036854775808'/>"),
      styles: Self.wordStyles)
    let numbering = """
      <w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="\(first)"/>
      <w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>
      """
    // No integer, no number: such a list begins with 1.
    let isInteger = Int(first) != nil
    #expect(try numbers(numbered(archive, numbering)) == (isInteger ? ["0 one", "0 two"] : ["1 one", "2 two"]))
  }

  @Test func aRowKnowsItsCells() throws {
    func cell(_ text: String) -> String { text.isEmpty ? "<w:tc/>" : "<w:tc>\(word(text))</w:tc>" }
    let row = "<w:tr>\(cell("Äpfel,"))\(cell(""))<w:tc>\(word("one"))\(word("two"))</w:tc>\(cell("x"))</w:tr>"
    #expect(try cells(read(archive: OfficeDocument.word("<w:tbl>\(row)</w:tbl>").bytes)) == ["0 Äpfel,|2 one, two|3 x"])
    let wide = String(repeating: cell("x"), count: 70)
    #expect(try cells(read(archive: OfficeDocument.word("<w:tbl><w:tr>\(wide)</w:tr></w:tbl>").bytes)) == [""])
  }

  @Test func deletedOrHiddenTextInOpenDocumentIsNotRead() throws {
    let archive = OfficeDocument.openDocument(
      """
      <text:tracked-changes><text:changed-region><text:deletion><text:p>Gone.</text:p></text:deletion>
      </text:changed-region></text:tracked-changes>
      <text:p>Kept<text:change text:change-id="c1"/><office:annotation><text:p>Remark</text:p></office:annotation>
      <text:span text:style-name="H">hidden</text:span> here.</text:p>
      <text:section text:display="none"><text:p>Hidden section.</text:p></text:section>
      <text:table-of-content><text:index-body><text:p>Chapter 1</text:p></text:index-body></text:table-of-content>
      """, automatic: "<style:style style:name=\"H\"><style:text-properties text:display=\"none\"/></style:style>")
    #expect(try outline(read(archive: archive.bytes)) == ["# 0  ", "paragraph: Kept here."])
  }

  @Test func aDocumentThatDoesNotSayItsTitleIsCalledByItsFirstHeading() throws {
    let paragraph = "<text:p>By A. Uthor, who wrote it.</text:p>"
    let heading = "<text:h text:outline-level='2'>The Title</text:h>"
    func title(_ text: String) throws -> String? {
      description(try read(archive: OfficeDocument.openDocument(text, styles: Self.styles).bytes))?.title
    }
    #expect(try title(paragraph + heading + paragraph) == "The Title")
    #expect(try title(paragraph) == "")
    #expect(try title(String(repeating: paragraph, count: 100) + heading) == "")
  }

  private static let wordStyles = """
    <w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr></w:rPrDefault></w:docDefaults>
    <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
    <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Eigene"><w:name w:val="Mine"/><w:basedOn w:val="berschrift1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Zitat"><w:name w:val="Quote"/></w:style>
    <w:style w:type="paragraph" w:styleId="Liste"><w:name w:val="List Bullet"/><w:pPr><w:numPr><w:numId w:val="1"/>
    </w:numPr></w:pPr></w:style><w:style w:type="paragraph" w:styleId="V1"><w:name w:val="toc 1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
    """

  private func word(_ text: String, _ properties: String = "") -> String {
    "<w:p><w:pPr>\(properties)</w:pPr><w:r><w:t>\(text)</w:t></w:r></w:p>"
  }

  @Test func aWordDocumentHasItsStructure() throws {
    let archive = OfficeDocument.word(
      word("Book", "<w:pStyle w:val='Titel'/>") + word("One", "<w:pStyle w:val='berschrift1'/>")
        + """
        <w:p><w:r><w:t xml:space="preserve">Text </w:t><w:tab/><w:t>with a note</w:t><w:footnoteReference w:id="2"/>
        <w:t>, and</w:t><w:br/><w:t>more</w:t><w:noBreakHyphen/><w:t>or less.</w:t></w:r></w:p>
        """ + word("Bullet", "<w:pStyle w:val='Liste'/>") + word("Item", "<w:numPr><w:numId w:val='3'/></w:numPr>")
        + word("No item", "<w:pStyle w:val='Liste'/><w:numPr><w:numId w:val='0'/></w:numPr>")
        + word("Said.", "<w:pStyle w:val='Zitat'/>") + """
          <w:tbl><w:tr><w:tc>\(word("A"))</w:tc><w:tc>\(word("1"))</w:tc></w:tr></w:tbl>
          <w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="A cat"/></wp:inline></w:drawing></w:r></w:p>
          """ + word("Two", "<w:pStyle w:val='Eigene'/>") + word("Three", "<w:outlineLvl w:val='0'/>")
        + "<w:p><w:r><w:rPr><w:lang w:val='de-DE'/></w:rPr><w:t>Deutsch.</w:t></w:r></w:p>" + word("中文。"),
      styles: Self.wordStyles,
      footnotes: """
        <w:footnote w:type="separator" w:id="0"><w:p><w:r><w:t>-</w:t></w:r></w:p></w:footnote>
        <w:footnote w:id="2">\(word("The note."))</w:footnote>
        """,
      properties: """
        <dc:title>Said Title</dc:title><dc:creator>A. One;B. Two</dc:creator>
        <dcterms:created>2021-03-04</dcterms:created>
        """)
    let parts = try read(archive: archive.bytes)
    #expect(
      outline(parts) == [
        "# 0  Said Title", "heading: Book", "# 0  One", "heading: One",
        "paragraph: Text with a note, and\nmore-or less.", "footnote: The note.", "listItem: Bullet", "listItem: Item",
        "paragraph: No item", "quote: Said.", "table: A, 1", "figure: A cat", "# 0  Two", "heading: Two", "# 0  Three",
        "heading: Three", "paragraph: Deutsch.", "paragraph: 中文。",
      ])
    #expect(
      description(parts)
        == DocumentDescription(
          title: "Said Title", authors: ["A. One", "B. Two"], language: "en-US", date: "2021-03-04"))
    #expect(languages(parts).suffix(2) == ["de-DE", "zh-CN"])
  }

  @Test func deletedOrHiddenTextInWordIsNotRead() throws {
    let archive = OfficeDocument.word(
      """
      <w:p><w:r><w:t>Kept</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>
      <w:ins><w:r><w:t xml:space="preserve"> new</w:t></w:r></w:ins>
      <w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>
      <w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t xml:space="preserve"> shown</w:t></w:r>
      <w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>
      <mc:AlternateContent><mc:Choice><w:r><w:t xml:space="preserve"> once</w:t></w:r></mc:Choice><mc:Fallback>
      <w:r><w:t>twice</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>
      <w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>
      <w:sdtContent>\(word("Contents"))</w:sdtContent></w:sdt>\(word("One 3", "<w:pStyle w:val='V1'/>"))
      """, styles: Self.wordStyles)
    #expect(try outline(read(archive: archive.bytes)) == ["# 0  ", "paragraph: Kept new shown once"])
  }

  @Test func languagesWithinAParagraphAreKept() throws {
    func run(_ text: String, _ language: String) -> String {
      "<w:r><w:rPr><w:lang w:val='\(language)'/></w:rPr><w:t xml:space='preserve'>\(text)</w:t></w:r>"
    }
    let archive = OfficeDocument.word(
      "<w:p>\(run("It was a long and tedious ", "en-GB"))\(run("Weltschmerz ", "de-DE"))\(run("indeed.", "en-GB"))</w:p>"
    )
    let blocks = try read(archive: archive.bytes).compactMap { if case .block(let block) = $0 { block } else { nil } }
    #expect(blocks.map(\.language) == ["en-GB"])
    let spans = blocks.flatMap { block in
      block.spans.map { "\($0.tag) \(String(decoding: block.text[$0.utf8], as: UTF8.self))" }
    }
    #expect(spans == ["de-DE Weltschmerz "])
  }

  @Test func aTableThatArrangesATextIsNoTable() throws {
    let long = String(repeating: "A sentence of the text. ", count: 20)
    let archive = OfficeDocument.word(
      "<w:tbl><w:tr><w:tc>\(word(long))\(word(long))</w:tc><w:tc>\(word("B"))</w:tc></w:tr></w:tbl>")
    let kinds = outline(try read(archive: archive.bytes)).dropFirst().map { $0.prefix { $0 != ":" } }
    #expect(kinds == ["paragraph", "paragraph", "paragraph"])
  }

  // MARK: Bad input

  @Test func aDocumentThatBreaksOffIsReadSoFar() throws {
    for (name, archive) in [
      ("content.xml", OfficeDocument.openDocument("<text:p>One.</text:p><text:p>Two.</text:p>")),
      ("word/document.xml", OfficeDocument.word(word("One.") + word("Two."))),
    ] {
      var archive = archive
      let index = archive.parts.firstIndex { $0.name == name }!
      let bytes = archive.parts[index].bytes
      let end = try #require(bytes.indices.first { bytes[$0...].starts(with: "Two".utf8) })
      archive.parts[index] = .init(name, Array(bytes[..<end]))
      #expect(try outline(read(archive: archive.bytes)) == ["# 0  ", "paragraph: One.", "! damaged"])
      archive.parts[index] = .init(name, [])
      #expect(code(archive.bytes) == .damaged)
      archive.parts.remove(at: index)
      #expect(code(archive.bytes) == .damaged)
    }
  }

  @Test func lockedAndForeignDocumentsAreNamed() {
    let manifest = ZIPWriter.Part(
      "META-INF/manifest.xml",
      Array(
        "<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
          .utf8))
    #expect(code(OfficeDocument.openDocument("<text:p>x</text:p>", extra: [manifest]).bytes) == .encrypted)
    #expect(code(OfficeDocument.openDocument("").bytes) == .empty && code(OfficeDocument.word("").bytes) == .empty)
    let sheet = ZIPWriter([.init("mimetype", Array("application/vnd.oasis.opendocument.spreadsheet".utf8))])
    do throws(Trouble) {
      _ = try read(archive: sheet.bytes)
      Issue.record("it was read")
    } catch {
      #expect(error.code == .unknownFormat && error.detail.contains("spreadsheet"))
    }
  }

  @Test func stylesThatStandInACircleEnd() throws {
    let circle =
      "<style:style style:name=\"A\" style:parent-style-name=\"B\"/><style:style style:name=\"B\" style:parent-style-name=\"A\"/>"
    let text = OfficeDocument.openDocument("<text:p text:style-name=\"A\">x</text:p>", automatic: circle)
    #expect(try outline(read(archive: text.bytes)).last == "paragraph: x")
    let styles =
      "<w:style w:styleId='A'><w:basedOn w:val='B'/></w:style><w:style w:styleId='B'><w:basedOn w:val='A'/></w:style>"
    #expect(
      try outline(read(archive: OfficeDocument.word(word("x", "<w:pStyle w:val='A'/>"), styles: styles).bytes)).last
        == "paragraph: x")
  }

  @Test func depthAndEntitiesAreBounded() throws {
    let deep = String(repeating: "<text:span>", count: 100_000) + "x"
    #expect(code(OfficeDocument.openDocument("<text:p>One.</text:p>\(deep)").bytes) == nil)
    var archive = OfficeDocument.word(word("One &b; two."))
    let index = archive.parts.firstIndex { $0.name == "word/document.xml" }!
    let bomb =
      "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c SYSTEM \"/etc/passwd\">]>"
    let text = String(decoding: archive.parts[index].bytes, as: UTF8.self)
    archive.parts[index] = .init(
      "word/document.xml", Array((text.replacing("<w:document", with: bomb + "<w:document", maxReplacements: 1)).utf8))
    #expect(!"\(try read(archive: archive.bytes))".contains("aaaa"))
  }

  @Test func aParagraphAndARowWithoutEndAreCut() throws {
    let long = String(repeating: "wörd ", count: 1_000_000)
    let cells = String(repeating: "<table:table-cell><text:p>x</text:p></table:table-cell>", count: 5000)
    let text = "<text:p>\(long)</text:p><table:table><table:table-row>\(cells)</table:table-row></table:table>"
    let parts = try read(archive: OfficeDocument.openDocument(text).bytes)
    let blocks = parts.compactMap { if case .block(let block) = $0 { block } else { nil } }
    #expect(blocks.allSatisfy { $0.text.count < 300 << 10 && String(validating: $0.text, as: UTF8.self) != nil })
    #expect(blocks.reduce(0) { $0 + $1.text.count } > 6_000_000 && blocks.count { $0.kind == .table } == 5)
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func randomDamageEnds(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for whole in [
      OfficeDocument.openDocument("<text:h>A</text:h><text:p>B</text:p>", styles: Self.styles).bytes,
      OfficeDocument.word(word("A") + word("B"), styles: Self.wordStyles).bytes,
    ] {
      for _ in 0..<200 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        _ = code(bytes)
      }
    }
  }

  private func languages(_ parts: [DocumentPart]) -> [String] {
    parts.compactMap { if case .block(let block) = $0 { block.language } else { nil } }
  }
}

import DesktopSupport
import DocumentReading
import DocumentSupport
import Documents
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(3)))
struct EPUBTests {
  @Test func contentsBecomeChaptersInAFlatOrderWithTheirNumbers_S3_22() throws {
    var book = Book([
      .init("a.xhtml", body: "<section id='one'><h1>I</h1><p>First.</p></section><p id='two'>Second.</p>"),
      .init("b.xhtml", body: "<p>Third.</p>"), .init("c.xhtml", body: "<p>Fourth.</p>"),
    ])
    book.contents = """
      <ol><li><a href='a.xhtml'>Part</a><ol><li><a href='a.xhtml#one'>One</a></li>
      <li><a href='a.xhtml#two'>Two</a></li></ol></li><li><span>No place</span></li><li><a href='c.xhtml'>Four</a></li></ol>
      """
    #expect(
      try outline(read(epub: book.bytes)) == [
        "# 1 1.1 Part · One", "heading: I", "paragraph: First.", "# 1 1.2 Two", "paragraph: Second.",
        "paragraph: Third.", "# 0 3 Four", "paragraph: Fourth.",
      ])
  }

  @Test func theContentsOfAnOldBookAreRead() throws {
    var book = Book([.init("a.xhtml", body: "<p>First.</p>"), .init("b.xhtml", body: "<p>Second.</p>")])
    book.ncx = """
      <navMap><navPoint><navLabel><text>One</text></navLabel><content src='a.xhtml'/>
      <navPoint><navLabel><text>One and a half</text></navLabel><content src='b.xhtml'/></navPoint></navPoint></navMap>
      <pageList><pageTarget><navLabel><text>iv</text></navLabel><content src='b.xhtml'/></pageTarget></pageList>
      """
    #expect(
      try outline(read(epub: book.bytes))
        == ["# 0 1 One", "paragraph: First.", "# 1 1.1 One and a half", "paragraph: Second."])
  }

  @Test func aBookWithoutContentsHasAChapterForEachPart() throws {
    let book = Book([.init("a.xhtml", body: "<h2>Start</h2><p>First.</p>"), .init("b.xhtml", body: "<p>Second.</p>")])
    #expect(
      try outline(read(epub: book.bytes))
        == ["# 0  Start", "heading: Start", "paragraph: First.", "# 0  b.xhtml", "paragraph: Second."])
  }

  @Test func theBookSaysWhatItIs_S3_22() throws {
    var book = Book([.init("a.xhtml", body: "<p>Text.</p>")])
    book.metadata = """
      <dc:title id="t2">Sub</dc:title><meta refines="#t2" property="title-type">subtitle</meta>
      <dc:title id="t1">The  Main\n Title</dc:title><meta refines="#t1" property="title-type">main</meta>
      <dc:creator id="c1">A. Uthor</dc:creator><dc:creator id="c2">P. Ainter</dc:creator>
      <meta refines="#c2" property="role">ill</meta><meta refines="#c1" property="role">aut</meta>
      <dc:language>pt-BR</dc:language><dc:date>1999-12-31</dc:date><dc:publisher>House &amp; Co</dc:publisher>
      <dc:identifier>other</dc:identifier><dc:identifier id="id">urn:uuid:7</dc:identifier>
      """
    book.manifest = "<item id='cov' href='c.jpg' properties='cover-image' media-type='image/png'/>"
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 100_000)
    book.extra = [.init("OEBPS/c.jpg", picture)]
    let parts = try read(epub: book.bytes)
    #expect(
      description(parts)
        == DocumentDescription(
          title: "The Main Title", authors: ["A. Uthor"], language: "pt-BR", identifier: "urn:uuid:7",
          date: "1999-12-31", publisher: "House & Co", cover: .jpeg))
    #expect(parts.contains(.cover(CoverImage(picture)!)))
  }

  @Test func aBookThatDoesNotSayItsTitleIsCalledByTheHeadingOnItsTitlePage() throws {
    let cover = Book.Part("cover.xhtml", body: "<img src='c.jpg' alt='Cover'/>")
    var book = Book([
      cover, .init("title.xhtml", body: "<h2>A. Uthor</h2><h1>The  Real Title</h1>"),
      .init("a.xhtml", body: "<h1>Chapter</h1><p>Text.</p>"),
    ])
    book.metadata = "<dc:title> </dc:title><dc:language>en</dc:language>"
    book.contents = "<ol><li><a href='cover.xhtml'>Cover</a></li><li><a href='a.xhtml'>Chapter</a></li></ol>"
    #expect(description(try read(epub: book.bytes))?.title == "The Real Title")
    book.parts = [cover, .init("broken.xhtml", body: "")]
    book.parts[1].content = "no markup"
    #expect(description(try read(epub: book.bytes))?.title == "")
  }

  @Test func aCoverThatIsNoPictureIsNotHandedOut() throws {
    for bytes in [Array("<svg/>".utf8), [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: CoverImage.maximumSize)] {
      var book = Book([.init("a.xhtml", body: "<p>Text.</p>")])
      book.manifest = "<item id='cover' href='c.jpg' media-type='image/jpeg'/>"
      book.extra = [.init("OEBPS/c.jpg", bytes)]
      #expect(description(try read(epub: book.bytes))?.cover == nil)
    }
  }

  @Test func blocksHaveTheirClassLanguageAndPages() throws {
    let body = """
      <p xml:lang="de">Ein <i>Satz</i>.</p><ul><li>Item</li></ul><blockquote><p>Quote</p></blockquote>
      <table><tr><th>A</th><td> 1 </td></tr></table><pre>x\n  y</pre><img alt="A cat"/>
      <p>Before<span epub:type="pagebreak" id="p9" title="9"/> after<a epub:type="noteref" href="#n">3</a>.</p>
      <div epub:type="pagebreak">10</div><aside epub:type="footnote"><p>Note</p></aside>
      <p>So&#173;ft&nbsp;end<br/>line<rt>x</rt></p><nav><a href="x">gone</a></nav><p hidden="">gone</p><script>gone</script>
      """
    let parts = try read(epub: Book([.init("a.xhtml", body: body, attributes: "xml:lang='en'")]).bytes)
    let blocks = parts.compactMap { if case .block(let block) = $0 { block } else { nil } }
    #expect(
      Array(outline(parts).dropFirst()) == [
        "paragraph: Ein Satz.", "listItem: Item", "quote: Quote", "table: A, 1", "code: x\ny", "figure: A cat",
        "paragraph: Before after.", "pageNumber: 10", "footnote: Note", "paragraph: Soft end\nline",
      ])
    #expect(blocks.map(\.language) == ["de"] + [String](repeating: "en", count: 9))
    #expect(blocks[6].pages == [Block.Page(label: "9", offset: 6)])
    #expect(blocks[7].pages.map(\.label) == ["10"])
  }

  // MARK: Bad input

  @Test func itemsOfNumberedListsKeepTheirNumbers() throws {
    let body = """
      <ol><li>One</li><li><p>Two</p><p>Two still</p><ul><li>Bullet</li></ul></li><li value="7">Seven</li>
      <li>Eight</li></ol><p>Text</p><ol start="3"><li><ol><li>Inner</li></ol></li><li>Four</li></ol>
      <ul><li>Bullet</li></ul><ol start="-5"><li>One</li></ol>
      """
    let parts = try read(epub: Book([.init("a.xhtml", body: body)]).bytes)
    let blocks = parts.compactMap { if case .block(let block) = $0 { block } else { nil } }
    #expect(
      blocks.map { "\($0.ordinal) \(String(decoding: $0.text, as: UTF8.self))" } == [
        "1 One", "2 Two", "0 Two still", "0 Bullet", "7 Seven", "8 Eight", "0 Text", "1 Inner", "4 Four", "0 Bullet",
        "1 One",
      ])
  }

  @Test func theRowsOfATableKnowTheirCells() throws {
    let body = """
      <table><caption>Fruit</caption><tr><th>Äpfel</th><td></td><td> 1 <b>2</b></td></tr>
      <tr><td colspan="2">Wide</td><td>Two. Three.</td></tr>
      <tr><td><p>A</p><p>B</p></td><td><p>C</p></td></tr>
      <tr><td>Out <table><tr><td>In</td><td>Side</td></tr></table> again</td><td>End</td></tr></table>
      """
    let parts = try read(epub: Book([.init("a.xhtml", body: body)]).bytes)
    #expect(
      cells(parts) == [
        "", "0 Äpfel|2 1 2", "0 Wide|2 Two. Three.", "0 A", "0 B", "1 C", "0 Out", "0 In|1 Side", "0 again|1 End",
      ])
    let page = try read(html: "<body><p>Text.</p><table><tr><td>A</td><td>B</td></tr></table></body>")
    #expect(cells(page) == ["0 A|1 B"])
    var table: [DocumentPart] = []
    try MarkdownReader.read(Array("| A | B |\n|---|---|\n| 1 |   |\n|   | 2 |\n".utf8)) { table.append($0) }
    #expect(cells(table) == ["0 A|1 B", "0 1", "1 2"])
  }

  @Test func aChapterThatCannotBeReadIsNamedAndTheOthersAreRead_S3_17() throws {
    var book = Book([
      .init("a.xhtml", body: "<p>One.</p>"), .init("b.xhtml", body: ""), .init("c.xhtml", body: "<p>Three.</p>"),
    ])
    book.contents = """
      <ol><li><a href='a.xhtml'>A</a></li><li><a href='b.xhtml'>B</a></li><li><a href='c.xhtml'>C</a></li></ol>
      """
    var archive = book.archive
    let index = archive.parts.firstIndex { $0.name.hasSuffix("b.xhtml") }!
    let expected = ["# 0 1 A", "paragraph: One.", "# 0 2 B", "! damaged", "# 0 3 C", "paragraph: Three."]
    // Data that unpack to nothing, data that are not markup, and no data.
    archive.parts[index].method = 8
    archive.parts[index].bytes = [0xFF, 0xFF, 0xFF]
    #expect(try outline(read(epub: archive.bytes)) == expected)
    archive.parts[index] = .init("OEBPS/b.xhtml", [0x89, 0x50, 0x4E, 0x47])
    #expect(try outline(read(epub: archive.bytes)) == expected)
    archive.parts.remove(at: index)
    #expect(try outline(read(epub: archive.bytes)) == expected)
  }

  @Test func theTextAfterAnUnreadablePartIsAnotherChapter_S3_17() throws {
    // The contents name only the first part: the text after the bad part would belong to its chapter.
    var book = Book(["a", "b", "c"].map { Book.Part("\($0).xhtml", body: "<p>Part \($0).</p>") })
    book.parts[1].content = "no markup"
    book.contents = "<ol><li><a href='a.xhtml'>A</a></li></ol>"
    #expect(
      outline(try read(epub: book.bytes)) == [
        "# 0 1 A", "paragraph: Part a.", "! damaged", "# 0  c.xhtml", "paragraph: Part c.",
      ])
  }

  @Test func lockedBooksAreSaidToBe() throws {
    func encryption(_ algorithm: String) -> ZIPWriter.Part {
      .init(
        "META-INF/encryption.xml",
        Array(
          """
          <encryption><enc:EncryptedData xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
          <enc:EncryptionMethod Algorithm="\(algorithm)"/><enc:CipherData>
          <enc:CipherReference URI="OEBPS/a.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>
          """.utf8))
    }
    var book = Book([.init("a.xhtml", body: "<p>Text.</p>")])
    book.extra = [encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc"), .init("META-INF/rights.xml", [])]
    do throws(Trouble) {
      _ = try read(epub: book.bytes)
      Issue.record("it was read")
    } catch {
      #expect(error.code == .encrypted && error.detail.contains("Adobe ADEPT"))
    }
    // Obfuscated fonts do not count as encryption.
    book.extra = [encryption("http://www.idpf.org/2008/embedding")]
    #expect(code(book.bytes) == nil)
  }

  @Test func harmfulArchivesAreRefused() {
    let book = Book([.init("a.xhtml", body: "<p>Text.</p>")])
    func with(_ part: ZIPWriter.Part) -> [UInt8] {
      var archive = book.archive
      archive.parts.append(part)
      return archive.bytes
    }
    #expect(code(with(.init("other", [1]))) == nil)
    #expect(code(with(.init("OEBPS/../../x", [1]))) == .harmful)
    #expect(code(with(.init("/etc/passwd", [1]))) == .harmful)
    #expect(code(with(.init("OEBPS/a.xhtml", [1]))) == .harmful)
    var link = ZIPWriter.Part("link", Array("/etc/passwd".utf8))
    link.mode = 0o120777
    #expect(code(with(link)) == .harmful)
    var overlapping = ZIPWriter.Part("again", book.archive.parts[3].bytes)
    overlapping.overlapping = 3
    #expect(code(with(overlapping)) == .harmful)
  }

  @Test func aBombEndsAtItsLimit() {
    var archive = Book([.init("a.xhtml", body: "")]).archive
    let index = archive.parts.firstIndex { $0.name.hasSuffix("a.xhtml") }!
    archive.parts[index].bytes = ZIPWriter.deflatedLetters(80 << 20)
    archive.parts[index].method = 8
    for length in [80 << 20, 100] {
      archive.parts[index].length = length
      // The declared size does not count.
      #expect(code(archive.bytes) == .harmful)
    }
  }

  @Test func aCutArchiveIsDamaged() {
    let bytes = Book([.init("a.xhtml", body: "<p>Text.</p>")]).bytes
    for length in [4, 100, bytes.count / 2, bytes.count - 30] {
      #expect(code(Array(bytes[..<length])) == .damaged)
    }
    #expect(code(Array("PK".utf8)) == .damaged)
  }

  @Test func aPasswordIsNamed() {
    var archive = Book([.init("a.xhtml", body: "<p>Text.</p>")]).archive
    for index in archive.parts.indices { archive.parts[index].flags |= 1 }
    #expect(code(archive.bytes) == .encrypted)
  }

  @Test func aBookWithoutAnOrderOfReadingIsDamaged() {
    var book = Book([.init("a.xhtml", body: "<p>Text.</p>")])
    for spine in ["", "<spine/>", "<spine><itemref/></spine>"] {
      book.spine = spine
      #expect(code(book.bytes) == .damaged)
    }
    book.spine = "<spine><itemref idref='nothing'/></spine>"
    #expect(code(book.bytes) == .empty)
    #expect(code(ZIPWriter([.init("a.txt", [1])]).bytes) == .unknownFormat)
  }

  @Test func partsThatStandForOneAnotherInACircleEnd() throws {
    var book = Book([.init("a.xhtml", body: "<p>Text.</p>")])
    book.manifest = """
      <item id='x' href='x.png' media-type='image/png' fallback='y'/>
      <item id='y' href='y.png' media-type='image/png' fallback='x'/>
      """
    book.spine = "<spine><itemref idref='p0'/><itemref idref='x'/></spine>"
    #expect(try outline(read(epub: book.bytes)) == ["# 0  a.xhtml", "paragraph: Text."])
    book.spine = "<spine><itemref idref='x'/></spine>"
    #expect(code(book.bytes) == .empty)
  }

  @Test func wrongMediaTypesAreSeenThrough() throws {
    var part = Book.Part("a.xhtml", body: "<p>Text.</p>")
    part.type = "text/plain"
    #expect(try outline(read(epub: Book([part]).bytes)).last == "paragraph: Text.")
  }

  @Test func referencesOutOfTheBookLeadNowhere() throws {
    var book = Book([.init("a.xhtml", body: "<p>Text.</p>")])
    book.manifest = "<item id='e' href='../../../etc/passwd' media-type='application/xhtml+xml'/>"
    book.spine = "<spine><itemref idref='e'/><itemref idref='p0'/></spine>"
    book.contents = "<ol><li><a href='../../x'>Out</a></li><li><a href='http://x/y'>Net</a></li></ol>"
    #expect(try outline(read(epub: book.bytes)).last == "paragraph: Text.")
  }

  @Test func entitiesDoNotGrow() throws {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE package [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
      <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">
      <!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      """
    var archive = Book([.init("a.xhtml", body: "<p>Text &e; &f;</p>")]).archive
    for index in archive.parts.indices
    where ["book.opf", "a.xhtml"].contains(where: archive.parts[index].name.hasSuffix) {
      var text = String(decoding: archive.parts[index].bytes, as: UTF8.self)
      text.replace("The Book", with: "&e;&f;")
      text.replace("<?xml version=\"1.0\" encoding=\"utf-8\"?><!DOCTYPE html>", with: bomb)
      text.replace("<?xml version=\"1.0\"?><package", with: bomb + "<package")
      archive.parts[index] = .init(archive.parts[index].name, Array(text.utf8))
    }
    let parts = try read(epub: archive.bytes)
    #expect((description(parts)?.title.utf8.count ?? 0) < 100)
    for part in parts { if case .block(let block) = part { #expect(block.text.count < 1000) } }
    #expect(!"\(parts)".contains("root:"))
  }

  @Test func depthIsBounded() throws {
    let deep = String(repeating: "<div>", count: 100_000) + "<p>Deep.</p>" + String(repeating: "</div>", count: 100_000)
    let parts = try read(epub: Book([.init("a.xhtml", body: deep + "<p>After.</p>")]).bytes)
    #expect(outline(parts).suffix(2) == ["paragraph: Deep.", "paragraph: After."])
    var archive = Book([.init("a.xhtml", body: "<p>Text.</p>")]).archive
    let index = archive.parts.firstIndex { $0.name.hasSuffix("book.opf") }!
    archive.parts[index] = .init("OEBPS/book.opf", Array(String(repeating: "<a>", count: 100_000).utf8))
    #expect(code(archive.bytes) == .damaged)
  }

  @Test func linesOfContentsBeyondTheLastChapterAreLeftOut() throws {
    func book(_ count: Int) -> Book {
      var book = Book([.init("a.xhtml", body: "<p>Text.</p>")])
      book.contents = "<ol>" + String(repeating: "<li><a href='a.xhtml'>x</a></li>", count: count) + "</ol>"
      return book
    }
    #expect(
      try outline(read(epub: book(100_000).bytes)) == ["# 0 \(Chapter.maximumCount) x", "paragraph: Text."])
    #expect(code(book(1_000_000).bytes) == .tooLarge)
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func randomDamageEnds(seed: UInt64) {
    let whole = Book([.init("a.xhtml", body: "<p>Text.</p>"), .init("b.xhtml", body: "<p>More.</p>")]).bytes
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      // It may be read or refused, but must not trap or loop.
      _ = code(bytes)
    }
  }
}

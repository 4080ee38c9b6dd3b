import DocumentReading
import DocumentSupport
import Documents
import Testing

/// What the EPUB specification's own test documents ask for, as far as it can be heard: the order of reading, the
/// contents, languages and pages. Each test names the document whose question it asks.
@Suite(.timeLimit(.minutes(1)))
struct EPUBStructureTests {
  private static func page(_ path: String, _ text: String) -> Book.Part { .init(path, body: "<p>\(text)</p>") }

  private func texts(_ book: Book) throws -> [String] {
    try read(epub: book.bytes).compactMap {
      if case .block(let block) = $0 { String(decoding: block.text, as: UTF8.self) } else { nil }
    }
  }

  /// pkg-spine-order, pkg-spine-unknown.
  @Test func theSpineIsTheOrderOfReading_S3_22() throws {
    var book = Book([Self.page("c.xhtml", "One"), Self.page("a.xhtml", "Two"), Self.page("b.xhtml", "Three")])
    book.spine = """
      <spine page-progression-direction="rtl" unknown="x"><itemref idref='p0' properties='nonsense'/>
      <itemref idref='p1'/><itemref idref='p2'/></spine>
      """
    #expect(try texts(book) == ["One", "Two", "Three"])
  }

  /// pkg-spine-order-svg, cnt-svg-support.
  @Test func drawingsInTheSpineAreHeard() throws {
    var book = Book([Self.page("a.xhtml", "First"), Self.page("b.svg", "")])
    book.parts[1].type = "image/svg+xml"
    book.parts[1].content = """
      <svg xmlns="http://www.w3.org/2000/svg"><title>A drawing</title><style>text { fill: red }</style>
      <rect width="3"/><text><tspan>It says</tspan> this</text><g><text>and that</text></g></svg>
      """
    #expect(try texts(book) == ["First", "A drawing", "It says this", "and that"])
  }

  /// cnt-svg-embedded.
  @Test func aDrawingWithinATextIsAFigure() throws {
    let body = "<svg><title>Cat</title><text>x</text></svg><p>Behind <svg><desc>a dog</desc></svg> it.</p>"
    let parts = try read(epub: Book([.init("a.xhtml", body: body)]).bytes)
    #expect(outline(parts).dropFirst() == ["figure: Cat", "paragraph: Behind a dog it."])
  }

  /// pkg-spine-duplicate-item-rendering.
  @Test func whatIsListedThreeTimesIsReadThreeTimes() throws {
    var book = Book([Self.page("a.xhtml", "One"), Self.page("b.xhtml", "Two")])
    book.spine = "<spine><itemref idref='p0'/><itemref idref='p1'/><itemref idref='p1'/><itemref idref='p1'/></spine>"
    #expect(try texts(book) == ["One", "Two", "Two", "Two"])
    // But not for ever.
    book.spine = "<spine>" + String(repeating: "<itemref idref='p1'/>", count: 10_000) + "</spine>"
    #expect(try texts(book).count == 16)
  }

  /// pkg-spine-nonlinear-activation.
  @Test func whatStandsBesideTheBookIsNotReadInIt() throws {
    var book = Book([Self.page("a.xhtml", "One"), Self.page("b.xhtml", "Aside"), Self.page("c.xhtml", "Two")])
    book.spine =
      "<spine><itemref idref='p0'/><itemref idref='p1' linear='no'/><itemref idref='p2' linear='yes'/></spine>"
    #expect(try texts(book) == ["One", "Two"])
  }

  /// pub-foreign_json-spine, pub-foreign_xml-spine, pub-foreign_xml-suffix-spine, pub-foreign_bad-fallback.
  @Test(arguments: ["application/json", "application/xml", "application/dtc+xml", "image/png", "text/plain"])
  func whatAReaderDoesNotKnowIsReplaced(type: String) throws {
    var book = Book([Self.page("b.xhtml", "Replaced")])
    book.manifest = "<item id='x' href='x.bin' media-type='\(type)' fallback='y'/>"
    book.manifest += "<item id='y' href='y.bin' media-type='video/mp4' fallback='p0'/>"
    book.extra = [.init("OEBPS/x.bin", Array("<x>Foreign</x>".utf8)), .init("OEBPS/y.bin", [1])]
    book.spine = "<spine><itemref idref='x'/></spine>"
    #expect(try texts(book) == ["Replaced"])
  }

  /// nav-spine_in-spine, nav-spine_not-in-spine, nav-non-text_img.
  @Test func theContentsAreNotReadAloudAndMayBePictures() throws {
    var book = Book([Self.page("a.xhtml", "One"), Self.page("b.xhtml", "Two")])
    book.contents =
      "<ol><li><a href='a.xhtml'><img src='x' alt='First'/></a></li><li><a href='b.xhtml'>Second</a></li></ol>"
    book.spine = "<spine><itemref idref='nav'/><itemref idref='p0'/><itemref idref='p1'/></spine>"
    #expect(
      try outline(read(epub: book.bytes)) == ["# 0 1 First", "paragraph: One", "# 0 2 Second", "paragraph: Two"])
  }

  /// A page list, as EPUB 3 has it: pages are named by it, and begin where it says.
  @Test func thePageListNamesThePages() throws {
    var book = Book([
      .init("a.xhtml", body: "<p>One <a id='p1'></a>two.</p><p id='p2'>Three.</p>"), Self.page("b.xhtml", "Four."),
    ])
    book.contents = """
      <ol><li><a href='a.xhtml'>A</a></li></ol></nav><nav epub:type='page-list'><ol><li><a href='a.xhtml#p1'>xi</a></li>
      <li><a href='a.xhtml#p2'>xii</a></li></ol>
      """
    let pages = try read(epub: book.bytes).compactMap { part -> [Block.Page]? in
      if case .block(let block) = part { block.pages } else { nil }
    }
    #expect(pages == [[.init(label: "xi", offset: 4)], [.init(label: "xii", offset: 0)], []])
  }

  /// ocf-url_relative, ocf-package_arbitrary, ocf-url_link-relative.
  @Test func namesAreResolvedWhereTheyStand() throws {
    var book = Book([Self.page("../TEXT/a%20b.xhtml", "Found")])
    var archive = book.archive
    archive.parts.removeAll { $0.name.hasSuffix("xhtml") }
    archive.parts.append(.init("TEXT/a b.xhtml", Array(book.parts[0].content.utf8)))
    book.parts = []
    #expect(try outline(read(epub: archive.bytes)).last == "paragraph: Found")
  }

  /// ocf-package_multiple.
  @Test func theFirstOfSeveralBooksIsTheBook() throws {
    var archive = Book([Self.page("a.xhtml", "First")]).archive
    let index = archive.parts.firstIndex { $0.name == "META-INF/container.xml" }!
    let container = String(decoding: archive.parts[index].bytes, as: UTF8.self)
      .replacing("</rootfiles>", with: "<rootfile full-path='other.opf'/></rootfiles>")
    archive.parts[index] = .init("META-INF/container.xml", Array(container.utf8))
    #expect(try outline(read(epub: archive.bytes)).last == "paragraph: First")
  }

  /// pkg-lang_but_not_content, pkg-title-order, pkg-creator-order, pkg-meta-whitespace.
  @Test func theLanguageOfTheTextIsTheTextsOwn() throws {
    var book = Book([
      .init(
        "a.xhtml", body: "<p>English</p><div lang='it'><p>Italiano <i xml:lang='la'>etc</i></p></div>",
        attributes: "lang='en'"),
      .init("b.xhtml", body: "<p>Nothing said</p>"),
    ])
    book.metadata = """
      <dc:title> First
        title </dc:title><dc:title>Second</dc:title><dc:creator>Z</dc:creator><dc:creator>A</dc:creator>
      <dc:language>fr</dc:language>
      """
    let parts = try read(epub: book.bytes)
    let languages = parts.compactMap { if case .block(let block) = $0 { block.language } else { nil } }
    #expect(languages == ["en", "it", ""])
    #expect(description(parts) == DocumentDescription(title: "First title", authors: ["Z", "A"], language: "fr"))
  }

  /// pub-xml-external-id, pub-xml-names, pub-xml-non-validating_unclosed.
  @Test func declarationsAreNoText() throws {
    var part = Book.Part("a.xhtml", body: "<p>One &x;</p><p>Unclosed<p>Three")
    part.content = part.content.replacing(
      "<!DOCTYPE html>", with: "<!DOCTYPE html [ <!ENTITY x SYSTEM 'file:///etc/passwd'> <!ELEMENT y (#PCDATA)> ]>")
    #expect(try texts(Book([part])) == ["One &x;", "Unclosed", "Three"])
  }

  /// nav with more levels than anybody needs.
  @Test func nestedContentsKeepTheirNumbers_S3_22() throws {
    let ids = ["a", "b", "c", "d"]
    var book = Book([.init("a.xhtml", body: ids.map { "<p id='\($0)'>\($0)</p>" }.joined())])
    book.contents =
      ids.map { "<ol><li><a href='a.xhtml#\($0)'>\($0.uppercased())</a>" }.joined()
      + String(repeating: "</li></ol>", count: ids.count)
    #expect(
      try outline(read(epub: book.bytes)).filter { $0.hasPrefix("#") }
        == ["# 0 1 A", "# 1 1.1 B", "# 2 1.1.1 C", "# 3 1.1.1.1 D"])
  }

  /// An archive whose list says something else than its end: its parts are walked to, one after the other.
  @Test func anArchiveThatCountsWrongIsReadAllTheSame() throws {
    var book = Book((0..<50).map { Self.page("\($0).xhtml", "Part \($0)") })
    book.spine = "<spine>" + (0..<50).reversed().map { "<itemref idref='p\($0)'/>" }.joined() + "</spine>"
    var bytes = book.bytes
    // The two counts of parts in the end's 22 bytes.
    for offset in [14, 12] { bytes[bytes.count - offset] &+= 1 }
    let texts = try read(epub: bytes).compactMap {
      if case .block(let block) = $0 { String(decoding: block.text, as: UTF8.self) } else { nil }
    }
    #expect(texts == (0..<50).reversed().map { "Part \($0)" })
  }

  /// Parts in another order than the archive's, and thousands of them: each is found at once.
  @Test func theOrderOfTheArchiveDoesNotMatter() throws {
    let parts = (0..<2000).map { Self.page("\($0).xhtml", "Part \($0)") }
    var book = Book(parts)
    book.spine =
      "<spine>" + parts.indices.reversed().map { "<itemref idref='p\($0)'/>" }.joined() + "</spine>"
    let texts = try texts(book)
    #expect(texts.count == 2000 && texts.first == "Part 1999" && texts.last == "Part 0")
  }
}

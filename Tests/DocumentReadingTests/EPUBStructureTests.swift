import DocumentReading
import DocumentSupport
import Documents
import Speech
import Testing

/// The requirements of the EPUB specification's own test documents, as far as they can be heard: reading order,
/// contents, languages and pages. Each test names the document that it corresponds to.
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

  /// epub3-samples: sous-le-vent, sous-le-vent_svg-in-spine, whose pages are drawings of lines.
  @Test func theTextsOfADrawingAreReadWhereItSaysNothingElse() throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg"><defs><text>never drawn</text></defs><style><![CDATA[.a { x: y }]]></style>
      <g><text><tspan y="0">It had been</tspan><tspan y="15">a dream, in geo-</tspan><tspan y="30">gra</tspan><tspan
      y="30">phy.</tspan></text><text x="1">Page 7</text></g></svg>
      """
    let lines = ["It had been a dream, in geo-graphy.", "Page 7"]
    #expect(try texts(Book([.init("a.xhtml", body: "<div>\(drawing)</div>")])) == lines)
    var book = Book([Self.page("b.svg", "")])
    book.parts[0].type = "image/svg+xml"
    book.parts[0].content = drawing.replacing("<defs><text>never drawn</text></defs>", with: "")
    #expect(try texts(book) == lines)
    // In a line of text it is a part of the line; as a picture it is a picture.
    let line = "<p>Turn <svg><text>left</text><text>now</text></svg> here.</p>"
    #expect(try texts(Book([.init("a.xhtml", body: line)])) == ["Turn left now here."])
    for picture in ["role='img'", "aria-hidden='true'", "hidden=''", "style='display: none'"] {
      let body = drawing.replacing("<svg ", with: "<svg \(picture) ") + "<p>Behind.</p>"
      #expect(try texts(Book([.init("a.xhtml", body: body)])) == ["Behind."], "\(picture)")
    }
    // A mark on a page's button is not part of the article.
    let words = String(repeating: "Words of it. ", count: 40)
    let page = "<html><body><article><p>\(words)</p>\(drawing)</article></body></html>"
    #expect(try outline(read(html: page)).count { $0.contains("dream") } == 0)
  }

  /// cnt-object-fallback and others: only the fallback of an object is read.
  @Test func theFallbackOfAnObjectIsRead() throws {
    let body = """
      <p>Before.</p><object data="chart.bin" type="application/x-chart"><param name="a" value="b"/>
      <p>Sales rose by a third.</p><object data="inner.png">An inner picture</object></object><p>Behind.</p>
      """
    #expect(
      try texts(Book([.init("a.xhtml", body: body)]))
        == ["Before.", "Sales rose by a third.", "An inner picture", "Behind."])
  }

  @Test func theNameOfAPartIsKeptToTheLetter() throws {
    var paths: [String] = []
    // Joiners and direction marks are part of a name. A name with a line end is not handed out.
    for name in ["a\u{200F}\u{2060}b  c.xhtml", "a%0Ab.xhtml"] {
      var archive = Book([Self.page(name, "Text.")]).archive
      let stored = name.replacing("%0A", with: "\n")
      let index = archive.parts.firstIndex { $0.name.hasSuffix(name) }!
      archive.parts[index] = .init("OEBPS/" + stored, archive.parts[index].bytes)
      for part in try read(archive: archive.bytes) {
        guard case .chapter(let heading) = part else { continue }
        paths.append(Chapter(index: 0, title: "", anchor: heading.anchor).anchor)
      }
    }
    #expect(paths == ["OEBPS/a\u{200F}\u{2060}b  c.xhtml", ""])
  }

  @Test func chaptersBeyondTheMostBelongToTheLastOne() throws {
    let count = Chapter.maximumCount + 2
    let paragraphs = (0..<count).map { "<p id='p\($0)'>Text \($0).</p>" }
    var book = Book([.init("a.xhtml", body: paragraphs.joined())])
    let lines = (0..<count).map { "<li><a href='a.xhtml#p\($0)'>C\($0)</a></li>" }
    book.contents = "<ol>\(lines.joined())</ol>"
    let listed = try outline(read(epub: book.bytes))
    #expect(listed.count == Chapter.maximumCount + count)
    #expect(
      listed.suffix(4) == [
        "# 0 10000 C9999", "paragraph: Text 9999.", "paragraph: Text 10000.", "paragraph: Text 10001.",
      ])
    // One chapter for each part.
    let parts = (0..<count).map { Self.page("c\($0).xhtml", "Text \($0).") }
    let divided = try outline(read(epub: Book(parts).bytes))
    #expect(divided.count == Chapter.maximumCount + count && divided.suffix(2) == listed.suffix(2))
  }

  /// pkg-spine-duplicate-item-rendering.
  @Test func aPartListedThreeTimesIsReadThreeTimes() throws {
    var book = Book([Self.page("a.xhtml", "One"), Self.page("b.xhtml", "Two")])
    book.spine = "<spine><itemref idref='p0'/><itemref idref='p1'/><itemref idref='p1'/><itemref idref='p1'/></spine>"
    #expect(try texts(book) == ["One", "Two", "Two", "Two"])
    // The number of repetitions is limited.
    book.spine = "<spine>" + String(repeating: "<itemref idref='p1'/>", count: 10_000) + "</spine>"
    #expect(try texts(book).count == 16)
  }

  /// pkg-spine-nonlinear-activation.
  @Test func aNonlinearPartIsNotRead() throws {
    var book = Book([Self.page("a.xhtml", "One"), Self.page("b.xhtml", "Aside"), Self.page("c.xhtml", "Two")])
    book.spine =
      "<spine><itemref idref='p0'/><itemref idref='p1' linear='no'/><itemref idref='p2' linear='yes'/></spine>"
    #expect(try texts(book) == ["One", "Two"])
  }

  /// pub-foreign_json-spine, pub-foreign_xml-spine, pub-foreign_xml-suffix-spine, pub-foreign_bad-fallback.
  @Test(arguments: ["application/json", "application/xml", "application/dtc+xml", "image/png", "text/plain"])
  func aForeignResourceIsReplacedByItsFallback(type: String) throws {
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

  /// The page list of EPUB 3 names the pages and gives their beginnings.
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
    let spans = parts.compactMap { if case .block(let block) = $0 { block.spans } else { nil } }
    #expect(spans == [[], [LanguageSpan(utf8: 9..<12, tag: "la")], []])
    #expect(description(parts) == DocumentDescription(title: "First title", authors: ["Z", "A"], language: "fr"))
  }

  /// pub-xml-external-id, pub-xml-names, pub-xml-non-validating_unclosed.
  @Test func declarationsAreNoText() throws {
    var part = Book.Part("a.xhtml", body: "<p>One &x;</p><p>Unclosed<p>Three")
    part.content = part.content.replacing(
      "<!DOCTYPE html>", with: "<!DOCTYPE html [ <!ENTITY x SYSTEM 'file:///etc/passwd'> <!ELEMENT y (#PCDATA)> ]>")
    #expect(try texts(Book([part])) == ["One &x;", "Unclosed", "Three"])
  }

  /// A nav element with more levels than any real book has.
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

  /// An archive whose directory contradicts its end record: its parts are reached one after the other.
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

  /// Thousands of parts in another order than the archive's: each is found at once.
  @Test func theOrderOfTheArchiveDoesNotMatter() throws {
    let parts = (0..<2000).map { Self.page("\($0).xhtml", "Part \($0)") }
    var book = Book(parts)
    book.spine =
      "<spine>" + parts.indices.reversed().map { "<itemref idref='p\($0)'/>" }.joined() + "</spine>"
    let texts = try texts(book)
    #expect(texts.count == 2000 && texts.first == "Part 1999" && texts.last == "Part 0")
  }
}

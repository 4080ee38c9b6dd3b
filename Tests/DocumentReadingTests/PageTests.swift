import DesktopSupport
import DocumentReading
import Documents
import Foundation
import Speech
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(3)))
struct PageTests {
  private static let prose = [
    "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness.",
    "There were a king with a large jaw, and a queen with a plain face, on the throne of England, in that year.",
    "In both countries it was clearer than crystal, to the lords of the State preserves, that things were settled.",
  ]
  private static var paragraphs: String { prose.map { "<p>\($0)</p>" }.joined() }
  private static let menu =
    "<ul class='x'>" + (0..<8).map { "<li><a href='/\($0)'>Section \($0)</a></li>" }.joined() + "</ul>"

  private func texts(_ html: String) throws -> [String] {
    try read(html: html).compactMap {
      if case .block(let block) = $0 { String(decoding: block.text, as: UTF8.self) } else { nil }
    }
  }

  @Test func theMarkedContentOfAPageIsTheArticle() throws {
    let html = """
      <!DOCTYPE html><html lang="en-GB"><head><title>Tale - Site</title><meta property="og:title" content="A Tale">
      <meta name="author" content="Charles D."><meta property="og:site_name" content="The Site"></head><body>
      <header><h1>The Site</h1>\(Self.menu)</header><nav>\(Self.menu)</nav><main><article><h1>A Tale</h1>\(Self.paragraphs)
      <aside>Read this, too</aside><footer>Share this</footer></article></main>
      <div role="complementary"><p>Other news of the day, of which there is much, and nobody reads it.</p></div>
      <footer><p>Copyright by nobody, all rights reserved, in all countries, for ever and a day.</p></footer></body></html>
      """
    #expect(try texts(html) == ["A Tale"] + Self.prose)
    let said = description(try read(html: html))
    #expect(
      said
        == DocumentDescription(title: "A Tale", authors: ["Charles D."], language: "en-GB", publisher: "The Site"))
  }

  @Test func anArticleThatNobodyMarkedIsFoundByItsText() throws {
    let html = """
      <html><body><div id="top"><a href="/">Home</a> <a href="/in">Log in</a></div><div class="sidebar">\(Self.menu)</div>
      <table><tr><td>\(Self.menu)</td><td><div class="story"><h2>A Tale</h2>\(Self.paragraphs)</div></td></tr></table>
      <div class="comments"><p>First! I was here before everybody, and it was, I must say, rather early, too.</p></div>
      <div>Imprint <a href="x">Contact</a></div></body></html>
      """
    #expect(try texts(html) == ["A Tale"] + Self.prose)
  }

  @Test func aLongPageIsReadAsItsBeginningIs_S3_15() throws {
    // Twenty times the text that decides. The chapters stand side by side, with news and comments below them.
    let chapters = (0..<200).map { index in
      "<div class='chapter'><h2>Part \(index)</h2>" + String(repeating: Self.paragraphs, count: 20) + "</div>"
    }
    let html = """
      <html><body><div class="menu">\(Self.menu)</div><div id="book">\(chapters.joined())</div>
      <div class="comments"><p>First! I was here before everybody, and it was, I must say, rather early, too.</p></div>
      <div class="footer"><p>Copyright by nobody, all rights reserved, in all countries, for ever.</p></div></body></html>
      """
    let texts = try texts(html)
    #expect(texts.count == 200 * (1 + 20 * Self.prose.count))
    #expect(texts.first == "Part 0" && texts.last == Self.prose.last)
  }

  @Test func theFirstBlockOfALongPageComesBeforeTheLastIsRead() throws {
    // The end of the page cannot be known when its first block is delivered.
    let html = "<html><body><div>" + String(repeating: Self.paragraphs, count: 2000) + "</div>"
    var blocks = 0
    var described = 0
    try PageReader.read(html: Array((html + "<meta name='author' content='Late'></body></html>").utf8)) { part in
      if case .description(let description) = part {
        described += 1
        #expect(description.authors.isEmpty)
      }
      if case .block = part { blocks += 1 }
    }
    #expect(described == 1 && blocks == 6000)
  }

  @Test func anArticleInSeveralPartsIsWhole() throws {
    let part = "<section class='part'><div class='rich'>\(Self.paragraphs)</div><div class='ad'>x</div></section>"
    let parts = [String](repeating: part, count: 4)
    let html = """
      <html><body><div class="top">\(Self.menu)</div><div id="layout"><div id="story">\(parts.joined())</div>
      <div class="other">\(Self.menu)</div></div></body></html>
      """
    #expect(try texts(html).filter { $0 != "x" } == [[String]](repeating: Self.prose, count: 4).flatMap { $0 })
  }

  @Test func theNamesOfHeadingsSayNothingAboutWhatIsBelowThem() throws {
    // `sharing` and `comments` also name buttons and readers' letters.
    let html = """
      <html><body><div class="box"><div class="section" id="sharing-comments-with-others">\(Self.paragraphs)</div></div>
      <div id="comments"><p>First! I was here before everybody, and it was, I must say, rather early, too.</p></div></body>
      """
    #expect(try texts(html) == Self.prose)
  }

  @Test func aShortPageIsReadAsAWhole() throws {
    #expect(try texts("<p>Hello.</p><p>World.</p>") == ["Hello.", "World."])
    #expect(try texts("Just text & more <b>bold") == ["Just text & more bold"])
    #expect(throws: Trouble.self) { try read(html: "<html><body><script>x</script></body></html>") }
  }

  @Test func headingsOfTheFirstLevelBeginChapters() throws {
    var parts: [DocumentPart] = []
    let text =
      "Before.\n\n# One\n\nText[^1].\n\n## Sub\n\n- item\n\n# Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[^1]: Note."
    try MarkdownReader.read(Array(text.utf8)) { parts.append($0) }
    #expect(
      outline(parts) == [
        "# 0  One", "paragraph: Before.", "# 0  One", "heading: One", "paragraph: Text.", "heading: Sub",
        "listItem: item", "# 0  Two", "heading: Two", "table: a, b", "table: 1, 2", "footnote: Note.",
      ])
  }

  private func markdown(_ text: String) throws -> [DocumentPart] {
    var parts: [DocumentPart] = []
    try MarkdownReader.read(Array(text.utf8)) { parts.append($0) }
    return parts
  }

  @Test(arguments: [
    "---\ntitle: \"A: B\"\nauthor: Jörg Müller\nlang: de\n---\n",
    "---   \r\ntitle: 'A: B'\r\nauthors: [Jörg Müller]\r\nlang: de\r\n...\r\n",
    "---\n# Of pandoc\ntitle:\n- type: subtitle\n  text: No\n- type: main\n  text: 'A: B'\n"
      + "creator:\n- role: author\n  text: Jörg Müller\nlanguage: de\nx: [1, {y: &a z, b: *a}]\n---\n",
    "+++\ntitle = \"A: B\" # Hugo\nauthors = ['Jörg Müller']\ndraft = false\nlanguageCode = \"de\"\n[x]\ntitle='no'\n+++\n",
  ])
  func frontMatterDescribesTheMarkdownTextAndIsNotRead(front: String) throws {
    let parts = try markdown(front + "\n# Erstes Kapitel\n\nText.\n")
    #expect(outline(parts) == ["# 0  Erstes Kapitel", "heading: Erstes Kapitel", "paragraph: Text."])
    #expect(description(parts) == DocumentDescription(title: "A: B", authors: ["Jörg Müller"], language: "de"))
  }

  @Test(arguments: [
    "---\n---\n", "---\nauthor:\ntags: []\n---\n", "---\ntitle: [unclosed\nx: y\n---\n", "---\n\ttabs: no\n---\n",
    "+++\n+++\n", "+++\ndraft = \n+++\n",
  ])
  func emptyOrBrokenFrontMatterIsNotReadEither(front: String) throws {
    let parts = try markdown(front + "## Below\n\n# One\n\nText.\n")
    #expect(
      outline(parts) == ["# 0  One", "heading: Below", "# 0  One", "heading: One", "paragraph: Text."])
    #expect(description(parts)?.title == "One")
  }

  @Test(arguments: [
    "---\nJust a text.\n---\nMore.\n", "---\n\nNote: a text.\n\n---\n\nMore.\n", "---\ntitle: x\n\nNo end.\n",
    "+++\na text\n+++\n\nMore.\n", "Text.\n\n---\ntitle: x\n---\n",
  ])
  func aTextBetweenRulesIsRead(text: String) throws {
    let spoken = outline(try markdown(text)).joined(separator: " ")
    for word in text.split(whereSeparator: { !$0.isLetter }) { #expect(spoken.contains(word), "\(spoken)") }
  }

  /// The text must fill neither the stack nor memory.
  @Test func aBombInFrontIsHarmless() throws {
    var bomb = "---\na0: &a0 [x]\n"
    for depth in 1...40 { bomb += "a\(depth): &a\(depth) [*a\(depth - 1), *a\(depth - 1), *a\(depth - 1)]\n" }
    #expect(outline(try markdown(bomb + "title: *a40\n---\n\nText.\n")) == ["# 0  ", "paragraph: Text."])
    let deep = "---\nx: " + String(repeating: "- ", count: 100_000) + "\n---\n\nText.\n"
    #expect(outline(try markdown(deep)).last == "paragraph: Text.")
    let wide = "---\nx: " + String(repeating: "[", count: 100_000) + "\n---\n\nText.\n"
    #expect(outline(try markdown(wide)).last == "paragraph: Text.")
  }

  @Test func aPageWithoutATitleIsCalledByItsHeading() throws {
    let page = "<html><head><title> </title><meta name='DC.creator' content='A. B.'></head><body><h2>A Tale</h2>"
    let said = description(try read(html: page + Self.paragraphs + "</body></html>"))
    #expect(said?.title == "A Tale" && said?.authors == ["A. B."])
  }

  @Test func subtitlesAreWhatIsSaid() throws {
    let files = [
      "1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Hello</i>,\r\n{\\an8}friend.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n- And you?\r\n",
      """
      WEBVTT - A title

      NOTE nobody says this

      STYLE
      ::cue { color: red }

      first
      00:01.000 --> 00:02.000 align:start
      <v Ann>Hello</v>,
      friend.

      00:03.000 --> 00:04.000
      - And you?
      """,
    ]
    for file in files {
      var parts: [DocumentPart] = []
      try SubtitleReader.read(Array(file.utf8)) { parts.append($0) }
      #expect(outline(parts) == ["# 0  ", "paragraph: Hello, friend.", "paragraph: And you?"])
    }
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func anyBytesAreAPage(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "<", ">", "---\n", ": ", "- ", "\n", "<div", "</div>", "<p>", "&amp", "<!--", "-->", "<table>", "<td>", "x ",
      "\"", "=", "<h1>", "/>",
    ]
    for _ in 0..<500 {
      let text = (0..<60).map { _ in pieces.randomElement(using: &generator)! }.joined()
      _ = try? read(html: text)
      _ = try? MarkdownReader.read(Array(text.utf8)) { _ in }
      _ = try? SubtitleReader.read(Array(text.utf8)) { _ in }
    }
  }

  @Test(arguments: [
    ("He said <i lang='fr'>bon <b>jour</b></i> again.", ["fr bon jour"]),
    ("<span lang='de'>Guten Tag</span>, <span lang='de'>Herr</span> <em lang=''>x</em>", ["de Guten Tag", "de Herr"]),
    ("<i lang='de'></i>one <i lang='de'> </i>two", []), ("a<br><i lang='ru'>б</i><br>c", ["ru б"]),
    ("<i lang='en'>the same</i> <i lang='de'>a<i lang='fr'>b</i>c</i>", ["de a", "fr b", "de c"]),
    ("<span lang='zh-Hant'>台灣</span>", ["zh-Hant 台灣"]), ("<span lang='!'>x</span>", []),
  ]) func languagesWithinABlockAreKept(body: String, spans: [String]) throws {
    let parts = try read(html: "<html lang='en'><body><p>\(body)</p></body></html>")
    let found = parts.flatMap { part -> [String] in
      guard case .block(let block) = part else { return [] }
      return block.spans.map { "\($0.tag) \(String(decoding: block.text[$0.utf8], as: UTF8.self))" }
    }
    #expect(found.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } == spans)
  }
}

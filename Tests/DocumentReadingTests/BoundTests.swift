import DocumentReading
import DocumentSupport
import Documents
import Testing

/// Documents made to take endless time or memory.
@Suite(.timeLimit(.minutes(1)))
struct BoundTests {
  /// Each of them took a minute before there was a limit.
  private static let attributes = (0..<100_000).map { "a\($0)=\"1\"" }.joined(separator: " ")

  @Test func moreAttributesThanAnybodyWritesAreLeftOut() throws {
    // This includes attributes without spaces between them or without values, and a tag that seems to begin within the
    // tag.
    let words = (0..<100_000).map { "b\($0)" }
    for list in [
      Self.attributes, Self.attributes.replacing("\" ", with: "\""), words.joined(separator: " "),
      words.joined(separator: " <p x='>' "), words.joined(separator: "=> <i "),
    ] {
      _ = try? read(html: "<html><body><p \(list)>One.</p><p>Two.</p>")
    }
    let parts = try read(html: "<html><body><p lang='de' \(Self.attributes) hidden>Eins.</p><p>Two.</p>")
    let blocks = parts.compactMap { if case .block(let block) = $0 { block } else { nil } }
    #expect(
      blocks.map(\.language) == ["de", ""] && outline(parts).dropFirst() == ["paragraph: Eins.", "paragraph: Two."])
    let book = Book([.init("a.xhtml", body: "<p \(Self.attributes)>Text.</p>")])
    #expect(try outline(read(epub: book.bytes)).last == "paragraph: Text.")
    var archive = Book([.init("a.xhtml", body: "<p>Text.</p>")]).archive
    let index = archive.parts.firstIndex { $0.name.hasSuffix("book.opf") }!
    let package = String(decoding: archive.parts[index].bytes, as: UTF8.self)
      .replacing("<metadata", with: "<metadata \(Self.attributes)")
    archive.parts[index] = .init("OEBPS/book.opf", Array(package.utf8))
    #expect(try outline(read(epub: archive.bytes)).last == "paragraph: Text.")
    let text = OfficeDocument.openDocument("<text:p \(Self.attributes)>Text.</text:p>")
    #expect(try outline(read(archive: text.bytes)).last == "paragraph: Text.")
  }

  @Test func textInAScriptThatLooksLikeAnElementIsNotTouched() throws {
    // Five hundred words that look like attributes, up to the end of the script.
    let program = "for (i = 0; i <n; i++) " + String(repeating: "word ", count: 500)
    let parts = try read(html: "<p>One.</p><script>\(program)</script><!-- <p \(program) --><p>Two.</p>")
    #expect(outline(parts).dropFirst() == ["paragraph: One.", "paragraph: Two."])
    // A value may be long and contain anything.
    let picture = "data:image/png;base64," + String(repeating: "a b <c > ", count: 100_000)
    #expect(try outline(read(html: "<p>One.</p><img src=\"\(picture)\" alt=\"Cat\">")).last == "figure: Cat")
  }

  @Test func anUnclosedTagInSubtitlesIsText() throws {
    for sign in ["<", "{\\"] {
      var parts: [DocumentPart] = []
      let line = "Said " + String(repeating: sign, count: 1_000_000)
      try SubtitleReader.read(Array("1\n00:00:01,000 --> 00:00:02,000\n\(line)\n".utf8)) { parts.append($0) }
      #expect(outline(parts).last?.hasPrefix("paragraph: Said \(sign)") == true)
    }
  }

  @Test func aTableThatOnlyGrowsIsReadAsLines() throws {
    func table(columns: Int, rows: Int) throws -> [String] {
      let text =
        "|" + String(repeating: "x|", count: columns) + "\n|" + String(repeating: "-|", count: columns) + "\n"
        + String(repeating: "|y|\n", count: rows)
      var parts: [DocumentPart] = []
      try MarkdownReader.read(Array(text.utf8)) { parts.append($0) }
      return outline(parts)
    }
    #expect(try table(columns: 2000, rows: 3000).allSatisfy { !$0.hasPrefix("table") })
    #expect(try table(columns: 20, rows: 3000).filter { $0 == "table: y" }.count == 3000)
  }
}

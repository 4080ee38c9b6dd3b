import DocumentWire
import Documents
import Speech
import Testing
import Vocabulary
import Wire

/// The messages of the service and its readers of documents.
struct DocumentWireTests {
  private static let (span, long) = (WireTests.span, WireTests.long)

  static let requests: [DocumentRequest] = [
    .open(DocumentOrder(format: .text, language: "de-DE", languages: .free)),
    .open(DocumentOrder(format: .auto, language: "", name: "Grüße.epub")),
    .open(DocumentOrder(format: .subtitles, language: "", name: "film.srt", isTimed: true)),
    .open(DocumentOrder(format: .pdf, language: "", taken: [UInt8](repeating: 9, count: DocumentAnswer.maximumTaken))),
    .squareCover, .list(name: "Grüße.m3u"), .list(name: ""),
  ]

  static let answers: [DocumentAnswer] = [
    .hello(worker: "aloud-read"), .text(firstByte: 12, [1, 2, 3]),
    .text(firstByte: 0, [UInt8](repeating: 1, count: DocumentAnswer.maximumTextBytes)),
    .sentences(
      first: 5, language: "", [SentenceRecord(span: span, flags: .endsParagraph, block: .listItem, ordinal: 65535)]),
    .sentences(
      first: 0, language: "",
      [
        SentenceRecord(
          span: span, block: .table,
          cells: [TableCell(column: 0, utf8: 0..<1), TableCell(column: 63, utf8: 2..<70_000)],
          runs: [LanguageSpan(utf8: 0..<2, tag: "ru"), LanguageSpan(utf8: 4..<7, tag: "zh-Hant")])
      ]),
    .sentences(
      first: 0, language: "abcdefgh-abcdefgh-abcdefgh-abcdefgh",
      [SentenceRecord](repeating: SentenceRecord(span: span), count: DocumentAnswer.maximumSentences)),
    .times(
      first: 7,
      [
        SentenceTime(start: 0, end: SentenceTime.latest),
        SentenceTime(
          start: 1, end: 900,
          words: (0..<SentenceTime.mostWords).map { SentenceTime.Word(utf8: $0..<$0 + 1, start: 1 + $0) }),
      ]), .description(DocumentDescription()),
    .description(
      DocumentDescription(
        title: long, authors: [String](repeating: long, count: 16), language: "de-DE", identifier: long, date: long,
        publisher: long, cover: .jpeg)),
    .cover(firstByte: 7, total: 1 << 22, [UInt8](repeating: 3, count: Wire.maximumPieceBytes)),
    .chapter(
      Chapter(
        index: 3, title: long, level: 255, number: "1.2.3", language: "en", anchor: String(repeating: "x", count: 4096),
        start: TextPlace(scalars: 1, utf8: 3, utf16: 2))), .chapterFailed(index: 9, Trouble(.encrypted, "a.xhtml")),
    .failed(Trouble(.wrongEncoding, "byte 7")),
    .pass(.pdf, taken: [UInt8](repeating: 9, count: DocumentAnswer.maximumTaken)), .pass(.pdf, taken: []),
    .page(index: 1, PageMark(label: "xiv", start: TextPlace(scalars: 1, utf8: 3, utf16: 2))), .entries(first: 0, []),
    .entries(
      first: 9_999,
      [
        PlaylistEntry(
          [String](repeating: String(repeating: "a", count: PlaylistEntry.maximumLocation), count: 2), title: long),
        PlaylistEntry(["F\u{10FEFC}r"]),
      ]), .done(total: 4_000_000_000),
  ]

  @Test(arguments: requests) func aRequestComesBackAsItWent(request: DocumentRequest) throws {
    try WireTests.check(request)
  }

  @Test(arguments: answers.indices) func anAnswerComesBackAsItWent(index: Int) throws {
    try WireTests.check(Self.answers[index])
  }

  @Test func aDocumentsDescriptionIsCleanedFromAnyWorker() throws {
    // A compromised worker may send anything, here a title with an escape sequence and a line end.
    var packet = DocumentAnswer.description(DocumentDescription(title: "aXbYc")).encoded(request: 1)
    packet[packet.firstIndex(of: UInt8(ascii: "X"))!] = 0x1B
    packet[packet.firstIndex(of: UInt8(ascii: "Y"))!] = 0x0A
    let (_, answer) = try DocumentAnswer.decode(packet[...])
    #expect(answer == .description(DocumentDescription(title: "a c")))
    var sentences = DocumentAnswer.sentences(first: 0, language: "en-US", []).encoded(request: 1)
    sentences[sentences.count - 1] = 0x0A
    #expect(throws: WireError.malformed("sentences")) { try DocumentAnswer.decode(sentences[...]) }
  }
}

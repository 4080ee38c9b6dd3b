import Documents
import EventLoop
import Speech
import Testing
import Vocabulary

/// Texts that a program wrote for a terminal or a printer, as the workers read them.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct PrintedDocumentTests {
  init() { TestLoop.start() }

  @Test(arguments: [
    ("\u{1B}[1;31mError:\u{1B}[0m bad\n", "Error: bad\n"),
    ("N\u{8}NA\u{8}AM\u{8}ME\u{8}E\n\nIt reads _\u{8}f_\u{8}i_\u{8}l_\u{8}e.\n", "NAME\n\nIt reads file.\n"),
    ("Loading\n 10%\r 50%\r100%\nAll is done.\n", "Loading\n100%\nAll is done.\n"),
    ("\u{1B}]0;a title\u{7}See \u{1B}]8;;http://x\u{1B}\\this\u{1B}]8;;\u{1B}\\.\n", "See this.\n"),
    ("He\u{1B}[01;31m\u{1B}[Kll\u{1B}[m\u{1B}[Ko there.\n", "Hello there.\n"),
  ])
  @Core func aTextIsReadWithoutItsSequences(printed: String, text: String) async throws {
    let session = try Session()
    let document = await session.read(Array(printed.utf8))
    #expect(String(decoding: document.text, as: UTF8.self) == text)
    // Places count in what is left.
    let sentences = document.sentences.map { String(decoding: document.text[$0.span.utf8], as: UTF8.self) }
    #expect(!sentences.isEmpty)
    #expect(!sentences.joined().unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(sentences)")
    #expect(document.isDone && document.faults.isEmpty)
    session.end()
  }

  /// A sequence may lie across the border of two reads, and a text is longer than one.
  @Test @Core func aLongTextIsCleanedAcrossItsPieces() async throws {
    let session = try Session()
    let line = "\u{1B}[32mok\u{1B}[0m b\u{8}bo\u{8}ol\u{8}ld\u{8}d words here, of the number"
    let lines = (0..<4000).map { "\(line) \($0).\n" }
    let document = await session.read(Array(lines.joined().utf8))
    let text = (0..<4000).map { "ok bold words here, of the number \($0).\n" }.joined()
    #expect(String(decoding: document.text, as: UTF8.self) == text)
    session.end()
  }
}

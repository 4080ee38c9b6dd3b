import DesktopSupport
import Documents
import EventLoop
import Glibc
import Speech
import Testing
import Vocabulary
import Workers

/// Long texts that nobody would write: the reader ends in bounded time, and no sentence is long.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct OddDocumentTests {
  init() { TestLoop.start() }

  @Test(
    arguments: [
      ("a megabyte of one abbreviation", "z.B.", 1 << 20), ("a megabyte of Chinese without a mark", "银行行长", 1 << 20),
      ("ten megabytes without a space", "x", 10 << 20),
      ("two megabytes of Thai", "ประภาคาร", 2 << 20),
    ])
  @Core func eachEndsInShortSentences(name: String, unit: String, count: Int) async throws {
    let session = try Session()
    let text = Array(repeatElement(Array(unit.utf8), count: count / unit.utf8.count).joined())
    let document = await session.read(text)
    #expect(document.isDone && document.error == nil && document.faults.isEmpty, "\(name)")
    #expect(document.text.count == text.count)
    var end = 0
    for sentence in document.sentences {
      #expect(sentence.span.utf8.lowerBound >= end && sentence.span.utf16.count <= 600)
      end = sentence.span.utf8.upperBound
    }
    // The next text is read as ever.
    let next = await session.read("One. Two.".utf8)
    #expect(next.isDone && next.sentences.count == 2)
    session.end()
  }

  /// Text without a word is told as such, and the next one is read.
  @Test(
    arguments: [
      ("signs", "!?…—*#@§"), ("unassigned characters", "\u{378}\u{10FFFD}"),
      ("marks of direction", "\u{202A}\u{2066}\u{200F}"),
    ])
  @Core func aMegabyteWithoutAWordIsEmpty(name: String, unit: String) async throws {
    let session = try Session()
    let text = Array(repeatElement(Array(unit.utf8), count: (1 << 20) / unit.utf8.count).joined())
    let document = await session.read(text)
    #expect(
      document.error?.code == .empty && document.sentences.isEmpty, "\(name): \(String(describing: document.error))")
    let next = await session.read("One. Two.".utf8)
    #expect(next.isDone && next.sentences.count == 2)
    session.end()
  }
}

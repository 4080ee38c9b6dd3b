import Documents
import EventLoop
import Speech
import Testing

@testable import Reading

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// The text of several parts, before it is read.
@Suite(.timeLimit(.minutes(1)))
struct UtterancePartsTests {
  init() { loop }

  /// The reader takes sequences of terminals out, which must not move the places of the parts.
  @Test(arguments: [
    "\u{1B}[1;31mError:\u{1B}[0m bad", "N\u{8}NA\u{8}A", "a\rb", "a\r\nb\r", " 10%\r100%\ndone", "\u{1B}$B$3\u{1B}(B",
    "plain",
    "\u{9B}31mred", "cut \u{1B}[",
  ])
  @Core func theReaderChangesNothingOfThem(text: String) {
    var parts = UtteranceParts()
    parts.append(text)
    parts.append("two")
    parts.append(text)
    #expect(Array(PrintedText.cleaned(parts.text).utf8) == Array(parts.text.utf8), "\(parts.text.debugDescription)")
    let bytes = Array(parts.text.utf8)
    #expect(parts.parts.count == 3 && parts.parts.last?.span.utf8.upperBound == bytes.count)
    #expect(String(decoding: bytes[parts.parts[1].span.utf8], as: UTF8.self) == "two")
  }
}

import CommandOutput
import DirectReading
import Glibc
import SoundWire
import Speech
import Testing

@testable import BookExport

@Suite(.timeLimit(.minutes(1)))
struct ExportKeyTests {
  private static let gaps = Timeline.Gaps(leadingDelay: 0, trailingDelay: 0, sentence: 1, paragraph: 2)

  private func key(_ text: String, engine: String) -> String {
    var book = Book()
    book.text = Array(text.utf8)
    return book.fingerprint(Self.gaps, engine: engine)
  }

  @Test func anExportOfAnotherEngineIsNotContinued() {
    #expect(key("One.", engine: "espeak-ng 1.51") == key("One.", engine: "espeak-ng 1.51"))
    #expect(key("One.", engine: "espeak-ng 1.51") != key("One.", engine: "espeak-ng 1.52"))
    // The engine and the text are separated in the key.
    #expect(key("1One.", engine: "espeak-ng 1.5") != key("One.", engine: "espeak-ng 1.51"))
  }

  @Test(arguments: [
    ("a.m4b", "a", ".m4b"), ("dir.d/book", "dir.d/book", ""), ("b.tar.wav", "b.tar", ".wav"), (".wav", ".wav", ""),
  ])
  func filesBesideHaveItsNameWithoutTheEnding(path: String, stem: String, ending: String) {
    let file = ExportFile(path, .wav)
    #expect(file.beside("srt") == stem + ".srt")
    #expect(file.ofPart(4, of: 120).path == "\(stem)-005\(ending)")
    #expect((ExportFile(path) == nil) == ending.isEmpty)
  }

  @Test(arguments: [
    "/no such/a.wav", "/no such/a.wav.part", "/no such/a.wav.part.state", "/no such/a.wav.part.0a1b2c3d4e5f6071",
  ])
  func aFailureNamesTheFileOfTheListenerAndTheMissingFolder(path: String) {
    errno = ENOENT
    let failure = Partial.failure("write", path)
    #expect(failure.message == "cannot write '/no such/a.wav': there is no folder '/no such'")
    #expect(failure.cure == "mkdir -p '/no such'")
    errno = ENOSPC
    #expect(Partial.failure("write", path).message.hasPrefix("cannot write '/no such/a.wav': no space"))
  }

  @Test(arguments: [120, 80, 40, 20, 5, 1]) func theBarFitsInTheTerminal(columns: Int) {
    let line = ExportProgress.line(0.5, "50%  0:12 left  chapter 1 of 2", columns: columns)
    #expect(TextWidth.cells(line) < columns)
    if columns >= 80 { #expect(line.hasPrefix("[############------------] 50%")) }
  }
}

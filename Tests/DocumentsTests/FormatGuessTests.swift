import Documents
import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(3)))
struct FormatGuessTests {
  @Test func aFileShowsWhatItIs() {
    func guess(_ text: String, _ name: String = "") -> FormatGuess { FormatGuess(Array(text.utf8)[...], name: name) }
    #expect(
      guess("PK\u{3}\u{4}...") == .archive && guess("%PDF-1.7", "a.txt") == .format(.pdf)
        && guess("From x\n\n%PDF-1.7") == .format(.pdf))
    #expect(
      guess("\u{FEFF}<?xml version='1.0'?>\n<!-- x -->\n<!DOCTYPE HTML>") == .format(.html)
        && guess("<HTML>") == .format(.html))
    #expect(
      guess("WEBVTT\n") == .format(.subtitles)
        && guess("1\n00:00:01,0 --> 00:00:02,0\nx", "a.txt") == .format(.subtitles))
    #expect(guess("[ti:A Song]\n[00:12.00]Line", "a.txt") == .format(.subtitles))
    #expect(guess("Song\n[00:12]Line", "a.lrc") == .format(.subtitles) && guess("Song\n", "a.lrc") == .format(.text))
    // Chats have times, too.
    #expect(guess("[00:12] <ann> Hello", "a.txt") == .format(.text))
    #expect(
      guess("# x", "A.MD") == .format(.markdown) && guess("# x") == .format(.text)
        && guess("<b>x", "x.html") == .format(.html))
    #expect(guess("<3 you", "a.txt") == .format(.text) && guess("", "") == .format(.text))
    let wide = Array("<html>".utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(FormatGuess([0xFF, 0xFE] + wide[...], name: "") == .format(.html))
  }

  @Test(arguments: [
    ("{\\rtf1 x}", "LibreOffice"), ("AT&TFORM....DJVM", "djvutxt"),
    (String(repeating: "x", count: 60) + "BOOKMOBI", "ebook-convert"),
    ("<?xml version='1.0'?>\n<!-- x --><FictionBook xmlns='x'>", "ebook-convert"),
    ("<?xml version='1.0'?><office:document xmlns:office='x'>", "LibreOffice"),
  ])
  func anUnsupportedFormatIsNamedWithItsConverter(start: String, converter: String) {
    guard case .other(let format) = FormatGuess(Array(start.utf8)[...], name: "a.txt") else {
      Issue.record("taken for another format")
      return
    }
    #expect(format.name.contains(converter) && format.isForCalibre == (converter == "ebook-convert"))
  }
}

import Documents
import Testing

@Suite struct FileNameTests {
  @Test(
    arguments: [
      Array("/home/me/Ü b.txt".utf8), [], [0xFF, 0xFE], [0x63, 0x61, 0x66, 0xE9], [0xE2, 0x82], [0xC3, 0x28],
      [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xC0, 0xAF],
      [0x61, 0x80, 0xF0, 0x9F, 0x98, 0x80, 0xF0, 0x9F],
      // U+10FEFF itself, which stands for a byte elsewhere.
      [0xF4, 0x8F, 0xBB, 0xBF],
    ] as [[UInt8]]) func everyNameComesBackByteForByte(name: [UInt8])
  {
    #expect(FileName.bytes(FileName.text(name)) == name)
    #expect(FileName.cString(FileName.text(name)).map { UInt8(bitPattern: $0) } == name + [0])
  }

  @Test func randomNamesComeBackToo() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5000 {
      let name = (0..<Int.random(in: 0...12, using: &random)).map { _ in UInt8.random(in: 1...255, using: &random) }
      #expect(FileName.bytes(FileName.text(name)) == name, "\(name)")
    }
  }

  @Test func theNameOfAFileIsTheLastPartOfItsPath() {
    for (path, name) in [
      ("/books/a.epub", "a.epub"), ("a.epub", "a.epub"), ("dir/", "dir"), ("/", "/"), ("", ""),
      ("dir/\u{301}x.epub", "\u{301}x.epub"),
    ] {
      #expect(FileName.last(of: path).unicodeScalars.elementsEqual(name.unicodeScalars), "\(path)")
    }
    for (name, stem) in [("a.b.epub", "a.b"), (".profile", ".profile"), ("a", "a"), ("Dr.No", "Dr")] {
      #expect(FileName.stem(name) == stem)
    }
  }

  @Test func aNameInUTF8IsItself() {
    #expect(FileName.text("Grüße 🙂".utf8) == "Grüße 🙂")
  }

  @Test func peopleSeeThatSomethingIsThere() {
    #expect(Line.clean(FileName.text([0x63, 0x61, 0x66, 0xE9]), limit: 99) == "caf\u{FFFD}")
    #expect(Line.printable(FileName.text([0x61, 0xFF, 0x09])) == "a\u{FFFD}\t")
  }

  @Test func nothingThatCommandsATerminalIsPrintable() {
    #expect(Line.printable("a\u{1B}]0;b\u{7}\u{9B}31m\u{202E}c\u{2066}\u{7F}\r\n  d\te") == "a]0;b31mc\n  d\te")
    #expect(Line.printable("Grüße, שלום\u{200F} 🙂‍🌈") == "Grüße, שלום\u{200F} 🙂‍🌈")
  }
}

import Documents
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PrintedTextTests {
  private static let cases: [(printed: String, text: String)] = [
    ("\u{1B}[1;31mError:\u{1B}[0m no\n", "Error: no\n"), ("N\u{8}NA\u{8}AM\u{8}ME\u{8}E\n", "NAME\n"),
    ("_\u{8}f_\u{8}i_\u{8}l_\u{8}e\n", "file\n"), ("f\u{8}_o\u{8}_\n", "fo\n"), ("é\u{8}é_\u{8}ö音\u{8}音\n", "éö音\n"),
    ("bold\u{8}\u{8}\u{8}\u{8}bold it\n", "bold it\n"),
    ("\u{1B}]0;a title\u{7}text\u{1B}]8;;http://x\u{1B}\\link\n", "textlink\n"),
    ("\u{1B}(B\u{1B}[mplain\u{1B}=\u{1B}[?25h\n", "plain\n"), ("a\tb\r\nc\u{C}d", "a\tb\r\nc\u{C}d"),
    ("ring\u{7}\u{0E}s\u{0F}\u{7F}\n", "rings\n"), ("\u{9B}31mred\u{9B}0m £5 \u{85}\n", "red £5 \n"),
    ("\u{8}\u{8}x\u{8}\u{8}\u{8}yz", "yz"), ("cut \u{1B}[3", "cut "), ("\u{1B}]no end\nnext\n", "\nnext\n"),
    ("12\u{1B}[A\u{1B}[2K34", "34"), ("__init__ a_b", "__init__ a_b"),
    // Progress bars, and texts whose lines end so.
    (" 10%\r 50%\r100%\ndone\n", "100%\ndone\n"), ("a\nlong line\r\u{1B}[Kshort\n", "a\nshort\n"),
    ("one\rtwo\rthree", "one\rtwo\rthree"), ("one\r\ntwo\r\n", "one\r\ntwo\r\n"), ("one\r", "one\r"),
    ("a\n12345\u{1B}[3Dxy\u{1B}[1GA\n", "a\nA2xy5\n"), ("a\u{1B}[3Cb\n", "a   b\n"),
    ("a\r\r\nb\r\r\n", "a\r\nb\r\n"),
  ]

  @Test(arguments: cases.indices)
  func codesForTerminalsAndPrintersAreRemoved(index: Int) {
    let (printed, text) = Self.cases[index]
    #expect(String(decoding: PrintedText.cleaned(Array(printed.utf8)), as: UTF8.self) == text)
    // The result does not depend on the division into pieces.
    var cleaner = PrintedText()
    var pieces: [UInt8] = []
    for byte in printed.utf8 { pieces += cleaner.take([byte]) }
    pieces += cleaner.flush()
    #expect(String(decoding: pieces, as: UTF8.self) == text)
  }

  /// Random bytes of sequences, line ends and letters, some of them broken.
  @Test(arguments: 0..<8 as Range<UInt64>) func anyDivisionIntoPiecesGivesTheSameText(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let pieces: [[UInt8]] = [
      [0x1B], [0x5B], [0x5D], [0x08], [0x0D], [0x0A], [0x41], [0x5F], [0xC3, 0xA9], [0xE3, 0x81, 0x82], [0xC2, 0x9B],
      [0x33], [0x3B], [0x4B], [0x44], [0x43], [0x47], [0x07], [0x5C], [0x20], [0xC2], [0x80], [0x32, 0x4B],
    ]
    for _ in 0..<2000 {
      let bytes = (0..<random(40)).flatMap { _ in pieces[random(pieces.count)] }
      var cleaner = PrintedText()
      var output: [UInt8] = []
      var place = 0
      while place < bytes.count {
        let end = min(bytes.count, place + 1 + random(9))
        output += cleaner.take(bytes[place..<end])
        place = end
      }
      #expect(output + cleaner.flush() == PrintedText.cleaned(bytes), "\(bytes)")
    }
  }

  /// A file without such characters is passed on without a copy.
  @Test(arguments: cases.indices)
  func itIsKnownBeforeWhetherATextChanges(index: Int) {
    let (printed, text) = Self.cases[index]
    #expect(PrintedText.isNeeded(for: Array(printed.utf8)) == (printed != text))
    #expect(!PrintedText.isNeeded(for: Array("«\(text)» £".utf8)))
  }

  @Test func binaryDataPassesUnchanged() {
    for bytes in [[0xFF, 0xFE, 0x1B, 0x00, 0x08, 0x00], Array("\u{7F}ELF".utf8) + [0, 8, 0x1B]] as [[UInt8]] {
      #expect(PrintedText.cleaned(bytes) == bytes && !PrintedText.isNeeded(for: bytes))
    }
    let japanese = Array("\u{1B}$B$3$l$O\u{1B}(B.\n".utf8)
    #expect(PrintedText.cleaned(japanese) == japanese && !PrintedText.isNeeded(for: japanese))
    #expect(PrintedText.cleaned([0x63, 0x61, 0x66, 0xE9, 0xC2, 0x20]) == [0x63, 0x61, 0x66, 0xE9, 0xC2, 0x20])
  }

  /// A line without an end is not held back indefinitely.
  /// A program may send such a text. If each of its bytes looked at all of the line, it would take hours.
  @Test(arguments: ["\u{8}", "\r", "x\u{1B}[G", "\u{1B}[1Dé", "\u{1B}[K", "a\u{8}é\u{8}\u{8}"])
  func theTimeForATextGrowsWithItsLengthAlone(piece: String) {
    let text =
      Array(repeatElement(UInt8(ascii: "a"), count: 250_000)) + Array(String(repeating: piece, count: 100_000).utf8)
    var cleaner = PrintedText()
    let pieces = cleaner.take(text[...]) + cleaner.flush()
    #expect(pieces.count < text.count + 100_000 && PrintedText.cleaned(text).count <= text.count)
  }

  @Test func nothingIsLostOfALongLine() {
    let line = (0..<20_000).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    var cleaner = PrintedText()
    var output: [UInt8] = []
    for start in stride(from: 0, to: line.count, by: 1000) {
      output += cleaner.take(line[start..<start + 1000])
      #expect(output.count + 4096 >= start + 1000)
    }
    #expect(output + cleaner.flush() == line)
  }
}

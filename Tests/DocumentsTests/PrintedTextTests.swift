import Testing

@testable import aloud

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
    ("12\u{1B}[A\u{1B}[2K34", "1234"), ("__init__ a_b", "__init__ a_b"),
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
    #expect(PrintedText.cleaned([0x63, 0x61, 0x66, 0xE9, 0xC2, 0x20]) == [0x63, 0x61, 0x66, 0xE9, 0xC2, 0x20])
  }

  /// A line without an end is not held back indefinitely.
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

import DesktopSupport
import Testing
import TextDecoding

@Suite(.timeLimit(.minutes(3)))
struct TextDecoderTests {
  /// Decodes a file in pieces of one size.
  static func decode(_ bytes: [UInt8], pieces: Int = .max) throws(TextError) -> [UInt8] {
    var decoder = TextDecoder()
    var text: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      try decoder.decode(rest.prefix(pieces), into: &text)
      rest = rest.dropFirst(pieces)
    }
    try decoder.finish(into: &text)
    return text
  }

  static let sample = "Grüße, 世界! 😀 e\u{301} \u{10FFFF} end"

  static func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    ([0xFEFF] + Array(text.utf16)).flatMap { unit -> [UInt8] in
      let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      return bigEndian ? [high, low] : [low, high]
    }
  }

  @Test(arguments: [1, 2, 3, 5, 1000]) func textIsTheSameInAnyPieces(pieces: Int) throws {
    let expected = Array(Self.sample.utf8)
    #expect(try Self.decode(expected, pieces: pieces) == expected)
    #expect(try Self.decode([0xEF, 0xBB, 0xBF] + expected, pieces: pieces) == expected)
    #expect(try Self.decode(Self.utf16(Self.sample, bigEndian: false), pieces: pieces) == expected)
    #expect(try Self.decode(Self.utf16(Self.sample, bigEndian: true), pieces: pieces) == expected)
  }

  @Test(arguments: [1, 2, 1000]) func theBadByteIsNamed(pieces: Int) {
    let cases: [(bytes: [UInt8], offset: Int)] = [
      ([0x61, 0x62, 0xE4, 0x62], 2),  // Latin-1
      ([0x61, 0xC0, 0x80], 1), ([0xED, 0xA0, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xF4, 0x90, 0x80, 0x80], 0),
      ([0xE0, 0x80, 0x80], 0), ([0x61, 0xE4, 0xB8], 1), ([0x80], 0), ([0xFF], 0),
      ([0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00], 2),  // half a surrogate pair
      ([0xFF, 0xFE, 0x00, 0xDC], 2), ([0xFF, 0xFE, 0x61], 2), ([0xFE, 0xFF, 0xD8, 0x00], 2),
      ([0xEF, 0xBB, 0xBF, 0x61, 0xFF], 4),
    ]
    for (bytes, offset) in cases {
      #expect(throws: TextError(.wrongEncoding, offset: offset), "\(bytes)") {
        try Self.decode(bytes, pieces: pieces)
      }
    }
  }

  @Test func binaryDataAreNoText() {
    #expect(throws: TextError(.notText, offset: 2)) { try Self.decode([0x61, 0x62, 0, 0x63]) }
    #expect(throws: TextError(.notText, offset: 4)) { try Self.decode([0xFF, 0xFE, 0x61, 0, 0, 0]) }
  }

  @Test func nothingIsAnEmptyText() throws {
    #expect(try Self.decode([]) == [])
    #expect(try Self.decode([0xEF, 0xBB, 0xBF]) == [])
    #expect(try Self.decode([0xFF, 0xFE]) == [])
    #expect(try Self.decode([0x61]) == [0x61])
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func anyBytesAreDecodedAsTheStandardLibraryDoesOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        [0x61, 0x80, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5].randomElement(using: &generator)!
          as UInt8
      }
      let valid = String(validating: bytes, as: UTF8.self) != nil
      let decoded = try? Self.decode(bytes, pieces: Int.random(in: 1...4, using: &generator))
      #expect((decoded == bytes) == valid, "\(bytes)")
    }
  }
}

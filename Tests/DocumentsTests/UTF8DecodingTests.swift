import Documents
import Testing

@Suite(.timeLimit(.minutes(3)))
struct UTF8DecodingTests {
  /// Random bytes that are often UTF-8, and often nearly so.
  private static func text(_ generator: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<40 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: bytes += Array("a plain text".utf8)
      case 1: bytes.append(.random(in: 0...255, using: &generator))
      case 2: bytes += [.random(in: 0xE0...0xF5, using: &generator), .random(in: 0x80...0xBF, using: &generator)]
      default:
        let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) ?? "é"
        bytes += Array(String(scalar).utf8)
      }
    }
    return bytes
  }

  @Test func eachScalarIsThatOfAString() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = Self.text(&generator)
      var place = 0
      while place < bytes.count {
        let (scalar, length) = bytes.span.scalar(at: place)
        let own = bytes[place..<place + length]
        if length == 1, bytes[place] >= 0x80 {
          #expect(scalar == "\u{FFFD}")
          let isWhole = (1...4).contains { String(validating: bytes[place...].prefix($0), as: UTF8.self) != nil }
          #expect(!isWhole, "\(bytes[place...].prefix(4))")
        } else {
          #expect(String(validating: own, as: UTF8.self)?.unicodeScalars.elementsEqual([scalar]) == true, "\(own)")
        }
        place += length
      }
    }
  }
}

import Documents
import Testing
import Vocabulary

@testable import Reading

@Suite struct SpokenTextTests {
  @Test func everyPieceOfAGrownTextIsWhatWasAppended() {
    var text = SpokenText()
    var whole: [UInt8] = []
    for count in [0, 1, SpokenText.pieceSize - 2, 1, 1, 3 * SpokenText.pieceSize + 5, 7, SpokenText.pieceSize] {
      let chunk = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ whole.count) &* 31) }
      text.append(chunk)
      whole += chunk
      #expect(text.count == whole.count)
    }
    let size = SpokenText.pieceSize
    for range in [0..<0, 0..<1, size - 1..<size + 1, size..<2 * size, 5..<4 * size + 9, 0..<whole.count] {
      #expect(text.bytes(range) == Array(whole[range]))
    }
    #expect(text.bytes(whole.count - 2..<whole.count + 100) == Array(whole.suffix(2)))
    #expect(text.bytes(whole.count + 1..<whole.count + 2).isEmpty)
  }

  /// The fingerprint of pieces equals that of the whole: the stored one of an earlier run is compared with it.
  @Test func aTextHasTheFingerprintOfItsBytes() {
    let size = SpokenText.pieceSize
    for count in [0, 1, 7, 8, 9, size - 1, size, size + 1, 2 * size, 2 * size + 13] {
      let whole = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      var text = SpokenText()
      text.append(whole)
      #expect(fingerprint(of: text) == TextFingerprint.of(whole), "\(count)")
      _ = text.cut(from: count / 2)
      #expect(fingerprint(of: text) == TextFingerprint.of(Array(whole.prefix(count / 2))), "\(count)")
    }
  }

  private func fingerprint(of text: SpokenText) -> UInt64 {
    var print = TextFingerprint(byteCount: text.count)
    for piece in text.pieces { print.add(piece) }
    return print.value
  }

  @Test func onlyTheEndOfATextIsCutOffAndTheRestGrows() {
    let size = SpokenText.pieceSize
    let whole = (0..<2 * size + 100).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for start in [0, 1, size - 1, size, size + 1, 2 * size, whole.count - 1, whole.count, whole.count + 5] {
      var text = SpokenText()
      text.append(whole)
      #expect(text.cut(from: start) == Array(whole.dropFirst(start)))
      #expect(text.count == min(start, whole.count) && text.bytes(0..<text.count) == Array(whole.prefix(start)))
      text.append([1, 2, 3])
      #expect(text.bytes(0..<text.count) == Array(whole.prefix(start)) + [1, 2, 3])
    }
  }
}

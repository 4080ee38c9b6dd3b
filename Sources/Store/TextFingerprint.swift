/// Tells whether two texts are the same, without keeping one of them. Against chance, not against malice.
public enum TextFingerprint {
  /// The fingerprint of a text's bytes.
  public static func of(_ text: [UInt8]) -> UInt64 { of(pieces: [text], count: text.count) }

  /// The same, of a text of `count` bytes that is there in pieces: each but the last has a multiple of eight bytes.
  public static func of(pieces: [[UInt8]], count: Int) -> UInt64 {
    // Eight bytes at a time: a book passes in a millisecond. The step is that of MurmurHash64A (A. Appleby, 2008).
    let factor: UInt64 = 0xc6a4_a793_5bd1_e995
    var hash = UInt64(count) &* factor
    func mix(_ word: UInt64) {
      var word = word &* factor
      word ^= word >> 47
      hash = (hash ^ (word &* factor)) &* factor
    }
    for piece in pieces.dropLast() { piece.forEachWholeWord(mix) }
    (pieces.last ?? []).forEachWord(mix)
    hash ^= hash >> 47
    hash = hash &* factor
    return hash ^ hash >> 47
  }
}

extension [UInt8] {
  /// Calls `body` with eight bytes at a time, which are all that there are.
  fileprivate func forEachWholeWord(_ body: (UInt64) -> Void) {
    precondition(count % 8 == 0, "a piece of \(count) bytes in the middle of a text")
    withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 8) {
        body(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      }
    }
  }

  /// Calls `body` with eight bytes at a time, as the machine orders them, and at last with what is left of them, which
  /// may be nothing.
  func forEachWord(_ body: (UInt64) -> Void) {
    withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        body(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      var rest: UInt64 = 0
      for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
      body(rest)
    }
  }
}

/// Tells whether two texts are the same, without keeping one of them. Against chance, not against malice.
public struct TextFingerprint {
  // Eight bytes at a time: a book passes in a millisecond. The step is that of MurmurHash64A (A. Appleby, 2008).
  private static let factor: UInt64 = 0xc6a4_a793_5bd1_e995

  private var hash: UInt64
  /// The bytes at the end that are no whole word.
  private var rest: UInt64 = 0

  /// The fingerprint of a text that comes in pieces.
  ///
  /// - Parameter byteCount: of all of them together.
  public init(byteCount: Int) { hash = UInt64(byteCount) &* Self.factor }

  /// The fingerprint of a text's bytes.
  public static func of(_ text: [UInt8]) -> UInt64 {
    var print = TextFingerprint(byteCount: text.count)
    print.add(text)
    return print.value
  }

  /// Takes the next piece.
  ///
  /// - Parameter bytes: so many that they can be divided by eight, but for the last piece.
  public mutating func add(_ bytes: [UInt8]) { rest = bytes.forEachWholeWord { add(word: $0) } }

  /// Takes the next eight bytes, as the machine orders them.
  public mutating func add(word: UInt64) { hash = Self.mix(hash, word) }

  /// What tells the text, when all of it has been taken.
  public var value: UInt64 {
    var hash = Self.mix(hash, rest)
    hash ^= hash >> 47
    hash = hash &* Self.factor
    return hash ^ hash >> 47
  }

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    var word = word &* factor
    word ^= word >> 47
    return (hash ^ (word &* factor)) &* factor
  }
}

extension [UInt8] {
  /// Calls `body` with eight bytes at a time, as the machine orders them, and at last with what is left of them, which
  /// may be nothing.
  func forEachWord(_ body: (UInt64) -> Void) { body(forEachWholeWord(body)) }

  /// The same, but for what is left.
  ///
  /// - Returns: what is left.
  fileprivate func forEachWholeWord(_ body: (UInt64) -> Void) -> UInt64 {
    withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        body(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      var rest: UInt64 = 0
      for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
      return rest
    }
  }
}

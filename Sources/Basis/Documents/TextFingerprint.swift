/// Shows whether two texts are equal without keeping them. It protects against chance, not against malice.
public struct TextFingerprint {
  // Eight bytes at a time: a book takes a millisecond. The step is that of MurmurHash64A (A. Appleby, 2008).
  private static let factor: UInt64 = 0xc6a4_a793_5bd1_e995

  private var hash: UInt64
  /// The bytes at the end that do not fill a word.
  private var rest: UInt64 = 0

  /// The fingerprint of a text that comes in pieces.
  ///
  /// - Parameter byteCount: the bytes of all pieces together.
  public init(byteCount: Int) { hash = UInt64(byteCount) &* Self.factor }

  /// The fingerprint of a text's bytes.
  public static func of(_ text: [UInt8]) -> UInt64 {
    var print = TextFingerprint(byteCount: text.count)
    print.add(text)
    return print.value
  }

  /// Takes the next piece.
  ///
  /// - Parameter bytes: a multiple of eight bytes, except in the last piece.
  public mutating func add(_ bytes: [UInt8]) { rest = bytes.forEachWholeWord { add(word: $0) } }

  /// Takes the next eight bytes, in the machine's byte order.
  public mutating func add(word: UInt64) { hash = Self.mix(hash, word) }

  /// The fingerprint, when all of the text has been taken.
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
  /// Calls `body` with eight bytes at a time, in the machine's byte order.
  ///
  /// - Returns: the rest, which may be empty.
  func forEachWholeWord(_ body: (UInt64) -> Void) -> UInt64 {
    let bytes = span
    var offset = 0
    while offset + 8 <= bytes.count {
      // The compiler makes one load of it.
      var word: UInt64 = 0
      for index in 0..<8 { word |= UInt64(bytes[offset + index]) << UInt64(8 * index) }
      body(word)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return rest
  }
}

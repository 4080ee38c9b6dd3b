/// Identifies a document by its contents, wherever it is stored and whatever its name is. It protects against chance,
/// not against malice.
///
/// For a long file only its size, its two ends and samples in between count, so that a book on a slow disk is
/// identified in a millisecond. For a file up to 128 KiB every byte counts.
public struct ContentID: Hashable, Sendable {
  /// The 128 bits; `high` holds the more significant ones.
  public let high, low: UInt64

  /// An id from its bits.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The id of a complete text.
  public init(text: [UInt8]) { self.init(size: text.count, parts: text) }

  /// The id from 32 hexadecimal digits as in ``text``; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// 32 hexadecimal digits.
  public var text: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// The id of a document of `size` bytes, of which these parts count.
  public init(size: Int, parts: [UInt8]) {
    var hasher = Hasher(size: size)
    hasher.add(parts)
    self = hasher.id
  }

  /// The id of a text that is added piece by piece.
  public struct Hasher {
    // Two hashes with different factors: a chance agreement of one does not affect the other.
    private var a, b: UInt64
    /// The bytes at the end that do not fill a word.
    private var rest: UInt64 = 0
    private var count = 0

    /// - Parameter size: the bytes of the whole text.
    public init(size: Int) { (a, b) = (UInt64(size) &+ 0x9E37_79B9_7F4A_7C15, ~UInt64(size)) }

    /// Takes the next piece.
    ///
    /// - Parameter bytes: a multiple of eight bytes, except in the last piece.
    public mutating func add(_ bytes: [UInt8]) {
      rest = bytes.forEachWholeWord { mix($0) }
      count += bytes.count
    }

    /// The id, when all of the text was taken.
    public var id: ContentID {
      var end = self
      for word in [rest, UInt64(count), UInt64(count)] { end.mix(word) }
      return ContentID(high: end.a, low: end.b)
    }

    private mutating func mix(_ word: UInt64) {
      a = (a ^ (word &* 0xc6a4_a793_5bd1_e995)) &* 0xff51_afd7_ed55_8ccd
      a ^= a >> 32
      b = (b &+ (word ^ word >> 29) &* 0xbf58_476d_1ce4_e5b9) &* 0x94d0_49bb_1331_11eb
      b ^= b >> 31
    }
  }
}

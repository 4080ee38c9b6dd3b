import Glibc

/// Tells a document by what is in it, wherever it lies and whatever it is called. Against chance, not against malice.
///
/// Of a long file only its size, its two ends and samples in between count, so that a book on a slow disk is told in a
/// millisecond; of a file up to 128 KiB every byte does.
public struct ContentID: Hashable, Sendable {
  /// Its 128 bits, the more significant ones first.
  public let high, low: UInt64

  private static let endLength = 64 << 10
  private static let sampleCount = 16
  private static let sampleLength = 4 << 10

  /// An id from its bits.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Of a text that is there as a whole.
  public init(text: [UInt8]) { self.init(size: text.count, parts: text) }

  /// Of an open regular file, whose place stays where it is; `nil` for what is none, or cannot be read. Blocks for as
  /// long as the disk takes for 200 KiB at the most.
  public init?(of descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    var ranges = [0..<min(size, Self.endLength)]
    if size > Self.endLength { ranges.append(max(Self.endLength, size - Self.endLength)..<size) }
    let (start, end) = (Self.endLength, size - Self.endLength)
    if end - start > Self.sampleCount * Self.sampleLength {
      ranges += (0..<Self.sampleCount).map { index in
        let offset = start + (end - start - Self.sampleLength) * index / (Self.sampleCount - 1)
        return offset..<offset + Self.sampleLength
      }
    } else if end > start {
      ranges.append(start..<end)
    }
    var parts: [UInt8] = []
    for range in ranges {
      guard let bytes = Self.bytes(range, of: descriptor) else { return nil }
      parts += bytes
    }
    self.init(size: size, parts: parts)
  }

  /// From 32 hexadecimal digits, as ``text`` has them; `nil` for anything else.
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

  private init(size: Int, parts: [UInt8]) {
    // Two hashes of different factors: what makes one of them agree by chance does not the other.
    var (a, b) = (UInt64(size) &+ 0x9E37_79B9_7F4A_7C15, ~UInt64(size))
    func mix(_ word: UInt64) {
      a = (a ^ (word &* 0xc6a4_a793_5bd1_e995)) &* 0xff51_afd7_ed55_8ccd
      a ^= a >> 32
      b = (b &+ (word ^ word >> 29) &* 0xbf58_476d_1ce4_e5b9) &* 0x94d0_49bb_1331_11eb
      b ^= b >> 31
    }
    parts.forEachWord(mix)
    for _ in 0..<2 { mix(UInt64(parts.count)) }
    self.init(high: a, low: b)
  }

  private static func bytes(_ range: Range<Int>, of descriptor: CInt) -> [UInt8]? {
    var isRead = true
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let more = pread(
          descriptor, buffer.baseAddress! + count, range.count - count, off_t(range.lowerBound + count))
        guard more > 0 else {
          isRead = false
          return
        }
        count += more
      }
    }
    return isRead ? bytes : nil
  }
}

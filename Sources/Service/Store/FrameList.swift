public import Speech

/// The lengths of a chapter's sentences as a compact blob: about three bytes per sentence.
///
/// The format is LEB128 of each length plus one; 0 stands for an unknown length.
public enum FrameList {
  /// Encodes lengths, each 0 or more, `nil` if unknown.
  public static func encode(_ lengths: some Collection<Frame?>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lengths.count * 3)
    for length in lengths { append(length, to: &bytes) }
    return bytes
  }

  /// Adds a length, 0 or more, `nil` if unknown, to a blob.
  public static func append(_ length: Frame?, to bytes: inout [UInt8]) {
    var rest = length.map { UInt64(max(0, $0)) + 1 } ?? 0
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Decodes a blob; `nil` if it is not one of exactly `count` lengths, each of at most a day.
  public static func decode(_ bytes: [UInt8], count: Int) -> [Frame?]? {
    // A length takes at least one byte; nothing is allocated for lengths that cannot be there.
    guard count >= 0, bytes.count >= count else { return nil }
    var reader = Reader(bytes)
    var lengths: [Frame?] = []
    lengths.reserveCapacity(count)
    while lengths.count < count {
      guard let length = reader.next() else { return nil }
      lengths.append(length)
    }
    return reader.isAtEnd ? lengths : nil
  }

  /// Decodes a blob length by length.
  public struct Reader {
    /// A day at 48 kHz; no sentence is longer.
    private static let longest: UInt64 = 86_400 * 48_000

    private let bytes: [UInt8]
    private var index = 0
    /// True if all lengths were read.
    public var isAtEnd: Bool { index == bytes.count }

    /// Reads a blob from its beginning.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next length, of which `.some(nil)` is unknown; `nil` if there is none, or it is invalid.
    public mutating func next() -> Frame?? {
      var value: UInt64 = 0
      var shift: UInt64 = 0
      while index < bytes.count, shift < 35 {
        let byte = bytes[index]
        index += 1
        value |= UInt64(byte & 0x7F) << shift
        shift += 7
        guard byte & 0x80 == 0 else { continue }
        guard value <= Self.longest else { return nil }
        return .some(value == 0 ? nil : Frame(value - 1))
      }
      return nil
    }
  }
}

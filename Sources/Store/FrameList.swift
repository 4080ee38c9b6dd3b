public import Speech

/// The lengths of a chapter's sentences as a compact blob: about three bytes per sentence.
///
/// The format is LEB128 of each length plus one; 0 stands for an unknown length.
public enum FrameList {
  /// Encodes lengths, each 0 or more, `nil` if unknown.
  public static func encode(_ lengths: some Collection<Frame?>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lengths.count * 3)
    for length in lengths {
      var rest = length.map { UInt64(max(0, $0)) + 1 } ?? 0
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    return bytes
  }

  /// Decodes a blob; `nil` if it is not one of exactly `count` lengths, each of at most a day.
  public static func decode(_ bytes: [UInt8], count: Int) -> [Frame?]? {
    // A day at 48 kHz; no sentence is longer.
    let longest: UInt64 = 86_400 * 48_000
    // A length takes at least one byte; nothing is allocated for lengths that cannot be there.
    guard count >= 0, bytes.count >= count else { return nil }
    var lengths: [Frame?] = []
    lengths.reserveCapacity(count)
    var value: UInt64 = 0
    var shift: UInt64 = 0
    for byte in bytes {
      guard shift < 35 else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      guard value <= longest, lengths.count < count else { return nil }
      lengths.append(value == 0 ? nil : Frame(value - 1))
      value = 0
      shift = 0
    }
    return shift == 0 && lengths.count == count ? lengths : nil
  }
}

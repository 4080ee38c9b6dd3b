/// The list at the end of a ZIP archive, for the one question that libarchive does not answer: whether its parts lie
/// over one another, so that few bytes unpack to many.
enum ArchiveDirectory {
  private static let endLength = 22
  private static let entryLength = 46
  private static let localLength = 30
  /// Bytes of the longest list that is looked at; each entry has at least 46.
  private static let maximumLength = 32 << 20

  /// Where a list cannot be read, libarchive has its say later.
  static func check(_ reader: ByteReader) throws(DocumentError) {
    guard let end = findEnd(reader) else { return }
    let (start, length) = (Int(end.u32(16)), Int(end.u32(12)))
    guard start != 0xFFFF_FFFF, length <= maximumLength, start + length <= reader.size else { return }
    var list = [UInt8](repeating: 0, count: length)
    guard list.withUnsafeMutableBytes({ reader.read(at: start, into: $0) }) == length else { return }
    try check(parts(in: list[...]))
  }

  private static func findEnd(_ reader: ByteReader) -> ArraySlice<UInt8>? {
    // A comment of up to 64 kB may follow.
    var tail = [UInt8](repeating: 0, count: min(reader.size, endLength + 0xFFFF))
    let start = reader.size - tail.count
    guard tail.withUnsafeMutableBytes({ reader.read(at: start, into: $0) }) == tail.count else { return nil }
    var index = tail.count - endLength
    while index >= 0 {
      if tail[index...].starts(with: [0x50, 0x4B, 5, 6]) { return tail[index...] }
      index -= 1
    }
    return nil
  }

  /// Where the parts lie, as far as that is sure.
  private static func parts(in list: ArraySlice<UInt8>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var rest = list
    while rest.count >= entryLength, rest.starts(with: [0x50, 0x4B, 1, 2]) {
      let (packed, nameLength, start) = (Int(rest.u32(20)), Int(rest.u16(28)), Int(rest.u32(42)))
      if packed != 0xFFFF_FFFF && start != 0xFFFF_FFFF {
        parts.append(start..<start + localLength + nameLength + packed)
      }
      rest = rest.dropFirst(entryLength + nameLength + Int(rest.u16(30)) + Int(rest.u16(32)))
    }
    return parts
  }

  private static func check(_ parts: [Range<Int>]) throws(DocumentError) {
    var end = 0
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard part.lowerBound >= end else {
        throw DocumentError(.harmful, "parts of the archive lie over one another at byte \(part.lowerBound)")
      }
      end = part.upperBound
    }
  }
}

extension ArraySlice<UInt8> {
  /// Little-endian, `offset` bytes behind the start.
  fileprivate func u16(_ offset: Int) -> UInt16 {
    UInt16(self[startIndex + offset]) | UInt16(self[startIndex + offset + 1]) << 8
  }

  fileprivate func u32(_ offset: Int) -> UInt32 { UInt32(u16(offset)) | UInt32(u16(offset + 2)) << 16 }
}

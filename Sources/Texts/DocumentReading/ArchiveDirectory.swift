import Documents
import Vocabulary

/// The central directory of a ZIP archive, for two things that libarchive does not do. It shows whether parts overlap,
/// so that few bytes unpack to many. It leads to any part at once, while libarchive only moves forward.
struct ArchiveDirectory {
  /// A part as an archive of its own: its bytes in the file, and a directory that lists this part alone.
  struct Window {
    var start: Int
    var length: Int
    var list: [UInt8]
  }

  private struct Entry {
    /// The first byte of the part's header.
    var start: Int
    /// The earliest possible end of the part.
    var end: Int
    /// The part's entry in the directory.
    var line: Range<Int>
  }

  private static let endLength = 22
  private static let entryLength = 46
  private static let localLength = 30
  /// Bytes of the longest directory that is read; each entry has at least 46.
  private static let maximumLength = 32 << 20

  private let list: [UInt8]
  /// The entries in the order of the file.
  private let entries: [Entry]
  /// The directory's offset in the file.
  private let start: Int

  /// `nil` if the directory cannot be read completely; libarchive judges such an archive later.
  ///
  /// - Throws: if parts overlap.
  init?(_ reader: OffsetReader) throws(Trouble) {
    guard let end = Self.findEnd(reader) else { return nil }
    let length = Int(end.u32(12))
    start = Int(end.u32(16))
    guard start != 0xFFFF_FFFF, length <= Self.maximumLength, start + length <= reader.size else { return nil }
    var list = [UInt8](repeating: 0, count: length)
    let (start, count) = (start, end.u16(10))
    guard list.withUnsafeMutableBytes({ reader.read(at: start, into: $0) }) == length else { return nil }
    self.list = list
    let (entries, isWhole) = Self.entries(in: list[...])
    self.entries = entries.sorted { $0.start < $1.start }
    var last = 0
    for entry in self.entries {
      guard entry.start >= last else {
        throw Trouble(.harmful, "parts of the archive lie over one another at byte \(entry.start)")
      }
      last = entry.end
    }
    guard isWhole, UInt16(truncatingIfNeeded: entries.count) == count, last <= start else { return nil }
  }

  /// The number of parts, folders included.
  var count: Int { entries.count }

  /// The name of a part, counted in the order of the file: UTF-8, as EPUB requires.
  func name(_ index: Int) -> String? {
    guard entries.indices.contains(index) else { return nil }
    let line = list[entries[index].line]
    return String(decoding: line.dropFirst(Self.entryLength).prefix(Int(line.u16(28))), as: UTF8.self)
  }

  /// One part, counted in the order of the file.
  func window(_ index: Int) -> Window {
    let entry = entries[index]
    let end = index + 1 < entries.count ? entries[index + 1].start : start
    var line = Array(list[entry.line])
    let length = end - entry.start
    line.replaceSubrange(42..<46, with: [0, 0, 0, 0])
    let tail: [UInt8] =
      [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + Self.u32(line.count) + Self.u32(length) + [0, 0]
    return Window(start: entry.start, length: length, list: line + tail)
  }

  private static func u32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }

  private static func findEnd(_ reader: OffsetReader) -> ArraySlice<UInt8>? {
    // A comment of up to 64 kB may follow the record.
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

  /// The parts whose position is given. `isWhole` is true if those are all parts.
  private static func entries(in list: ArraySlice<UInt8>) -> ([Entry], isWhole: Bool) {
    var entries: [Entry] = []
    var isWhole = true
    var rest = list
    while rest.count >= entryLength, rest.starts(with: [0x50, 0x4B, 1, 2]) {
      let (packed, nameLength, start) = (Int(rest.u32(20)), Int(rest.u16(28)), Int(rest.u32(42)))
      let length = entryLength + nameLength + Int(rest.u16(30)) + Int(rest.u16(32))
      if packed != 0xFFFF_FFFF && start != 0xFFFF_FFFF && length <= rest.count {
        entries.append(
          Entry(
            start: start, end: start + localLength + nameLength + packed,
            line: rest.startIndex..<rest.startIndex + length))
      } else {
        isWhole = false
      }
      rest = rest.dropFirst(length)
    }
    return (entries, isWhole && rest.isEmpty)
  }
}

extension ArraySlice<UInt8> {
  /// Reads a little-endian number `offset` bytes after the start.
  fileprivate func u16(_ offset: Int) -> UInt16 {
    UInt16(self[startIndex + offset]) | UInt16(self[startIndex + offset + 1]) << 8
  }

  fileprivate func u32(_ offset: Int) -> UInt32 { UInt32(u16(offset)) | UInt32(u16(offset + 2)) << 16 }
}

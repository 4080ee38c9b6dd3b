/// Writes ZIP archives, including malformed ones.
public struct ZIPWriter {
  /// A part of an archive.
  public struct Part {
    /// Its name.
    public var name: String
    /// The bytes as stored in the archive.
    public var bytes: [UInt8]
    /// 0 for stored bytes, 8 for deflate.
    public var method: UInt16 = 0
    /// The declared unpacked size; the length of `bytes` if `nil`.
    public var length: Int?
    /// 0o100644 is a file, 0o120777 a symbolic link.
    public var mode: UInt32 = 0o100644
    /// The flags; bit 0 means encrypted.
    public var flags: UInt16 = 0x800
    /// The index of another part whose bytes this part declares as its own.
    public var overlapping: Int?

    /// A stored part.
    public init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The parts in the order of the file.
  public var parts: [Part]

  /// An archive of these parts.
  public init(_ parts: [Part]) { self.parts = parts }

  /// The whole file.
  public var bytes: [UInt8] {
    var file: [UInt8] = []
    var list: [UInt8] = []
    var starts: [Int] = []
    for part in parts {
      let start = part.overlapping.map { starts[$0] } ?? file.count
      starts.append(start)
      let checksum = part.method == 0 ? Self.checksum(part.bytes) : 0
      let common =
        Self.u16(20) + Self.u16(part.flags) + Self.u16(part.method) + Self.u32(0x21_0000) + Self.u32(checksum)
        + Self.u32(UInt32(part.bytes.count)) + Self.u32(UInt32(part.length ?? part.bytes.count))
        + Self.u16(UInt16(part.name.utf8.count)) + Self.u16(0)
      if part.overlapping == nil { file += [0x50, 0x4B, 3, 4] + common + Array(part.name.utf8) + part.bytes }
      list += [0x50, 0x4B, 1, 2] + Self.u16(0x031E) + common + Self.u16(0) + Self.u16(0) + Self.u16(0)
      list += Self.u32(part.mode << 16) + Self.u32(UInt32(start)) + Array(part.name.utf8)
    }
    let count = Self.u16(UInt16(truncatingIfNeeded: parts.count))
    return file + list + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count + Self.u32(UInt32(list.count))
      + Self.u32(UInt32(file.count)) + [0, 0]
  }

  /// Deflated data that unpack to `count` times the letter a, a thousandth as long.
  public static func deflatedLetters(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var waiting: UInt32 = 0
    var length = 0
    func put(_ bits: [UInt32]) {
      for bit in bits {
        waiting |= bit << UInt32(length)
        length += 1
        if length == 8 {
          bytes.append(UInt8(waiting))
          (waiting, length) = (0, 0)
        }
      }
    }
    // The last block with fixed codes; then the letter, and copies of 258 bytes at distance one.
    put([1, 1, 0])
    put([1, 0, 0, 1, 0, 0, 0, 1])
    for _ in 0..<count / 258 { put([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]) }
    put([0, 0, 0, 0, 0, 0, 0])
    put([0, 0, 0, 0, 0, 0, 0])
    return bytes
  }

  private static func u16(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }

  private static func u32(_ value: UInt32) -> [UInt8] {
    u16(UInt16(truncatingIfNeeded: value)) + u16(UInt16(value >> 16))
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }
}

/// Appends little-endian values.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func u8(_ value: UInt8) { bytes.append(value) }

  mutating func u16(_ value: UInt16) {
    u8(UInt8(truncatingIfNeeded: value))
    u8(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func u32(_ value: UInt32) {
    u16(UInt16(truncatingIfNeeded: value))
    u16(UInt16(truncatingIfNeeded: value >> 16))
  }

  /// Traps if a value is negative or needs more than 32 bits.
  mutating func count(_ value: Int) { u32(UInt32(value)) }

  mutating func range(_ range: Range<Int>) {
    count(range.lowerBound)
    count(range.count)
  }

  mutating func raw(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

  /// Appends the length, then a string of at most 65,535 bytes; a longer one is cut between characters.
  mutating func string(_ value: String) {
    var value = value[...]
    while value.utf8.count > Int(UInt16.max) { value = value.prefix(value.count / 2) }
    u16(UInt16(value.utf8.count))
    raw(value.utf8)
  }

  mutating func samples(_ samples: [Int16]) {
    bytes.reserveCapacity(bytes.count + samples.count * 2)
    for sample in samples { u16(UInt16(bitPattern: sample)) }
  }
}

/// Takes little-endian values off the front; `nil` if there are too few bytes.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  var remaining: Int { bytes.endIndex - position }

  mutating func u8() -> UInt8? {
    guard remaining >= 1 else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func u16() -> UInt16? {
    guard remaining >= 2 else { return nil }
    defer { position += 2 }
    return UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8
  }

  mutating func u32() -> UInt32? {
    guard let low = u16(), let high = u16() else { return nil }
    return UInt32(low) | UInt32(high) << 16
  }

  mutating func count() -> Int? { u32().map { Int($0) } }

  mutating func range() -> Range<Int>? {
    guard let start = count(), let length = count() else { return nil }
    return start..<start + length
  }

  mutating func raw(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, remaining >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func string() -> String? {
    guard let count = u16(), let raw = raw(Int(count)) else { return nil }
    return String(validating: raw, as: UTF8.self)
  }

  mutating func rest() -> ArraySlice<UInt8> {
    defer { position = bytes.endIndex }
    return bytes[position...]
  }

  /// The rest as samples; `nil` if it ends within a sample.
  mutating func samples() -> [Int16]? {
    guard remaining % 2 == 0 else { return nil }
    let rest = rest()
    let bytes = rest.span
    return (0..<bytes.count / 2).map { Int16(bitPattern: UInt16(bytes[$0 &* 2]) | UInt16(bytes[$0 &* 2 &+ 1]) << 8) }
  }
}

package import Speech
package import Vocabulary

/// Appends little-endian values.
package struct ByteWriter {
  /// Everything so far.
  package private(set) var bytes: [UInt8] = []

  /// Nothing yet.
  package init() {}

  /// Appends one byte.
  package mutating func u8(_ value: UInt8) { bytes.append(value) }

  /// Appends two bytes.
  package mutating func u16(_ value: UInt16) {
    u8(UInt8(truncatingIfNeeded: value))
    u8(UInt8(truncatingIfNeeded: value >> 8))
  }

  /// Appends four bytes.
  package mutating func u32(_ value: UInt32) {
    u16(UInt16(truncatingIfNeeded: value))
    u16(UInt16(truncatingIfNeeded: value >> 16))
  }

  /// Traps if a value is negative or needs more than 32 bits.
  package mutating func count(_ value: Int) { u32(UInt32(value)) }

  /// Appends the start and the number of values; traps like ``count(_:)``.
  package mutating func range(_ range: Range<Int>) {
    count(range.lowerBound)
    count(range.count)
  }

  /// Appends bytes as they are.
  package mutating func raw(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

  /// Appends the length, then a string of at most 65,535 bytes; a longer one is cut between characters.
  package mutating func string(_ value: String) {
    var value = value[...]
    while value.utf8.count > Int(UInt16.max) { value = value.prefix(value.count / 2) }
    u16(UInt16(value.utf8.count))
    raw(value.utf8)
  }

  /// Appends samples of 16 bits.
  package mutating func samples(_ samples: [Int16]) {
    bytes.reserveCapacity(bytes.count + samples.count * 2)
    for sample in samples { u16(UInt16(bitPattern: sample)) }
  }

  /// Appends eight bytes.
  package mutating func u64(_ value: UInt64) {
    u32(UInt32(truncatingIfNeeded: value))
    u32(UInt32(truncatingIfNeeded: value >> 32))
  }

  /// Appends a place in the text in its three units.
  package mutating func place(_ place: TextPlace) {
    count(place.scalars)
    count(place.utf8)
    count(place.utf16)
  }

  /// Appends a part of the text in its three units.
  package mutating func span(_ span: TextSpan) {
    range(span.scalars)
    range(span.utf8)
    range(span.utf16)
  }

  /// Appends a piece of something that takes several packets.
  package mutating func piece(first: Int, total: Int, _ bytes: [UInt8]) {
    count(first)
    count(total)
    raw(bytes)
  }

  /// Appends a trouble.
  package mutating func trouble(_ trouble: Trouble) {
    u16(trouble.code.rawValue)
    string(trouble.detail)
  }
}

/// Takes little-endian values off the front; `nil` if there are too few bytes.
package struct ByteReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  /// A reader at the start of these bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The number of bytes that are left.
  package var remaining: Int { bytes.endIndex - position }

  /// The next byte.
  package mutating func u8() -> UInt8? {
    guard remaining >= 1 else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next two bytes.
  package mutating func u16() -> UInt16? {
    guard remaining >= 2 else { return nil }
    defer { position += 2 }
    return UInt16(bytes[position]) | UInt16(bytes[position + 1]) << 8
  }

  /// The next four bytes.
  package mutating func u32() -> UInt32? {
    guard let low = u16(), let high = u16() else { return nil }
    return UInt32(low) | UInt32(high) << 16
  }

  /// A number of 32 bits.
  package mutating func count() -> Int? { u32().map { Int($0) } }

  /// A start and a number of values.
  package mutating func range() -> Range<Int>? {
    guard let start = count(), let length = count() else { return nil }
    return start..<start + length
  }

  /// So many bytes.
  package mutating func raw(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, remaining >= count else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// A string that is valid UTF-8.
  package mutating func string() -> String? {
    guard let count = u16(), let raw = raw(Int(count)) else { return nil }
    return String(validating: raw, as: UTF8.self)
  }

  /// All that is left.
  package mutating func rest() -> ArraySlice<UInt8> {
    defer { position = bytes.endIndex }
    return bytes[position...]
  }

  /// The rest as samples; `nil` if it ends within a sample.
  package mutating func samples() -> [Int16]? {
    guard remaining % 2 == 0 else { return nil }
    let rest = rest()
    let bytes = rest.span
    return (0..<bytes.count / 2).map { Int16(bitPattern: UInt16(bytes[$0 &* 2]) | UInt16(bytes[$0 &* 2 &+ 1]) << 8) }
  }

  /// The next eight bytes.
  package mutating func u64() -> UInt64? {
    guard let low = u32(), let high = u32() else { return nil }
    return UInt64(low) | UInt64(high) << 32
  }

  /// A place in the text.
  package mutating func place() -> TextPlace? {
    guard let scalars = count(), let utf8 = count(), let utf16 = count() else { return nil }
    return TextPlace(scalars: scalars, utf8: utf8, utf16: utf16)
  }

  /// A part of the text.
  package mutating func span() -> TextSpan? {
    guard let scalars = range(), let utf8 = range(), let utf16 = range() else { return nil }
    return TextSpan(scalars: scalars, utf8: utf8, utf16: utf16)
  }

  /// A piece of something that takes several packets.
  package mutating func piece() -> (first: Int, total: Int, bytes: [UInt8])? {
    guard let first = count(), let total = count() else { return nil }
    return (first, total, Array(rest()))
  }

  /// A trouble that a worker may tell of itself.
  package mutating func trouble() -> Trouble? {
    guard let raw = u16(), let code = TroubleCode(rawValue: raw), code.isOfWorkers, let detail = string() else {
      return nil
    }
    return Trouble(code, detail)
  }

  /// Elements up to the end; `nil` if one of them is malformed.
  package mutating func list<Element>(_ element: (inout ByteReader) -> Element?) -> [Element]? {
    var elements: [Element] = []
    while remaining > 0 {
      guard let next = element(&self) else { return nil }
      elements.append(next)
    }
    return elements
  }
}

import Documents

extension [UInt16] {
  /// Adds characters in UTF-8, decoded to UTF-16. What is not UTF-8 becomes U+FFFD, as in a `String`.
  mutating func append(utf8 characters: ArraySlice<UInt8>) {
    let start = count
    var end = start
    // UTF-16 never has more units than UTF-8 has bytes.
    append(contentsOf: repeatElement(0, count: characters.count))
    let isValid = withUnsafeMutableBufferPointer { units in Self.decode(characters.span, to: units, from: &end) }
    removeLast(count - (isValid ? end : start))
    if !isValid { append(contentsOf: Array(String(decoding: characters, as: UTF8.self).utf16)) }
  }

  /// Decodes `bytes` to the units from `end` on. Returns false at the first byte that is not UTF-8.
  private static func decode(
    _ bytes: Span<UInt8>, to units: UnsafeMutableBufferPointer<UInt16>, from end: inout Int
  ) -> Bool {
    var place = 0
    var next = end
    while place < bytes.count {
      let (scalar, length) = bytes.scalar(at: place)
      let value = scalar.value
      if value < 0x10000 {
        guard length > 1 || value < 0x80 else { return false }
        units[next] = UInt16(value)
        next &+= 1
      } else {
        units[next] = UTF16.leadSurrogate(scalar)
        units[next &+ 1] = UTF16.trailSurrogate(scalar)
        next &+= 2
      }
      place &+= length
      if value < 0x80 { decodeASCII(bytes, &place, to: units, &next) }
    }
    end = next
    return true
  }

  /// Decodes letters of ASCII, eight at a time.
  @inline(__always)
  private static func decodeASCII(
    _ bytes: Span<UInt8>, _ place: inout Int, to units: UnsafeMutableBufferPointer<UInt16>, _ next: inout Int
  ) {
    while place &+ 8 <= bytes.count {
      let eight = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      guard eight & 0x8080_8080_8080_8080 == 0 else { return }
      let wide = SIMD8<UInt16>(truncatingIfNeeded: unsafeBitCast(eight, to: SIMD8<UInt8>.self))
      UnsafeMutableRawBufferPointer(units).storeBytes(of: wide, toByteOffset: next * 2, as: SIMD8<UInt16>.self)
      place &+= 8
      next &+= 8
    }
  }
}

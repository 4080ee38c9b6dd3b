extension [UInt16] {
  /// Adds characters in UTF-8, decoded to UTF-16. What is not UTF-8 becomes U+FFFD, as in a `String`.
  mutating func append(utf8 characters: ArraySlice<UInt8>) {
    let start = count
    var end = start
    // UTF-16 never has more units than UTF-8 has bytes.
    append(contentsOf: repeatElement(0, count: characters.count))
    let isValid = characters.withUnsafeBufferPointer { bytes in
      withUnsafeMutableBufferPointer { units in Self.decode(bytes, to: units, from: &end) }
    }
    removeLast(count - (isValid ? end : start))
    if !isValid { append(contentsOf: Array(String(decoding: characters, as: UTF8.self).utf16)) }
  }

  /// Decodes `bytes` to the units from `end` on. Returns false at the first byte that is not UTF-8.
  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, to units: UnsafeMutableBufferPointer<UInt16>, from end: inout Int
  ) -> Bool {
    var place = 0
    while place < bytes.count {
      let first = UInt32(bytes[place])
      place += 1
      if first < 0x80 {
        units[end] = UInt16(first)
        end += 1
        continue
      }
      // Most scripts of the world, without the loop for any length.
      if first & 0xF0 == 0xE0, place + 2 <= bytes.count {
        let (second, third) = (UInt32(bytes[place]), UInt32(bytes[place + 1]))
        let value = (first & 0x0F) << 12 | (second & 0x3F) << 6 | third & 0x3F
        guard second & 0xC0 == 0x80, third & 0xC0 == 0x80, value >= 0x800, value & 0xF800 != 0xD800 else {
          return false
        }
        units[end] = UInt16(value)
        end += 1
        place += 2
        continue
      }
      let further = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
      guard first >= 0xC2, first <= 0xF4, place + further <= bytes.count else { return false }
      var value = first & (0x3F >> UInt32(further))
      for next in place..<place + further {
        guard bytes[next] & 0xC0 == 0x80 else { return false }
        value = value << 6 | UInt32(bytes[next] & 0x3F)
      }
      place += further
      // Too long forms and halves of surrogate pairs are left to `String`.
      guard let scalar = Unicode.Scalar(value), value >= (further == 3 ? 0x10000 : further == 2 ? 0x800 : 0x80) else {
        return false
      }
      if value < 0x10000 {
        units[end] = UInt16(value)
        end += 1
      } else {
        units[end] = UTF16.leadSurrogate(scalar)
        units[end + 1] = UTF16.trailSurrogate(scalar)
        end += 2
      }
    }
    return true
  }
}

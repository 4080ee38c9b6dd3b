extension Span<UInt8> {
  /// Decodes the scalar at `place`, counted from the start of the span, and its length in bytes. A byte that begins no
  /// scalar of UTF-8 counts as U+FFFD of one byte.
  ///
  /// All who read text as scalars decode it here. A loop over a span is twice as fast as one over a slice.
  @inlinable
  @inline(__always)
  public func scalar(at place: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = self[place]
    guard first >= 0x80 else { return (Unicode.Scalar(first), 1) }
    // Each length has its own lines: the loop for any length takes three times as long.
    let value: UInt32
    let length: Int
    if first < 0xE0 {
      guard first >= 0xC2, place &+ 1 < count, let second = continuation(at: place &+ 1) else { return ("\u{FFFD}", 1) }
      value = UInt32(first & 0x1F) << 6 | second
      length = 2
    } else if first < 0xF0 {
      guard place &+ 2 < count, let second = continuation(at: place &+ 1), let third = continuation(at: place &+ 2)
      else { return ("\u{FFFD}", 1) }
      value = UInt32(first & 0x0F) << 12 | second << 6 | third
      length = value < 0x800 ? 1 : 3
    } else {
      guard first <= 0xF4, place &+ 3 < count, let second = continuation(at: place &+ 1),
        let third = continuation(at: place &+ 2), let fourth = continuation(at: place &+ 3)
      else { return ("\u{FFFD}", 1) }
      value = UInt32(first & 0x07) << 18 | second << 12 | third << 6 | fourth
      length = value < 0x10000 ? 1 : 4
    }
    // The scalar's own check leaves out the halves of surrogate pairs.
    guard length > 1, let scalar = Unicode.Scalar(value) else { return ("\u{FFFD}", 1) }
    return (scalar, length)
  }

  /// The six bits of a byte within a scalar; nil for any other byte.
  @inlinable
  @inline(__always)
  func continuation(at place: Int) -> UInt32? {
    let byte = self[place]
    return byte & 0xC0 == 0x80 ? UInt32(byte & 0x3F) : nil
  }
}

extension ArraySlice<UInt8> {
  /// The same for a place in the slice.
  func scalar(at place: Int) -> (scalar: Unicode.Scalar, length: Int) { span.scalar(at: place - startIndex) }
}

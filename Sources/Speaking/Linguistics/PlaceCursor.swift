import Speech

/// Walks over UTF-16 and counts the place in all three units.
struct PlaceCursor {
  private let units: ArraySlice<UInt16>
  private(set) var place = TextPlace.start

  init(_ units: ArraySlice<UInt16>) { self.units = units }

  /// Moves forward to a UTF-16 offset, which is not within a character.
  mutating func advance(to offset: Int) {
    guard place.utf16 < offset else { return }
    let rest = units[units.startIndex + place.utf16..<units.startIndex + offset]
    let (two, three, halves) = rest.withUnsafeBufferPointer { Self.count($0) }
    // Surrogate pairs are rare, and a half without the other counts as U+FFFD.
    guard halves == 0 else { return advance(to: offset) { _ in } }
    place = place + TextPlace(scalars: rest.count, utf8: rest.count + two + three, utf16: rest.count)
  }

  /// The number of units from U+0080 on, from U+0800 on, and of halves of surrogate pairs.
  private static func count(_ units: UnsafeBufferPointer<UInt16>) -> (two: Int, three: Int, halves: Int) {
    var (two, three, halves) = (0, 0, 0)
    var start = 0
    while start < units.count {
      // The processor counts eight units at once if the counters are as small as the units, and if each unit adds the
      // highest bit of a sum: a comparison would become a branch. A counter holds as many as a block has.
      let end = min(start + 0x4000, units.count)
      var (someTwo, someThree, others) = (UInt16(0), UInt16(0), UInt16(0))
      for index in start..<end {
        let unit = units[index]
        someTwo &+= (unit &>> 7 &+ 0x1FF) &>> 9
        someThree &+= (unit &>> 11 &+ 0x1F) &>> 5
        others &+= ((unit ^ 0xD800) &>> 11 &+ 0x1F) &>> 5
      }
      two += Int(someTwo)
      three += Int(someThree)
      halves += end - start - Int(others)
      start = end
    }
    return (two, three, halves)
  }

  /// Moves forward to a UTF-16 offset; `body` receives each character.
  @inline(__always)
  mutating func advance(to offset: Int, _ body: (Unicode.Scalar) -> Void) {
    while place.utf16 < offset { body(next()) }
  }

  /// Moves forward to the end of the first character for which `isFound` returns true, at most to a UTF-16 offset.
  @inline(__always)
  mutating func advance(past isFound: (Unicode.Scalar) -> Bool, atMost offset: Int) {
    while place.utf16 < offset, !isFound(next()) {}
  }

  /// Moves over one character.
  @inline(__always)
  private mutating func next() -> Unicode.Scalar {
    let unit = units[units.startIndex + place.utf16]
    // Nearly all characters are one unit.
    if let scalar = Unicode.Scalar(unit) {
      place.scalars += 1
      place.utf8 += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
      place.utf16 += 1
      return scalar
    }
    var scalar: Unicode.Scalar = "\u{FFFD}"
    if UTF16.isLeadSurrogate(unit), place.utf16 + 1 < units.count {
      scalar = UTF16.decode(UTF16.EncodedScalar([unit, units[units.startIndex + place.utf16 + 1]]))
    }
    place = place.after(scalar)
    return scalar
  }
}

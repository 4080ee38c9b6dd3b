import Speech

/// Walks over UTF-16 and counts the place in all three units.
struct PlaceCursor {
  private let units: ArraySlice<UInt16>
  private(set) var place = TextPlace.start

  init(_ units: ArraySlice<UInt16>) { self.units = units }

  /// Moves forward to a UTF-16 offset; `body` receives each character.
  @inline(__always)
  mutating func advance(to offset: Int, _ body: (Unicode.Scalar) -> Void = { _ in }) {
    while place.utf16 < offset {
      let unit = units[units.startIndex + place.utf16]
      // Nearly all characters are one unit.
      if let scalar = Unicode.Scalar(unit) {
        body(scalar)
        place.scalars += 1
        place.utf8 += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
        place.utf16 += 1
        continue
      }
      var scalar: Unicode.Scalar = "\u{FFFD}"
      if UTF16.isLeadSurrogate(unit), place.utf16 + 1 < units.count {
        scalar = UTF16.decode(UTF16.EncodedScalar([unit, units[units.startIndex + place.utf16 + 1]]))
      }
      body(scalar)
      place = place.after(scalar)
    }
  }
}

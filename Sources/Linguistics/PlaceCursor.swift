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
      // Most texts are ASCII for the greater part.
      if unit < 0x80 {
        body(Unicode.Scalar(UInt8(truncatingIfNeeded: unit)))
        place = place + TextPlace(scalars: 1, utf8: 1, utf16: 1)
        continue
      }
      let scalar: Unicode.Scalar
      if UTF16.isLeadSurrogate(unit), place.utf16 + 1 < units.count {
        scalar = UTF16.decode(UTF16.EncodedScalar([unit, units[units.startIndex + place.utf16 + 1]]))
      } else {
        scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
      }
      body(scalar)
      place = place.after(scalar)
    }
  }
}

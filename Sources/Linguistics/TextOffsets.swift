public import Speech

/// A place in a text, in all three units.
public struct TextPlace: Hashable, Sendable {
  /// Unicode scalars in front of it.
  public var scalars: Int
  /// Bytes of UTF-8 in front of it.
  public var utf8: Int
  /// Code units of UTF-16 in front of it.
  public var utf16: Int

  /// Where a text begins.
  public static let start = TextPlace(scalars: 0, utf8: 0, utf16: 0)

  /// A place; the three numbers have to count the same characters.
  public init(scalars: Int, utf8: Int, utf16: Int) {
    self.scalars = scalars
    self.utf8 = utf8
    self.utf16 = utf16
  }

  /// The place behind a character here.
  func after(_ scalar: Unicode.Scalar) -> TextPlace {
    TextPlace(
      scalars: scalars + 1, utf8: utf8 + UTF8.width(scalar), utf16: utf16 + (scalar.value > 0xFFFF ? 2 : 1))
  }

  static func + (a: TextPlace, b: TextPlace) -> TextPlace {
    TextPlace(scalars: a.scalars + b.scalars, utf8: a.utf8 + b.utf8, utf16: a.utf16 + b.utf16)
  }
}

extension TextSpan {
  /// The piece between two places of one text; `end` may not lie before `start`.
  public init(_ start: TextPlace, _ end: TextPlace) {
    self.init(
      scalars: start.scalars..<end.scalars, utf8: start.utf8..<end.utf8, utf16: start.utf16..<end.utf16)
  }
}

/// Walks over UTF-16 and counts.
struct PlaceCursor {
  private let units: ArraySlice<UInt16>
  private(set) var place = TextPlace.start

  init(_ units: ArraySlice<UInt16>) { self.units = units }

  /// Moves on to a UTF-16 offset (never back); `body` sees each character.
  @inline(__always)
  mutating func advance(to offset: Int, _ body: (Unicode.Scalar) -> Void = { _ in }) {
    while place.utf16 < offset {
      let unit = units[units.startIndex + place.utf16]
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

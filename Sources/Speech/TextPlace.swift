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
  @inlinable public init(scalars: Int, utf8: Int, utf16: Int) {
    self.scalars = scalars
    self.utf8 = utf8
    self.utf16 = utf16
  }

  /// The place behind a character here.
  @inlinable public func after(_ scalar: Unicode.Scalar) -> TextPlace {
    TextPlace(
      scalars: scalars + 1, utf8: utf8 + UTF8.width(scalar), utf16: utf16 + (scalar.value > 0xFFFF ? 2 : 1))
  }

  /// A place in a text that begins at `a` in a longer one, as a place of the longer one.
  @inlinable public static func + (a: TextPlace, b: TextPlace) -> TextPlace {
    TextPlace(scalars: a.scalars + b.scalars, utf8: a.utf8 + b.utf8, utf16: a.utf16 + b.utf16)
  }
}

extension TextPlace {
  /// A place of a text, as one of the part of it that begins at `origin`; no place lies before that.
  public func relative(to origin: TextPlace) -> TextPlace {
    TextPlace(
      scalars: max(0, scalars - origin.scalars), utf8: max(0, utf8 - origin.utf8), utf16: max(0, utf16 - origin.utf16))
  }
}

extension TextSpan {
  /// A piece of a text, as one of the part of it that begins at `origin`; no piece lies before that.
  public func relative(to origin: TextPlace) -> TextSpan {
    TextSpan(start.relative(to: origin), end.relative(to: origin))
  }

  /// The place of its first character.
  public var start: TextPlace {
    TextPlace(scalars: scalars.lowerBound, utf8: utf8.lowerBound, utf16: utf16.lowerBound)
  }

  /// The place behind its last character.
  public var end: TextPlace { TextPlace(scalars: scalars.upperBound, utf8: utf8.upperBound, utf16: utf16.upperBound) }

  /// From the start of this piece to the end of a later one.
  public func through(_ last: TextSpan) -> TextSpan { TextSpan(start, last.end) }

  /// The piece between two places of one text; `end` may not lie before `start`.
  public init(_ start: TextPlace, _ end: TextPlace) {
    self.init(
      scalars: start.scalars..<end.scalars, utf8: start.utf8..<end.utf8, utf16: start.utf16..<end.utf16)
  }
}

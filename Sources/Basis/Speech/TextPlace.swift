/// A place in a text, in all three units of ``TextSpan``.
public struct TextPlace: Hashable, Sendable {
  /// Unicode scalars before the place.
  public var scalars: Int
  /// Bytes of UTF-8 before the place.
  public var utf8: Int
  /// Code units of UTF-16 before the place.
  public var utf16: Int

  /// The beginning of a text.
  public static let start = TextPlace(scalars: 0, utf8: 0, utf16: 0)

  /// A place; the three numbers have to count the same characters.
  @inlinable public init(scalars: Int, utf8: Int, utf16: Int) {
    self.scalars = scalars
    self.utf8 = utf8
    self.utf16 = utf16
  }

  /// The place after a character that stands here.
  @inlinable public func after(_ scalar: Unicode.Scalar) -> TextPlace {
    TextPlace(
      scalars: scalars + 1, utf8: utf8 + UTF8.width(scalar), utf16: utf16 + (scalar.value > 0xFFFF ? 2 : 1))
  }

  /// Converts the place `b` of a text that begins at `a` of a longer one to a place of the longer one.
  @inlinable public static func + (a: TextPlace, b: TextPlace) -> TextPlace {
    TextPlace(scalars: a.scalars + b.scalars, utf8: a.utf8 + b.utf8, utf16: a.utf16 + b.utf16)
  }
}

extension TextPlace {
  /// Converts this place to one in the part that begins at `origin`. Places before `origin` become its start.
  public func relative(to origin: TextPlace) -> TextPlace {
    TextPlace(
      scalars: max(0, scalars - origin.scalars), utf8: max(0, utf8 - origin.utf8), utf16: max(0, utf16 - origin.utf16))
  }
}

extension TextSpan {
  /// Converts this span to one in the part that begins at `origin`. Places before `origin` become its start.
  public func relative(to origin: TextPlace) -> TextSpan {
    TextSpan(start.relative(to: origin), end.relative(to: origin))
  }

  /// The place of its first character.
  public var start: TextPlace {
    TextPlace(scalars: scalars.lowerBound, utf8: utf8.lowerBound, utf16: utf16.lowerBound)
  }

  /// The place after its last character.
  public var end: TextPlace { TextPlace(scalars: scalars.upperBound, utf8: utf8.upperBound, utf16: utf16.upperBound) }

  /// The span from the start of this one to the end of a later one.
  public func through(_ last: TextSpan) -> TextSpan { TextSpan(start, last.end) }

  /// The span between two places of one text; `end` is not before `start`.
  public init(_ start: TextPlace, _ end: TextPlace) {
    self.init(
      scalars: start.scalars..<end.scalars, utf8: start.utf8..<end.utf8, utf16: start.utf16..<end.utf16)
  }
}

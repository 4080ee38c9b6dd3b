/// A part of a text, in the three units in which clients of this service count.
///
/// All three ranges name the same characters, from the start of the same text.
public struct TextSpan: Hashable, Sendable {
  /// Unicode scalars (code points), as Python and AT-SPI count.
  public var scalars: Range<Int>
  /// Bytes of the text's UTF-8.
  public var utf8: Range<Int>
  /// Code units of the text's UTF-16, as JavaScript, Qt and Java count.
  public var utf16: Range<Int>

  /// A span; the three ranges have to cover the same characters.
  public init(scalars: Range<Int>, utf8: Range<Int>, utf16: Range<Int>) {
    self.scalars = scalars
    self.utf8 = utf8
    self.utf16 = utf16
  }

  /// Converts this span of a text that begins at `origin` of a longer one to a span of the longer one.
  public func shifted(by origin: TextSpan) -> TextSpan {
    TextSpan(
      scalars: scalars.lowerBound + origin.scalars.lowerBound..<scalars.upperBound + origin.scalars.lowerBound,
      utf8: utf8.lowerBound + origin.utf8.lowerBound..<utf8.upperBound + origin.utf8.lowerBound,
      utf16: utf16.lowerBound + origin.utf16.lowerBound..<utf16.upperBound + origin.utf16.lowerBound)
  }
}

/// A word of an utterance and the start of its sound.
public struct WordMark: Hashable, Sendable {
  /// Frames from the first sample of the utterance. Marks are in ascending order.
  public var frame: Int
  /// The word, relative to the utterance's text.
  public var span: TextSpan

  /// A word whose sound begins at `frame`.
  public init(frame: Int, span: TextSpan) {
    self.frame = frame
    self.span = span
  }
}

/// A part of a text in one language.
public struct LanguageSpan: Hashable, Sendable {
  /// Bytes of the text (UTF-8), between characters.
  public var utf8: Range<Int>
  /// The language (BCP 47).
  public var tag: String

  /// The part `utf8` of a text, in the language `tag`.
  public init(utf8: Range<Int>, tag: String) { (self.utf8, self.tag) = (utf8, tag) }
}

extension [LanguageSpan] {
  /// The parts that lie in a range of the text, cut at its ends and counted from its start.
  public func within(_ range: Range<Int>) -> [LanguageSpan] {
    compactMap { span in
      let part = span.utf8.clamped(to: range)
      guard !part.isEmpty else { return nil }
      return LanguageSpan(utf8: part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound, tag: span.tag)
    }
  }
}

package import AloudAPI

extension UnitSpan {
  /// As a range of bytes, or of whatever it counts.
  package var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
}

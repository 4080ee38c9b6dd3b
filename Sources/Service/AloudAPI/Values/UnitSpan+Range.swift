extension UnitSpan {
  /// The span as a range, in its own unit.
  package var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
}

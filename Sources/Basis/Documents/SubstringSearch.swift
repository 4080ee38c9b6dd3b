/// Substring search, byte by byte. The standard library's search links its regular expressions, 1.3 MB in each
/// statically linked program.
extension StringProtocol {
  /// The first place of `text`, compared as UTF-8; the beginning if `text` is empty.
  public func firstPlace(of text: String) -> Range<Index>? {
    var start = utf8.startIndex
    while true {
      if utf8[start...].starts(with: text.utf8) { return start..<utf8.index(start, offsetBy: text.utf8.count) }
      guard start < utf8.endIndex else { return nil }
      utf8.formIndex(after: &start)
    }
  }

  /// True if this text contains `text`, compared as UTF-8.
  public func holds(_ text: String) -> Bool { firstPlace(of: text) != nil }
}

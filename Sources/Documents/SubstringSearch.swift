/// Finding a text in a text, byte by byte. The standard library's own way brings the whole machinery of regular
/// expressions into a program, which is 1.3 MB in each that is linked statically.
extension StringProtocol {
  /// The first place of `text`, compared as UTF-8; the beginning where `text` is empty.
  public func firstPlace(of text: String) -> Range<Index>? {
    var start = utf8.startIndex
    while true {
      if utf8[start...].starts(with: text.utf8) { return start..<utf8.index(start, offsetBy: text.utf8.count) }
      guard start < utf8.endIndex else { return nil }
      utf8.formIndex(after: &start)
    }
  }

  /// True if `text` stands somewhere in this one, compared as UTF-8.
  public func holds(_ text: String) -> Bool { firstPlace(of: text) != nil }
}

import Speech

extension LanguageTag {
  /// Returns a well-formed tag that names a language; empty for any other, such as `und`.
  static func known(_ tag: String) -> String {
    let clean = clean(tag)
    return ["und", "mul", "mis", "zxx"].contains(clean.prefix { $0 != "-" }.lowercased()) ? "" : clean
  }
}

extension [LanguageSpan] {
  /// Returns the spans as a detector can rely on them: in order, apart from each other, within a text of `length`
  /// bytes, with well-formed tags. Of two spans that overlap, the earlier one keeps its bytes.
  func cleaned(within length: Int) -> [LanguageSpan] {
    var end = 0
    return sorted { $0.utf8.lowerBound < $1.utf8.lowerBound }.compactMap { span in
      let tag = LanguageTag.known(span.tag)
      let start = Swift.max(span.utf8.lowerBound, end)
      let stop = Swift.min(span.utf8.upperBound, length)
      guard !tag.isEmpty, start < stop else { return nil }
      end = stop
      return LanguageSpan(utf8: start..<stop, tag: tag)
    }
  }
}

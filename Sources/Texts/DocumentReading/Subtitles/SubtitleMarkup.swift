/// The marks in the text of a subtitle: `<i>`, `{\an8}`, `&amp;` and, in some, the times of words.
enum SubtitleMarkup {
  /// Appends the text of a line, without marks.
  ///
  /// - Parameter mark: called for each `<…>` with its content, before the text after it is appended.
  static func append(
    _ line: ArraySlice<UInt8>, to collector: inout TextCollector,
    mark: (ArraySlice<UInt8>, inout TextCollector) -> Void = { _, _ in }
  ) {
    var rest = line
    // An opening without an end is searched for once, however often it occurs.
    let lastEnds = (tag: line.lastIndex(of: UInt8(ascii: ">")), style: line.lastIndex(of: UInt8(ascii: "}")))
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), let last = lastEnds.tag, last >= rest.startIndex,
        let end = rest.firstIndex(of: UInt8(ascii: ">"))
      {
        mark(rest[(rest.startIndex + 1)..<end], &collector)
        rest = rest[(end + 1)...]
      } else if rest.starts(with: "{\\".utf8), let last = lastEnds.style, last >= rest.startIndex,
        let end = rest.firstIndex(of: UInt8(ascii: "}"))
      {
        rest = rest[(end + 1)...]
      } else if let (name, text) = entities.first(where: { rest.starts(with: $0.0.utf8) }) {
        collector.append(text.utf8, preserving: false)
        rest = rest.dropFirst(name.utf8.count)
      } else {
        let end = rest.dropFirst().firstIndex {
          $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "&")
        }
        collector.append(rest[..<(end ?? rest.endIndex)], preserving: false)
        rest = end.map { rest[$0...] } ?? []
      }
    }
  }

  private static let entities = [
    ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&lrm;", ""), ("&rlm;", ""),
  ]
}

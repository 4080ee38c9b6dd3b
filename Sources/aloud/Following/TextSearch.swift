import AloudAPI

/// Finds words in sentences: upper and lower case, and how much white space there is, do not matter. Pure.
struct TextSearch: Equatable {
  private let wanted: [UInt8]

  /// `nil` for nothing but white space.
  init?(_ words: String) {
    wanted = Self.folded(words)
    guard !wanted.isEmpty else { return nil }
  }

  /// The sentence in which the first place begins, or the last one; also where it goes on in the next sentence.
  func first(in sentences: [SentenceEntry], last: Bool = false) -> SentenceEntry? {
    var text: [UInt8] = []
    var starts: [Int] = []
    for sentence in sentences {
      if !text.isEmpty { text.append(UInt8(ascii: " ")) }
      starts.append(text.count)
      text += Self.folded(sentence.text)
    }
    var found: Int?
    var from = 0
    while from < text.count, let range = text[from...].firstRange(of: wanted) {
      found = range.lowerBound
      if !last { break }
      from = range.lowerBound + 1
    }
    guard let found, let index = starts.lastIndex(where: { $0 <= found }) else { return nil }
    return sentences[index]
  }

  private static func folded(_ text: String) -> [UInt8] {
    Array(text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8)
  }
}

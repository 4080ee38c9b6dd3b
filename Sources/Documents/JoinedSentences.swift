import Speech

/// Bounds the sentences of a text by its length: what is kept for each of them would else be many times the text.
public enum JoinedSentences {
  /// More sentences than a long novel has. In a text of more of them that are shorter on average than
  /// ``shortAverage``, several are told as one: it is a list, or made to fill the memory.
  public static let usualCount = 100_000
  /// Bytes of UTF-8 of the text for each sentence.
  public static let shortAverage = 24
  /// Bytes of UTF-8 of the longest one that several become.
  public static let longest = 240

  /// The sentences to tell: those that were found, or fewer where there are too many short ones.
  ///
  /// - Parameters:
  ///   - found: of one chapter, one behind the other.
  ///   - count: how many were told of the text before.
  public static func of(_ found: [SentenceRecord], behind count: Int) -> [SentenceRecord] {
    guard count + found.count > usualCount else { return found }
    var told: [SentenceRecord] = []
    for sentence in found {
      let number = count + told.count
      if number > usualCount, let last = told.last,
        sentence.span.utf8.lowerBound < number * shortAverage,
        sentence.span.utf8.upperBound - last.span.utf8.lowerBound <= longest
      {
        told[told.count - 1] = last.joined(with: sentence)
      } else {
        told.append(sentence)
      }
    }
    return told
  }
}

extension SentenceRecord {
  fileprivate func joined(with next: SentenceRecord) -> SentenceRecord {
    SentenceRecord(span: span.through(next.span), flags: next.flags, block: block, ordinal: ordinal)
  }
}

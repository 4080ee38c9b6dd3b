import Speech

/// Limits the number of sentences of a text by its length. Otherwise the data kept per sentence could be many times the
/// text.
public enum JoinedSentences {
  /// More sentences than a long novel has. If a text has more, and they are shorter on average than ``shortAverage``,
  /// several are joined into one: the text is a list, or is made to fill memory.
  public static let usualCount = 100_000
  /// The average length below which sentences are joined, in bytes of UTF-8.
  public static let shortAverage = 24
  /// The most bytes of UTF-8 of a joined sentence.
  public static let longest = 240

  /// The sentences to report: all found ones, or fewer if there are too many short ones.
  ///
  /// - Parameters:
  ///   - found: consecutive sentences of one chapter.
  ///   - count: the number of sentences reported before them.
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
    let offset = next.span.utf8.lowerBound - span.utf8.lowerBound
    let further = next.runs.map {
      LanguageSpan(utf8: $0.utf8.lowerBound + offset..<$0.utf8.upperBound + offset, tag: $0.tag)
    }
    return SentenceRecord(
      span: span.through(next.span), flags: next.flags, block: block, ordinal: ordinal,
      runs: Array((runs + further).prefix(Self.mostRuns)))
  }
}

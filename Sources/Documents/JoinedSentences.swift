import Speech

/// Bounds the sentences of a text by its length: what is kept for each of them would else be many times the text.
public enum JoinedSentences {
  /// The sentences to tell: those that were found, or fewer where there are too many short ones.
  ///
  /// - Parameters:
  ///   - found: of one chapter, one behind the other.
  ///   - count: how many were told of the text before.
  public static func of(_ found: [SentenceRecord], behind count: Int) -> [SentenceRecord] {
    guard count + found.count > SentenceRecord.usualCount else { return found }
    var told: [SentenceRecord] = []
    for sentence in found {
      let number = count + told.count
      if number > SentenceRecord.usualCount, let last = told.last,
        sentence.span.utf8.lowerBound < number * SentenceRecord.shortAverage,
        sentence.span.utf8.upperBound - last.span.utf8.lowerBound <= SentenceRecord.longestJoined
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
    let span = TextSpan(
      scalars: span.scalars.lowerBound..<next.span.scalars.upperBound,
      utf8: span.utf8.lowerBound..<next.span.utf8.upperBound,
      utf16: span.utf16.lowerBound..<next.span.utf16.upperBound)
    return SentenceRecord(span: span, flags: next.flags, block: block)
  }
}

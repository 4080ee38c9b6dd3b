import Documents
import Speech

/// The sentences of a block that has a time of its own.
enum TimedBlock {
  /// The most code units of UTF-16 of a block that is one sentence: as many as are spoken in one breath.
  private static let longest = 600

  /// One sentence for all of the block, or those of a long block.
  static func sentences(_ found: [SentenceRecord]) -> [SentenceRecord] {
    guard let first = found.first, let last = found.last else { return found }
    let span = first.span.through(last.span)
    guard span.utf16.count <= longest else { return found }
    var whole = first
    (whole.span, whole.flags) = (span, last.flags)
    return [whole]
  }

  /// The times of the block's sentences: that of the block, or the share of each sentence in it.
  ///
  /// - Parameters:
  ///   - sentences: in bytes of the document.
  ///   - time: that of the block.
  ///   - start: the first byte of the block.
  static func times(of sentences: [Range<Int>], _ time: SentenceTime, from start: Int) -> [SentenceTime] {
    guard let first = sentences.first, let last = sentences.last else { return [] }
    let bytes = first.lowerBound..<last.upperBound
    func moment(at byte: Int) -> Int {
      guard byte > bytes.lowerBound else { return time.start }
      return time.start + (time.end - time.start) * (byte - bytes.lowerBound) / max(1, bytes.count)
    }
    return sentences.enumerated().map { index, sentence in
      let next = index + 1 < sentences.count ? sentences[index + 1].lowerBound : bytes.upperBound
      var share = SentenceTime(start: moment(at: sentence.lowerBound), end: moment(at: next))
      if sentences.count == 1 {
        let offset = start - sentence.lowerBound
        share.words = time.words.map {
          SentenceTime.Word(utf8: $0.utf8.lowerBound + offset..<$0.utf8.upperBound + offset, start: $0.start)
        }
        if !share.isPossible(within: sentence.count) { share.words = [] }
      }
      return share
    }
  }
}

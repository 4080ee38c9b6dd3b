import AloudAPI
import Documents
import EventLoop
import Playback
import Reading
import Speech
import Vocabulary

// The answer to `ListSentences`.
extension Session {
  /// The answer to `ListSentences`.
  func sentences(of track: SpokenTrack, first: UInt32, count: UInt32, fromCurrent: Bool) -> SentenceList {
    // There is nothing to be read in a recording.
    if track.isRecording { return SentenceList([], known: 0, isComplete: true, current: nil, word: nil) }
    let here = player.current == track.id ? textPlace : nil
    let base = fromCurrent ? here.map { track.blockStart(of: $0.sentence) } ?? 0 : 0
    return SentenceList(
      track.entries(from: min(base + Int(first), track.sentenceCount), count: Int(count)),
      known: UInt32(track.sentenceCount), isComplete: track.timeline.isComplete,
      current: here.map { UInt32($0.sentence) }, word: here?.word.map { TextRange($0) })
  }
}

extension SpokenTrack {
  /// The rows of `ListSentences` from a given one on, as many as fit into an answer.
  func entries(from first: Int, count: Int) -> [SentenceEntry] {
    var entries: [SentenceEntry] = []
    var bytes = 0
    let end = min(sentenceCount, first + min(count, AloudBus.maximumSentences))
    for sentence in first..<max(first, end) {
      let span = span(of: sentence)
      bytes += span.utf8.count
      if bytes > AloudBus.maximumSentencesBytes, !entries.isEmpty { break }
      let cells = cellEntries(of: sentence, at: span)
      bytes += cells.count * Self.bytesOfCell
      let text = String(decoding: text(of: sentence), as: UTF8.self)
      entries.append(
        SentenceEntry(
          index: UInt32(sentence), range: TextRange(span), text: text, block: block(of: sentence).word,
          endsBlock: timeline.endsParagraph(sentence), ordinal: ordinals[sentence], cells: cells))
    }
    return entries
  }

  /// The size of a cell in an answer: seven numbers.
  private static let bytesOfCell = 28

  /// Returns the cells of a table's row in a sentence.
  private func cellEntries(of sentence: Int, at span: TextSpan) -> [SentenceEntry.Cell] {
    let found = cells[sentence]
    guard !found.isEmpty else { return [] }
    let bytes = text(of: sentence)
    var place = span.start
    return found.map { cell in
      func advance(to end: Int) {
        for byte in bytes.prefix(end).dropFirst(place.utf8 - span.utf8.lowerBound) {
          place.utf8 += 1
          guard byte & 0xC0 != 0x80 else { continue }
          place.scalars += 1
          place.utf16 += byte >= 0xF0 ? 2 : 1
        }
      }
      advance(to: cell.utf8.lowerBound)
      let start = place
      advance(to: cell.utf8.upperBound)
      return SentenceEntry.Cell(column: cell.column, range: TextRange(TextSpan(start, place)))
    }
  }
}

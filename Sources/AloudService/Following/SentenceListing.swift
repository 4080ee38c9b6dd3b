import AloudAPI
import Documents
import Speech
import Vocabulary

extension SpokenTrack {
  /// The rows of `ListSentences` from one on: no more than fit into an answer.
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

  /// A cell in an answer: seven numbers.
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

  /// Where the next letter or digit stands in a sentence, behind a word of it.
  func nextLetter(behind word: WordMark, of sentence: Int) -> TextPlace? {
    let span = span(of: sentence)
    var place = TextPlace(
      scalars: span.scalars.lowerBound + word.span.scalars.upperBound,
      utf8: span.utf8.lowerBound + word.span.utf8.upperBound,
      utf16: span.utf16.lowerBound + word.span.utf16.upperBound)
    guard place.utf8 < span.utf8.upperBound else { return nil }
    for scalar in String(decoding: text.bytes(place.utf8..<span.utf8.upperBound), as: UTF8.self).unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { return place }
      place = place.after(scalar)
    }
    return nil
  }

  /// The first sentence of the block that a sentence is part of.
  func blockStart(of sentence: Int) -> Int {
    var start = min(sentence, max(0, sentenceCount - 1))
    while start > 0, !timeline.endsParagraph(start - 1) { start -= 1 }
    return start
  }

  /// The sentence that holds a place of the text, or the first one behind it; `nil` while that is not known.
  func sentence(at place: UInt32, in unit: CountingUnit) -> Int? {
    firstSentence { $0.end.counted(in: unit) > place }
  }
}

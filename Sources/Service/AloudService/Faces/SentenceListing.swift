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
  ///
  /// - Parameter looked: the scalar at which the listener looked last in a text that tells no times.
  func sentences(
    of track: Track, first: UInt32, count: UInt32, fromCurrent: Bool, looked: Int? = nil
  ) -> SentenceList {
    // There is nothing to be read in a recording without a text beside it.
    if !track.hasText { return SentenceList([], known: 0, isComplete: true, voice: "") }
    let here = player.current == track.id ? textPlace : nil
    let estimate = player.current == track.id ? estimatedSentence : nil
    let base = fromCurrent ? (here?.sentence ?? estimate).map { track.blockStart(of: $0) } ?? 0 : 0
    // While phrases are heard a text without times is shown beside them.
    let text = track.untimedText ?? track.passage
    var list = SentenceList(
      text.entries(
        from: min(base + Int(first), text.sentenceCount), count: Int(count), in: track.timelineOfText,
        beside: track.voice.voice),
      known: UInt32(text.sentenceCount), isComplete: track.timeline.isComplete,
      current: (estimate ?? here?.sentence).map { UInt32($0) }, isEstimated: estimate != nil,
      word: estimate == nil ? here?.word.map { TextRange($0) } : nil,
      voice: track.voice.voice.text)
    if track.untimedText != nil, let looked {
      list.looked = text.firstSentence { $0.end.scalars > looked }.map { UInt32($0) }
    }
    return list
  }
}

extension Passage {
  /// The rows of `ListSentences` from a given one on, as many as fit into an answer.
  ///
  /// - Parameter standard: the track's voice. Only other ones are told.
  fileprivate func entries(
    from first: Int, count: Int, in timeline: Timeline, beside standard: VoiceID
  ) -> [SentenceEntry] {
    var entries: [SentenceEntry] = []
    var bytes = 0
    let end = min(sentenceCount, first + min(count, AloudBus.maximumSentences))
    for sentence in first..<max(first, end) {
      let span = span(of: sentence)
      bytes += span.utf8.count
      if bytes > AloudBus.maximumSentencesBytes, !entries.isEmpty { break }
      let cells = cellEntries(of: sentence, at: span)
      let parts = partEntries(of: sentence, at: span)
      bytes += cells.count * Self.bytesOfCell + parts.count * Self.bytesOfPart
      let text = String(decoding: text(of: sentence), as: UTF8.self)
      let voice = voice(of: sentence).voice
      entries.append(
        SentenceEntry(
          index: UInt32(sentence), range: TextRange(span), text: text, block: block(of: sentence).word,
          endsBlock: timeline.endsParagraph(sentence), ordinal: ordinals[sentence], cells: cells,
          voice: voice == standard ? nil : voice.text, parts: parts))
    }
    return entries
  }

  /// The size of a cell in an answer: seven numbers.
  private static let bytesOfCell = 28
  /// The size of a part: six numbers and a short name.
  private static let bytesOfPart = 44

  /// Returns the cells of a table's row in a sentence.
  private func cellEntries(of sentence: Int, at span: TextSpan) -> [SentenceEntry.Cell] {
    let found = cells[sentence]
    let ranges = ranges(of: found.map { Int($0.utf8.lowerBound)..<Int($0.utf8.upperBound) }, in: sentence, at: span)
    return zip(found, ranges).map { SentenceEntry.Cell(column: $0.column, range: $1) }
  }

  /// Returns the parts of a sentence that other voices read.
  private func partEntries(of sentence: Int, at span: TextSpan) -> [SentenceEntry.Part] {
    let found = spans[sentence].compactMap { run in run.attributes.voice.map { (run.utf8, $0.text) } }
    let ranges = ranges(of: found.map(\.0), in: sentence, at: span)
    return zip(found, ranges).map { SentenceEntry.Part(range: $1, voice: $0.1) }
  }

  /// The places in the text of parts of a sentence, which are given in its bytes and in order.
  private func ranges(of parts: [Range<Int>], in sentence: Int, at span: TextSpan) -> [TextRange] {
    guard !parts.isEmpty else { return [] }
    let bytes = text(of: sentence)
    var place = span.start
    func advance(to end: Int) {
      for byte in bytes.prefix(end).dropFirst(place.utf8 - span.utf8.lowerBound) {
        place.utf8 += 1
        guard byte & 0xC0 != 0x80 else { continue }
        place.scalars += 1
        place.utf16 += byte >= 0xF0 ? 2 : 1
      }
    }
    return parts.map { part in
      advance(to: part.lowerBound)
      let start = place
      advance(to: part.upperBound)
      return TextRange(TextSpan(start, place))
    }
  }
}

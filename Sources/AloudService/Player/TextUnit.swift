import Speech

/// What the listener moves by inside a text, or pauses at the end of.
enum TextUnit {
  case word
  case sentence
  case paragraph

  /// Where a step leads.
  enum Target: Equatable {
    case sentence(Int)
    case previousTrack
    case nextTrack
  }

  /// The beginning of the unit `count` units away from the sentence `here`.
  func target(from here: Int, count: Int, in timeline: Timeline) -> Target {
    guard self == .paragraph else {
      let sentence = here + count
      if sentence < 0 { return .previousTrack }
      return sentence < timeline.sentenceCount ? .sentence(sentence) : .nextTrack
    }
    var sentence = Self.paragraphStart(of: here, in: timeline)
    for _ in 0..<abs(count) {
      if count > 0 {
        while sentence < timeline.sentenceCount, !timeline.endsParagraph(sentence) { sentence += 1 }
        sentence += 1
        if sentence >= timeline.sentenceCount { return .nextTrack }
      } else {
        guard sentence > 0 else { return .previousTrack }
        sentence = Self.paragraphStart(of: sentence - 1, in: timeline)
      }
    }
    return .sentence(sentence)
  }

  private static func paragraphStart(of sentence: Int, in timeline: Timeline) -> Int {
    var start = min(sentence, max(0, timeline.sentenceCount - 1))
    while start > 0, !timeline.endsParagraph(start - 1) { start -= 1 }
    return start
  }
}

extension Timeline.Place {
  /// The sentence that a place belongs to: the one being spoken, or the one before a silence.
  func sentence(in timeline: Timeline) -> Int {
    switch self {
    case .leadingDelay: 0
    case .sentence(let sentence, _), .gap(let sentence, _): sentence
    case .trailingDelay, .end: max(0, timeline.sentenceCount - 1)
    }
  }
}

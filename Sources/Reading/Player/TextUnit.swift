package import Speech

/// What a pause may wait for the end of.
package enum TextUnit {
  case word
  case sentence
}

extension Timeline.Place {
  /// The sentence that a place belongs to: the one being spoken, or the one before a silence.
  package func sentence(in timeline: Timeline) -> Int {
    switch self {
    case .leadingDelay: 0
    case .sentence(let sentence, _), .gap(let sentence, _): sentence
    case .trailingDelay, .end: max(0, timeline.sentenceCount - 1)
    }
  }
}

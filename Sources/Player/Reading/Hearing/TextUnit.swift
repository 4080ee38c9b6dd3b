package import Speech

/// A unit at whose end a pause may begin.
package enum TextUnit {
  case word
  case sentence
}

extension Timeline.Place {
  /// The sentence of a place: the one being spoken, or the one before a silence.
  package func sentence(in timeline: Timeline) -> Int {
    switch self {
    case .leadingDelay: 0
    case .sentence(let sentence, _), .gap(let sentence, _): sentence
    case .trailingDelay, .end: max(0, timeline.sentenceCount - 1)
    }
  }
}

import Playback
package import Speech
package import Vocabulary

/// The text of the reading, for clients that show it.
extension Session {
  /// The present sentence of the current track, and its present word if that is known; `nil` if there is no text.
  package var textPlace: (sentence: Int, word: TextSpan?)? {
    guard let track = player.current.flatMap(track), track.sentenceCount > 0, !track.isUntimed
    else { return nil }
    guard let heard = feeder.heard() else {
      // When stopped, nothing is open, and Play begins at the player's place.
      let frame = Frame(microseconds: player.place(of: track.id), at: track.timeline.sampleRate)
      let place = track.timeline.place(at: frame)
      return isBeforeText(place, in: track) ? nil : (place.sentence(in: track.timeline), nil)
    }
    let place = feeder.place(of: heard)
    if isBeforeText(place, in: track) { return nil }
    let sentence = place.sentence(in: track.timeline)
    guard sentence < track.sentenceCount else { return nil }
    let words = announcer.words(of: sentence)
    let word =
      switch place {
      case .sentence(_, let offset): words.last { Frame($0.frame) <= offset }
      case .gap: words.last
      case .leadingDelay, .trailingDelay, .end: nil as WordMark?
      }
    return (sentence, word.map { $0.span.shifted(by: track.span(of: sentence)) })
  }

  /// The sentence that may be heard now of a text beside a recording that tells no times: its share of the text is that of
  /// the time. `nil` for all other texts.
  package var estimatedSentence: Int? {
    guard let track = player.current.flatMap(track), track.isUntimed, track.hasText else {
      return nil
    }
    return track.estimatedSentence(at: position)
  }

  /// True in the sound of a recording before the first sentence of its text.
  private func isBeforeText(_ place: Timeline.Place, in track: Track) -> Bool {
    guard track.hasTimedText, case .leadingDelay = place else { return false }
    return true
  }

  /// The start of the word or sentence that is heard after a word; `nil` after the last one.
  package func following(_ word: WordMark, of plan: SentencePlan) -> TextPlace? {
    let start = word.span.start.scalars
    if let next = plan.audio.words.first(where: { $0.span.start.scalars > start }) {
      return plan.span.start + next.span.start
    }
    guard let track = track(plan.track) else { return nil }
    // The first word of a sentence may be heard while the rest is still being synthesized. The text then gives the next
    // word.
    if plan.audio.state == .arriving, let next = track.passage.nextLetter(behind: word, of: plan.sentence) {
      return next
    }
    return plan.sentence + 1 < track.sentenceCount ? track.span(of: plan.sentence + 1).start : nil
  }

  /// Goes to the sentence at a place of the current track's text.
  package func goTo(_ offset: UInt32, _ unit: CountingUnit, in track: Track) throws(ReadingError) {
    guard let sentence = track.sentence(at: offset, in: unit) else {
      throw ReadingError(
        .outOfRange,
        track.timeline.isComplete ? "the text ends before that" : "the text has not been read in so far yet")
    }
    send(.seek(to: track.isUntimed ? track.estimatedTime(of: sentence) : track.start(of: sentence)))
  }
}

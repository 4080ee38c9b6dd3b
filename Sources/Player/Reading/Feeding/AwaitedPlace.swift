import EventLoop
import Speech
import Study

/// A requested place that is not known yet: the text has not been read that far, or its sentence has not been spoken.
@Core
enum AwaitedPlace {
  /// A frame after all text that has been read.
  case frame(Frame)
  /// The word that begins at a scalar of the text. The frame is that of an earlier timeline; it counts only in the
  /// silence before the word's sentence, and behind all words.
  case word(scalar: Int, Frame)

  enum Finding {
    case known(Timeline.Place)
    /// More of the text has to be read.
    case unread
    /// More of this sentence has to be spoken.
    case unspoken(SentenceAudio)
  }

  /// Searches for the place in the present data of a track.
  func find(in track: Track, _ synthesis: Synthesis) -> Finding {
    let isRead = track.timeline.isComplete
    switch self {
    case .frame(let frame):
      let place = track.timeline.place(at: frame)
      return place != .end || isRead ? .known(place) : .unread
    case .word(let scalar, let frame):
      guard let sentence = track.sentence(atScalar: scalar) else {
        return isRead ? .known(Self.end(at: frame, in: track.timeline)) : .unread
      }
      if let place = Self.silence(at: frame, before: sentence, from: scalar, in: track) { return .known(place) }
      let audio = synthesis.audio(of: sentence, in: track)
      let first = track.span(of: sentence).scalars.lowerBound
      if let word = audio.words.first(where: { first + $0.span.scalars.lowerBound >= scalar }) {
        let turns = track.content.own.turns(of: sentence, in: track.timeline)
        return .known(
          .sentence(
            sentence, offset: turns?.frame(ofSource: Frame(word.frame), in: 0) ?? Frame(word.frame)))
      }
      switch audio.state {
      case .arriving, .lost: return .unspoken(audio)
      case .complete, .failed: return .known(.sentence(sentence, offset: 0))
      }
    }
  }

  /// The place in the silence before a sentence, which a scalar between two sentences means, or the first one. Its
  /// beginning is used where the lengths before it are estimates. `nil` for a word: its sentence is not entered by a
  /// frame, which would leave out words if it was an estimate.
  private static func silence(
    at frame: Frame, before sentence: Int, from scalar: Int, in track: Track
  ) -> Timeline.Place? {
    let first = track.span(of: sentence).scalars.lowerBound
    guard scalar < first || (sentence == 0 && scalar == first) else { return nil }
    let place = track.timeline.place(at: frame)
    if sentence == 0 {
      if case .leadingDelay = place { return place }
      return nil
    }
    if case .gap(sentence - 1, _) = place, track.timeline.isStartExact(of: sentence) { return place }
    return .gap(after: sentence - 1, offset: 0)
  }

  /// A place behind all words.
  private static func end(at frame: Frame, in timeline: Timeline) -> Timeline.Place {
    timeline.isExact ? timeline.place(at: frame) : .trailingDelay(offset: 0)
  }
}

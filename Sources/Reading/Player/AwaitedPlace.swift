import EventLoop
import Speech

/// A requested place that is not known yet: the text has not been read that far, or its sentence has not been spoken.
@Core
enum AwaitedPlace {
  /// A frame after all text that has been read.
  case frame(Frame)
  /// The word that begins at a scalar of the text. The frame is used if the text turns out to end before it.
  case word(scalar: Int, Frame)

  enum Finding {
    case known(Timeline.Place)
    /// More of the text has to be read.
    case unread
    /// More of this sentence has to be spoken.
    case unspoken(SentenceAudio)
  }

  /// Searches for the place in the present data of a track.
  func find(in track: SpokenTrack, _ synthesis: Synthesis) -> Finding {
    let isRead = track.timeline.isComplete
    switch self {
    case .frame(let frame):
      let place = track.timeline.place(at: frame)
      return place != .end || isRead ? .known(place) : .unread
    case .word(let scalar, let frame):
      guard let sentence = track.sentence(atScalar: scalar) else {
        return isRead ? .known(track.timeline.place(at: frame)) : .unread
      }
      let audio = synthesis.audio(of: sentence, in: track)
      let first = track.span(of: sentence).scalars.lowerBound
      if let word = audio.words.first(where: { first + $0.span.scalars.lowerBound >= scalar }) {
        return .known(.sentence(sentence, offset: Frame(word.frame)))
      }
      switch audio.state {
      case .arriving, .lost: return .unspoken(audio)
      case .complete, .failed: return .known(.sentence(sentence, offset: 0))
      }
    }
  }
}

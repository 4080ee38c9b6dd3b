import EventLoop
package import Playback
import Speech
import Vocabulary

// The places of the marks for repetition.
extension Session {
  /// Marks the beginning or the end of the current word.
  package func mark(_ mark: RepeatMark) throws(ReadingError) {
    guard let track = player.current.flatMap({ self.track($0) }), let heard = feeder.heard(),
      let word = word(at: feeder.place(of: heard), heard, in: track)
    else { throw ReadingError(.noTrack, "nothing is heard that could be marked") }
    let isBegun = player.repeatMode == .a || player.repeatMode == .ab
    if mark == .b, !isBegun {
      throw ReadingError(.outOfRange, "no beginning is marked; `aloud repeat a` marks one")
    }
    send(.mark(mark, start: word.start, end: word.end))
  }

  /// The current word, or the last one before a silence; before the text, its beginning.
  private func word(
    at place: Timeline.Place, _ heard: Frame, in track: Track
  ) -> (start: SpeechPoint, end: SpeechPoint)? {
    guard track.sentenceCount > 0 else { return nil }
    if track.countsInTime {
      // The marks of a recording count from its beginning, with and without a text beside it.
      // The present frame is both: a part begins with it, or ends before it.
      guard let offset = track.timeline.recordedFrame(at: place) else { return nil }
      return (SpeechPoint(sentence: 0, offset: offset), SpeechPoint(sentence: 0, offset: offset + 1))
    }
    let sentence = min(place.sentence(in: track.timeline), track.sentenceCount - 1)
    let marks = announcer.words(of: sentence).map { Frame($0.frame) }
    let length = track.timeline.estimatedSpeech(of: sentence)
    let offset: Frame =
      switch place {
      case .leadingDelay: 0
      case .sentence(_, let offset): min(offset, length)
      case .gap, .trailingDelay, .end: length
      }
    // The silence after a sentence belongs to its last word.
    let start = marks.last { $0 <= offset } ?? 0
    let end = marks.first { $0 > offset } ?? length
    guard start < end else { return nil }
    return (SpeechPoint(sentence: sentence, offset: start), SpeechPoint(sentence: sentence, offset: end))
  }
}

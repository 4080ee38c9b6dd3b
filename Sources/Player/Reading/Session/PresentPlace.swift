import EventLoop
import Playback
import Recordings
import Speech
import Vocabulary

/// The place of the reading at the moment of each question: what the listener hears, or would hear next.
@Core
final class PresentPlace {
  private let turns: Turns
  private let tracks: QueuedTracks
  private let feeder: Feeder
  private let announcer: HeardAnnouncer

  init(_ turns: Turns, _ tracks: QueuedTracks, _ feeder: Feeder, _ announcer: HeardAnnouncer) {
    self.turns = turns
    self.tracks = tracks
    self.feeder = feeder
    self.announcer = announcer
  }

  /// The current track, also while paused; `nil` if there is none.
  var track: Track? { turns.player.current.flatMap { tracks[$0] } }

  /// The position in the current track's media time.
  var position: Microseconds {
    guard let current = turns.player.current else { return 0 }
    guard let heard = feeder.heard() else { return turns.player.place(of: current) }
    return feeder.reported(heard).microseconds(at: feeder.sampleRate)
  }

  /// The place in the timeline of the current track, and its media frame; `nil` if nothing is open.
  var heard: (track: Track, place: Timeline.Place, media: Frame)? {
    guard let track, let heard = feeder.heard() else { return nil }
    return (track, feeder.place(of: heard), heard)
  }

  // MARK: The sentence and the word

  /// The present sentence of the current track, and its present word if that is known; `nil` if there is no text.
  var text: (sentence: Int, word: TextSpan?)? {
    guard let track, track.sentenceCount > 0, !track.isUntimed else { return nil }
    guard let heard = feeder.heard() else {
      // When stopped, nothing is open, and Play begins at the player's place.
      let frame = Frame(microseconds: turns.player.place(of: track.id), at: track.timeline.sampleRate)
      let place = track.timeline.place(at: frame)
      return Self.isBeforeText(place, in: track) ? nil : (place.sentence(in: track.timeline), nil)
    }
    let place = feeder.place(of: heard)
    if Self.isBeforeText(place, in: track) { return nil }
    let sentence = place.sentence(in: track.timeline)
    guard sentence < track.sentenceCount else { return nil }
    let words = announcer.words(of: sentence)
    let word =
      switch track.originalOffset(of: place) {
      case .sentence(_, let offset): words.last { Frame($0.frame) <= offset }
      case .gap: words.last
      case .leadingDelay, .trailingDelay, .end: nil as WordMark?
      }
    return (sentence, word.map { $0.span.shifted(by: track.span(of: sentence)) })
  }

  /// True in the sound of a recording before the first sentence of its text.
  private static func isBeforeText(_ place: Timeline.Place, in track: Track) -> Bool {
    guard track.hasTimedText, case .leadingDelay = place else { return false }
    return true
  }

  /// The sentence that may be heard now of a text beside a recording that tells no times: its share of the text is that
  /// of the time. `nil` for all other texts.
  var estimatedSentence: Int? {
    track?.estimatedSentence(at: position)
  }

  /// True in a recording whose text tells no words.
  var isBetweenWords: Bool {
    track?.isRecording ?? false && text.map { announcer.words(of: $0.sentence).isEmpty } ?? true
  }

  /// The starting point of a step from here; `nil` if nothing is open.
  var forStep: SteppingPlace? {
    guard let (track, place, _) = heard else { return nil }
    var sentence = place.sentence(in: track.timeline)
    // The first sentence of the text beside a recording is still to come.
    if track.hasTimedText, case .leadingDelay = place { sentence = -1 }
    return SteppingPlace(
      track: track.id, sentence: sentence,
      position: track.timeline.frame(of: place).microseconds(at: track.timeline.sampleRate))
  }

  /// The edges of the current word, or of the last one before a silence; before the text, of its beginning. `nil` if
  /// nothing is heard that has any.
  var wordEdges: (start: SpeechPoint, end: SpeechPoint)? {
    guard let (track, place, _) = heard, track.sentenceCount > 0 else { return nil }
    if track.content.own.isHeardInTurns {
      guard case .sentence(let sentence, let offset) = place else { return nil }
      return (SpeechPoint(sentence: sentence, offset: offset), SpeechPoint(sentence: sentence, offset: offset + 1))
    }
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

  // MARK: Places that are kept

  /// The position with the last word that was heard.
  func kept(in track: Track) -> KeptPlace {
    KeptPlace(microseconds: position, scalar: track.lastWord?.scalar)
  }

  /// Stores the place at which the current track resumes after an interruption.
  func noteInterruption() {
    guard let current = track else { return }
    let place = kept(in: current)
    guard let sentence = forStep?.sentence, sentence < current.sentenceCount,
      !current.timeline.isStartExact(of: sentence)
    else { return current.place = place }
    // The lengths before it are estimates: its position may be another one when it resumes, and the word is the same.
    current.goOn(
      at: KeptPlace(
        microseconds: place.microseconds, scalar: place.scalar ?? current.span(of: sentence).scalars.lowerBound))
  }
}

import EventLoop
import Playback
import Speech

/// The place of the sound at an order of silence, with the starts of its word and its sentence.
///
/// It is captured at that moment and not later: sound in the pipe may never be heard (its sink is gone), and the words
/// are known only while they are heard.
@Core
struct PausePlace {
  /// A place of the track, and its media frame for the listener.
  struct Mark: Equatable {
    var place: Timeline.Place
    var media: Frame
  }

  let epoch: Player.Epoch
  /// True if no sound of the place had been made yet: nothing was cut, and the place itself may have been unknown.
  var isEarly = false
  private var here: Mark
  private var word: Mark
  private var sentence: Mark
  /// The frame of a recording; `nil` in a text, and between two rounds.
  private var recorded: Frame?
  /// True if words are not gone back to.
  private var isExact = false
  /// The seconds that a sentence takes on average.
  private static let sentence: Frame = 6

  /// True if it is in the silence after a sentence.
  private(set) var isInGap: Bool

  /// - Returns: `nil` if nothing is open.
  init?(feeder: Feeder, announcer: HeardAnnouncer) {
    guard let heard = feeder.heard().map({ announcer.settled($0) }) else { return nil }
    let here = Mark(place: feeder.place(of: heard), media: heard)
    if let track = feeder.track, track.content.own.isHeardInTurns {
      self.init(epoch: feeder.epoch, inExercise: here, isInGap: track.isInGap(here.place))
    } else if let track = feeder.track, track.countsInTime {
      self.init(epoch: feeder.epoch, inRecording: here, fed: feeder.feed.fedPlace(of: heard))
    } else {
      self.init(epoch: feeder.epoch, at: here, words: announcer.words)
    }
  }

  /// A recording goes on exactly where it was. With a text it goes back by sentences, and otherwise by some seconds.
  private init(epoch: Player.Epoch, inRecording here: Mark, fed: Timeline.Place) {
    self.epoch = epoch
    self.here = here
    (word, sentence) = (here, here)
    if case .sentence(_, let offset) = fed { recorded = offset }
    if case .gap = fed { isInGap = true } else { isInGap = false }
  }

  /// An exercise goes on exactly where it was, with what is left of a gap.
  private init(epoch: Player.Epoch, inExercise here: Mark, isInGap: Bool) {
    self.epoch = epoch
    self.here = here
    (word, sentence) = (here, here)
    isExact = true
    self.isInGap = isInGap
  }

  /// - Parameter words: the words of a sentence, as far as they have arrived.
  init(epoch: Player.Epoch, at here: Mark, words: (Int) -> [WordMark]) {
    self.epoch = epoch
    self.here = here
    if case .gap = here.place { isInGap = true } else { isInGap = false }
    guard case .sentence(let sentence, let offset) = here.place else {
      // Nothing is cut in a delay or a gap.
      (word, self.sentence) = (here, here)
      return
    }
    func mark(at frame: Frame) -> Mark {
      Mark(place: .sentence(sentence, offset: frame), media: max(0, here.media - (offset - frame)))
    }
    word = words(sentence).last { Frame($0.frame) <= offset }.map { mark(at: Frame($0.frame)) } ?? mark(at: 0)
    self.sentence = mark(at: 0)
  }

  /// A word has begun to be heard after the order, and before the silence: the reading goes on with it.
  mutating func reach(_ word: Mark) {
    guard recorded == nil, !isExact, word.media > here.media else { return }
    (here, self.word) = (word, word)
    isInGap = false
    if case .sentence(let sentence, let offset) = word.place {
      self.sentence = Mark(place: .sentence(sentence, offset: 0), media: max(0, word.media - offset))
    }
  }

  /// The beginning of the word or sentence, or the place itself outside of both.
  func start(of unit: Rewind, in timeline: Timeline) -> Mark {
    if let recorded {
      // The text may have come since.
      let frame = timeline.gaps.leadingDelay + recorded
      let here = Mark(place: timeline.place(at: frame), media: here.media)
      guard case .sentences(let count) = unit else { return here }
      if timeline.hasCues { return start(back: count, from: here, in: timeline) }
      let frames = min(recorded, Frame(count) * Self.sentence * Frame(timeline.sampleRate.hertz))
      return Mark(place: timeline.place(at: frame - frames), media: max(0, here.media - frames))
    }
    return switch unit {
    case .word: word
    case .sentence: sentence
    case .sentences(let count): start(back: count, from: here, in: timeline)
    }
  }

  private func start(back count: Int, from here: Mark, in timeline: Timeline) -> Mark {
    let heard: Int
    switch here.place {
    case .sentence(let sentence, _), .gap(let sentence, _): heard = sentence
    case .trailingDelay: heard = timeline.sentenceCount - 1
    case .leadingDelay, .end: return sentence
    }
    guard heard > 0 else { return sentence }
    let place = Timeline.Place.sentence(max(0, heard - count), offset: 0)
    return Mark(place: place, media: max(0, here.media - (timeline.frame(of: here.place) - timeline.frame(of: place))))
  }
}

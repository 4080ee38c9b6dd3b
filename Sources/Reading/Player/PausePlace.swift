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
  private let here: Mark
  private let word: Mark
  private let sentence: Mark
  /// The frames that stand for a sentence of a recording; `nil` in a text.
  private var secondsOfSentence: Frame?
  /// The seconds that a sentence takes on average.
  private static let sentence: Frame = 6

  /// True if it is in the silence after a sentence.
  var isInGap: Bool { if case .gap = here.place { true } else { false } }

  /// - Returns: `nil` if nothing is open.
  init?(feeder: Feeder, announcer: HeardAnnouncer) {
    guard let heard = feeder.heard() else { return nil }
    let here = Mark(place: feeder.place(of: heard), media: heard)
    if let track = feeder.track, track.isRecording {
      self.init(epoch: feeder.epoch, inRecording: here, second: Frame(feeder.sampleRate.hertz))
    } else {
      self.init(epoch: feeder.epoch, at: here, words: announcer.words)
    }
  }

  /// A recording has no words and no sentences: it goes on exactly where it was, or some seconds before.
  private init(epoch: Player.Epoch, inRecording here: Mark, second: Frame) {
    self.epoch = epoch
    self.here = here
    (word, sentence) = (here, here)
    secondsOfSentence = Self.sentence * second
  }

  /// - Parameter words: the words of a sentence, as far as they have arrived.
  init(epoch: Player.Epoch, at here: Mark, words: (Int) -> [WordMark]) {
    self.epoch = epoch
    self.here = here
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

  /// The beginning of the word or sentence, or the place itself outside of both.
  func start(of unit: Rewind, in timeline: Timeline) -> Mark {
    if let secondsOfSentence, case .sentence(let number, let offset) = here.place {
      guard case .sentences(let count) = unit else { return here }
      let frames = min(offset, Frame(count) * secondsOfSentence)
      return Mark(place: .sentence(number, offset: offset - frames), media: max(0, here.media - frames))
    }
    return switch unit {
    case .word: word
    case .sentence: sentence
    case .sentences(let count): start(back: count, in: timeline)
    }
  }

  private func start(back count: Int, in timeline: Timeline) -> Mark {
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

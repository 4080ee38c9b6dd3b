import EventLoop
import Playback
import Speech

/// The part that is repeated, and the rounds of it that were fed: the plan goes back to the beginning of the part after
/// each.
@Core
struct Rounds {
  /// The sound in which an edge counts as that of the present round: a fifth of a second or less.
  private static let nearness: Frame = 4096

  /// The present repetition, of any track.
  private(set) var repetition: Repetition?
  /// The places at which rounds leave their last sentence, in the order of media time.
  private var ends: [RoundEnd] = []

  /// Another part is repeated from now on; `nil`: none.
  mutating func choose(_ repetition: Repetition?) { self.repetition = repetition }

  /// The fed sound is not heard.
  mutating func forget() { ends = [] }

  /// A round ends.
  mutating func note(_ end: RoundEnd) {
    ends.removeAll { $0.media >= end.media }
    // All rounds but the first one, which may begin after its end, end at the same place.
    if ends.last?.offset != end.offset { ends.append(end) }
  }

  /// The end of the last round that ends at or before a media frame.
  func end(before media: Frame) -> RoundEnd? { ends.last { $0.media <= media } }

  /// The rounds of a track; `nil` if nothing of it is repeated.
  func laps(of track: Track) -> ABLoop? { ABLoop(repetition, of: track.id) }

  /// True if marks cut through the speech of a track, so that the cut edges have to be smoothed.
  func isMarked(_ track: Track) -> Bool {
    switch laps(of: track)?.extent {
    case .between: true
    // The sound of a recording goes on behind its sentences.
    case .sentence, .paragraph: track.timeline.hasCues
    case .from, nil: false
    }
  }

  // MARK: The end of a round

  /// The frame of a sentence at which the present round ends; `nil` if that is its own end.
  ///
  /// - Parameter shown: the sentence of the text beside the sound that was announced last; the sentence is then all of
  ///   a recording.
  func end(in sentence: Int, from offset: Frame, of track: Track, shown: Int?) -> Frame? {
    guard let laps = laps(of: track) else { return nil }
    guard track.timeline.hasCues else { return laps.end(in: sentence, from: offset) }
    switch laps.extent {
    case .between: return laps.end(in: sentence, from: offset)
    case .from: return nil
    case .sentence, .paragraph:
      let timeline = track.timeline
      var sentence = shown
      if sentence == nil {
        switch timeline.place(at: timeline.gaps.leadingDelay + offset) {
        case .leadingDelay: sentence = 0
        case .sentence(let here, _): sentence = here
        // Outside of a sentence the sound goes on to the next one.
        case .gap(let before, _): sentence = before + 1 < timeline.sentenceCount ? before + 1 : nil
        case .trailingDelay, .end: sentence = nil
        }
      }
      return sentence.map { timeline.recordedStart(of: $0) + timeline.estimatedSpeech(of: $0) }
    }
  }

  // MARK: The start of the next round

  /// The sentence that is fed after another one.
  func sentence(behind sentence: Int, of track: Track) -> Int {
    laps(of: track)?.start(behind: sentence, in: track.timeline)?.sentence ?? sentence + 1
  }

  /// The place at which the next round begins after a sentence, and the silence before it; `nil` if the reading goes
  /// on.
  ///
  /// - Parameter media: the media frame after what was fed.
  func next(behind sentence: Int, of track: Track, at media: Frame) -> (start: SpeechPoint, gap: Frame)? {
    guard let laps = laps(of: track) else { return nil }
    let timeline = track.timeline
    let start =
      timeline.hasCues ? recordedStart(laps, in: timeline, at: media) : laps.start(behind: sentence, in: timeline)
    return start.map { ($0, laps.gap(behind: sentence, in: timeline)) }
  }

  /// The place at which the next round in a recording begins.
  private func recordedStart(_ laps: ABLoop, in timeline: Timeline, at media: Frame) -> SpeechPoint? {
    switch laps.extent {
    case .between(let start, let end): return ends.last?.offset == end.offset ? start : nil
    case .from: return nil
    case .sentence, .paragraph:
      let last = end(before: media).map { timeline.sentence(atRecorded: $0.offset - 1) ?? 0 }
      return SpeechPoint(sentence: 0, offset: timeline.recordedStart(of: last ?? timeline.sentenceCount - 1))
    }
  }

  // MARK: The edge that a mark has cut

  /// The frame of a sentence at which the present round begins in it; `nil` if this round came from before it.
  ///
  /// - Parameters:
  ///   - reported: tells if the reading has just gone back.
  ///   - media: the media frame after what was fed.
  func start(in sentence: Int, of track: Track, _ reported: ReportedPosition, at media: Frame) -> Frame? {
    guard let extent = laps(of: track)?.extent, let last = reported.lastDiscontinuity,
      media - last.media < Self.nearness
    else { return nil }
    switch extent {
    case .sentence, .paragraph:
      return track.timeline.hasCues ? last.reported - track.timeline.gaps.leadingDelay : nil
    case .between(let start, _) where start.sentence == sentence:
      let place = Timeline.Place.sentence(start.sentence, offset: start.offset)
      return last.reported == track.frame(ofFed: place) ? start.offset : nil
    case .between, .from: return nil
    }
  }
}

/// The place at which a round of a repetition leaves a sentence before its end, and the rounds after it.
struct RoundEnd {
  /// The media frame at which it is left.
  var media: Frame
  var sentence: Int
  var offset: Frame

  /// The place at which the reading continues without the repetition. In the silence between two rounds that is the end
  /// of the round.
  func place(after place: Timeline.Place) -> Timeline.Place {
    guard case .gap(sentence, _) = place else { return place }
    return .sentence(sentence, offset: offset)
  }
}

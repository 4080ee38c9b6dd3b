import EventLoop
import Playback
import Speech

// The repetition of a part of the track: the plan simply continues with the beginning of the part.
extension Feeder {
  /// The frame of a sentence at which the present round ends; `nil` if that is the sentence's own end.
  func endOfLap(in sentence: Int, from offset: Frame, of track: Track) -> Frame? {
    ABLoop(repetition, of: track.id)?.end(in: sentence, from: offset)
  }

  /// The sentence that a repetition feeds after another one.
  func firstOfLap(behind sentence: Int, of track: Track) -> Int? {
    ABLoop(repetition, of: track.id)?.start(behind: sentence, in: track.timeline)?.sentence
  }

  /// Feeds the silence between two rounds, and goes back after it; false if the reading continues.
  func feedGapOfLap(behind sentence: Int, from offset: Frame, of track: Track) -> Bool {
    guard let laps = ABLoop(repetition, of: track.id),
      let start = track.timeline.hasCues
        ? startOfRecordedRound(laps, of: track) : laps.start(behind: sentence, in: track.timeline)
    else { return false }
    let place = Timeline.Place.sentence(start.sentence, offset: start.offset)
    let gap = laps.gap(behind: sentence, in: track.timeline)
    feedSilence(.gap(after: sentence, offset: offset), offset, of: gap, place)
    guard cursor == place else { return true }
    reported.addDiscontinuity(at: playout.media, to: track.frame(ofFed: place))
    announcedSentence = nil
    // The same sentence also begins again.
    observe(nil)
    return true
  }

  /// True if marks cut through the speech of a track, so that the cut edges have to be smoothed.
  func isMarked(_ track: Track) -> Bool {
    switch ABLoop(repetition, of: track.id)?.extent {
    case .between: true
    // The sound of a recording goes on behind its sentences.
    case .sentence, .paragraph: track.timeline.hasCues
    case .from, nil: false
    }
  }

  /// The frame of a sentence at which the mark of the present round cut it; `nil` if this round came from before it.
  func startOfRound(in sentence: Int, of track: Track) -> Frame? {
    if let start = startOfRecordedSentence(of: track) { return start }
    guard case .between(let start, _) = ABLoop(repetition, of: track.id)?.extent, start.sentence == sentence else {
      return nil
    }
    return reported.isDiscontinuity(to: start, of: track, within: playout.media) ? start.offset : nil
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

extension ReportedPosition {
  /// True if the reading has gone back to a place of the track within the last milliseconds before `media`.
  @Core
  fileprivate func isDiscontinuity(to start: SpeechPoint, of track: Track, within media: Frame) -> Bool {
    let reported = track.frame(ofFed: .sentence(start.sentence, offset: start.offset))
    return lastDiscontinuity.map { $0.reported == reported && media - $0.media < 4096 } ?? false
  }
}

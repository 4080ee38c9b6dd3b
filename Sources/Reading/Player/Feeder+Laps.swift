import EventLoop
import Playback
import Speech

// How the feeder goes back to repeat a part of the track: what is planned simply goes on with the beginning of it.
extension Feeder {
  /// The frame of a sentence at which a lap ends that is at `offset` there; `nil` where that is the sentence's own end.
  func endOfLap(in sentence: Int, from offset: Frame, of track: SpokenTrack) -> Frame? {
    Laps(repetition, of: track.id)?.end(in: sentence, from: offset)
  }

  /// The sentence that is fed behind another one by a repetition.
  func firstOfLap(behind sentence: Int, of track: SpokenTrack) -> Int? {
    Laps(repetition, of: track.id)?.start(behind: sentence, in: track.timeline)?.sentence
  }

  /// Feeds the silence between two laps, and goes back behind it; false where the reading goes on.
  func feedGapOfLap(behind sentence: Int, from offset: Frame, of track: SpokenTrack) -> Bool {
    guard let laps = Laps(repetition, of: track.id), let start = laps.start(behind: sentence, in: track.timeline) else {
      return false
    }
    let place = Timeline.Place.sentence(start.sentence, offset: start.offset)
    let gap = laps.gap(behind: sentence, in: track.timeline)
    feedSilence(.gap(after: sentence, offset: offset), offset, of: gap, place)
    guard cursor == place else { return true }
    told.bend(at: playout.media, to: track.timeline.frame(of: place))
    // Also where it is the same sentence: it begins anew.
    observe(nil)
    return true
  }

  /// Rounds the edges that the marks of a repetition cut into speech.
  func faded(
    _ samples: ArraySlice<Int16>, of sentence: Int, lapEnd: Frame?, in track: SpokenTrack
  ) -> ArraySlice<Int16> {
    guard case .between(let start, _) = Laps(repetition, of: track.id)?.extent else { return samples }
    // Only where this lap began there, and did not come from before it.
    let isBegun = start.sentence == sentence && told.bends(to: start, of: track, within: playout.media)
    return Laps.faded(samples, lapStart: isBegun ? start.offset : nil, lapEnd: lapEnd)
  }
}

extension ToldFrames {
  /// Whether the reading has just gone back to a place of the track, some milliseconds ago at `media`.
  @Core
  fileprivate func bends(to start: SpeechPoint, of track: SpokenTrack, within media: Frame) -> Bool {
    let told = track.timeline.frame(of: .sentence(start.sentence, offset: start.offset))
    return lastBend.map { $0.told == told && media - $0.media < 4096 } ?? false
  }
}

import Playback
import Speech

/// A part of a track that is fed again and again: where a lap ends, and where the next one begins.
struct Laps: Equatable {
  /// The silence between two laps where the text has none there: shorter ones are not heard as an end.
  private static let shortestGap: Frame = 2205
  /// How far the reading may have come beyond the end when that was marked: it was still on its way to the ear.
  private static let slack: Frame = 8192

  let extent: Repetition.Extent

  /// The laps of a track; `nil` where nothing of it is repeated.
  init?(_ repetition: Repetition?, of track: TrackID) {
    guard let repetition, repetition.track == track else { return nil }
    extent = repetition.extent
  }

  /// The frame of a sentence at which a lap ends that comes by `offset`; `nil` where it goes on to the sentence's end.
  func end(in sentence: Int, from offset: Frame) -> Frame? {
    guard case .between(_, let end) = extent, end.sentence == sentence, offset < end.offset + Self.slack else {
      return nil
    }
    return end.offset
  }

  /// Where the reading goes on behind the silence after a sentence; `nil`: with the next sentence.
  func start(behind sentence: Int, in timeline: Timeline) -> SpeechPoint? {
    switch extent {
    case .sentence: return SpeechPoint(sentence: sentence)
    case .paragraph:
      let isLast = timeline.isComplete && sentence + 1 == timeline.sentenceCount
      guard isLast || timeline.endsParagraph(sentence) else { return nil }
      var first = sentence
      while first > 0, !timeline.endsParagraph(first - 1) { first -= 1 }
      return SpeechPoint(sentence: first)
    case .from: return nil
    case .between(let start, let end): return sentence == end.sentence ? start : nil
    }
  }

  /// The silence behind the last sentence of a lap.
  func gap(behind sentence: Int, in timeline: Timeline) -> Frame {
    max(timeline.gap(after: sentence), timeline.gaps.sentence, Self.shortestGap)
  }

  /// The samples of a piece of a sentence, faded where the mark of a lap cuts through its speech.
  ///
  /// - Parameters:
  ///   - lapStart: where in the sentence this lap began, where it is the piece's sentence.
  ///   - lapEnd: where it ends in the sentence.
  static func faded(
    _ samples: ArraySlice<Int16>, lapStart: Frame?, lapEnd: Frame?
  ) -> ArraySlice<Int16> {
    let isNear: (Frame?) -> Bool = { edge in
      guard let edge, edge > 0 else { return false }
      return edge + Self.fade > Frame(samples.startIndex) && edge - Self.fade < Frame(samples.endIndex)
    }
    guard isNear(lapStart) || isNear(lapEnd) else { return samples }
    var faded = samples
    for index in samples.indices {
      var distance = Self.fade
      if let lapStart, lapStart > 0 { distance = min(distance, max(0, Frame(index) - lapStart)) }
      if let lapEnd { distance = min(distance, max(0, lapEnd - 1 - Frame(index))) }
      if distance < Self.fade { faded[index] = Int16(Frame(samples[index]) * distance / Self.fade) }
    }
    return faded
  }

  /// Four milliseconds: shorter than a sound of speech, long enough for no click.
  private static let fade: Frame = 88
}

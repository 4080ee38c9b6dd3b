import Playback
import Speech

/// A part of a track that is fed repeatedly: the end of a round, and the start of the next one.
struct ABLoop: Equatable {
  /// The silence between two rounds if the text has none there: a tenth of a second. A shorter one is not heard as an
  /// end.
  private static func shortestGap(_ rate: SampleRate) -> Frame { Frame(rate.hertz / 10) }
  /// The distance beyond the end at which the reading may have been when the end was marked: that sound was still on
  /// its way to the ear.
  private static let slack: Frame = 8192

  let extent: Repetition.Extent

  /// The rounds of a track; `nil` if nothing of it is repeated.
  init?(_ repetition: Repetition?, of track: TrackID) {
    guard let repetition, repetition.track == track else { return nil }
    extent = repetition.extent
  }

  /// The frame of a sentence at which the round with `offset` ends; `nil` if it continues to the sentence's end.
  func end(in sentence: Int, from offset: Frame) -> Frame? {
    guard case .between(_, let end) = extent, end.sentence == sentence, offset < end.offset + Self.slack else {
      return nil
    }
    return end.offset
  }

  /// The place at which the reading continues after the silence after a sentence; `nil`: the next sentence.
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

  /// The silence after the last sentence of a round.
  func gap(behind sentence: Int, in timeline: Timeline) -> Frame {
    // Between two sentences with times of their own there may be minutes.
    let own = timeline.hasOwnTimes ? 0 : timeline.gap(after: sentence)
    return max(own, timeline.gaps.sentence, Self.shortestGap(timeline.sampleRate))
  }

  /// The samples of a piece of a sentence, faded where a mark cuts through its speech.
  ///
  /// - Parameters:
  ///   - channels: the samples in a frame.
  ///   - lapStart: the start of this round in the sentence, if it is in this one.
  ///   - lapEnd: the end of the round in the sentence.
  static func faded(
    _ samples: ArraySlice<Int16>, channels: Int = 1, lapStart: Frame?, lapEnd: Frame?
  ) -> ArraySlice<Int16> {
    let (first, end) = (Frame(samples.startIndex / channels), Frame(samples.endIndex / channels))
    let isNear: (Frame?) -> Bool = { edge in
      guard let edge, edge > 0 else { return false }
      return edge + Self.fade > first && edge - Self.fade < end
    }
    guard isNear(lapStart) || isNear(lapEnd) else { return samples }
    var faded = samples
    for index in samples.indices {
      let frame = Frame(index / channels)
      var distance = Self.fade
      if let lapStart, lapStart > 0 { distance = min(distance, max(0, frame - lapStart)) }
      if let lapEnd { distance = min(distance, max(0, lapEnd - 1 - frame)) }
      if distance < Self.fade { faded[index] = Int16(Frame(samples[index]) * distance / Self.fade) }
    }
    return faded
  }

  /// Four milliseconds: shorter than a sound of speech, long enough to avoid clicks.
  private static let fade: Frame = 88
}

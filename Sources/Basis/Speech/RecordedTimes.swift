/// The times of a recording: its length, and those of the sentences of a text beside it.
///
/// Without a text it is one long sentence. All frames count from the beginning of the recording.
struct RecordedTimes: Equatable, Sendable {
  /// The length of the recording.
  var frames: Frame
  /// False for an estimate of the length.
  var isExact: Bool
  /// The time of each sentence, in order; none overlaps the next one.
  private var cues: [Range<Frame>] = []

  init(frames: Frame, isExact: Bool) { (self.frames, self.isExact) = (frames, isExact) }

  /// Sets the times of the sentences; none: there is no text.
  ///
  /// - Parameter cues: in the order of their starts, which differ.
  mutating func set(_ cues: [Range<Frame>]) {
    self.cues = cues.enumerated().map { index, cue in
      let end = index + 1 < cues.count ? min(cue.upperBound, cues[index + 1].lowerBound) : cue.upperBound
      return cue.lowerBound..<max(cue.lowerBound, end)
    }
  }

  /// True if there is a text.
  var hasText: Bool { !cues.isEmpty }

  /// The number of sentences, at least one.
  var count: Int { max(1, cues.count) }

  /// The time of a sentence, as far as it is in the recording. After the last one it is the end.
  subscript(sentence: Int) -> Range<Frame> {
    guard sentence < count else { return frames..<frames }
    guard hasText else { return 0..<frames }
    return min(cues[sentence].lowerBound, frames)..<min(cues[sentence].upperBound, frames)
  }

  /// True if the length of a sentence is known.
  func isExact(_ sentence: Int) -> Bool { isExact || hasText && cues[sentence].upperBound <= frames }

  /// The place at a frame of the recording; `nil` before the first sentence and after the end.
  func place(at frame: Frame) -> Timeline.Place? {
    guard frame < frames else { return nil }
    guard hasText else { return .sentence(0, offset: frame) }
    let sentence = cues.partitioningIndex { $0.lowerBound > frame } - 1
    guard sentence >= 0 else { return nil }
    let offset = frame - cues[sentence].lowerBound
    let length = Frame(cues[sentence].count)
    return offset < length ? .sentence(sentence, offset: offset) : .gap(after: sentence, offset: offset - length)
  }
}

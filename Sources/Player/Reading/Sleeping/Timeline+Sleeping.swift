import Playback
import Speech

extension Timeline {
  /// The rest of a sleep timer's unit from a place on, without the silence after it. `nil` while a sentence in between
  /// is not measured, and for a time.
  ///
  /// - Parameter laps: the present repetition. The end of a round is the end of the unit.
  func exactRest(of extent: SleepTimer.Extent, from place: Place, _ laps: ABLoop? = nil) -> Frame? {
    let here = place.sentence(in: self)
    guard here < sentenceCount else { return nil }
    switch extent {
    case .time: return nil
    case .chapters: return isExact ? max(0, length - frame(of: place)) : nil
    case .sentence: return rest(from: place, toEndOf: here, laps)
    case .paragraph:
      let end = (here..<sentenceCount).first { endsParagraph($0) }
      guard let last = end ?? (isComplete ? sentenceCount - 1 : nil) else { return nil }
      return rest(from: place, toEndOf: last, laps)
    }
  }

  private func rest(from place: Place, toEndOf last: Int, _ laps: ABLoop?) -> Frame? {
    let here = place.sentence(in: self)
    let last = endOfLap(in: here...last, laps) ?? last
    let offset: Frame = if case .sentence(_, let offset) = place { offset } else { 0 }
    if let end = laps?.end(in: last, from: last == here ? offset : 0) {
      guard (here..<last).allSatisfy({ speech(of: $0) != nil }) else { return nil }
      return max(0, start(of: last) + min(end, speech(of: last) ?? end) - frame(of: place))
    }
    guard (here...last).allSatisfy({ speech(of: $0) != nil }) else { return nil }
    return max(0, start(of: last) + estimatedSpeech(of: last) - frame(of: place))
  }

  /// The first of some sentences after which a round ends.
  private func endOfLap(in sentences: ClosedRange<Int>, _ laps: ABLoop?) -> Int? {
    guard let laps else { return nil }
    return sentences.first { laps.start(behind: $0, in: self) != nil }
  }

  /// The estimated rest of the unit.
  func estimatedRest(of extent: SleepTimer.Extent, from place: Place, _ laps: ABLoop? = nil) -> Frame? {
    let here = place.sentence(in: self)
    guard here < sentenceCount else { return nil }
    let end: Frame
    switch extent {
    case .time: return nil
    case .chapters: end = length
    case .sentence: end = start(of: here) + estimatedSpeech(of: here)
    case .paragraph:
      let paragraph = (here..<sentenceCount).first { endsParagraph($0) } ?? sentenceCount - 1
      let last = endOfLap(in: here...paragraph, laps) ?? paragraph
      end = start(of: last) + estimatedSpeech(of: last)
    }
    return max(0, end - frame(of: place))
  }
}

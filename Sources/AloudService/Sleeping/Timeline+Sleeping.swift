import Playback
import Speech

extension Timeline {
  /// How much is still to be heard of what a sleep timer waits for the end of, from a place on; the silence behind it
  /// not counted. `nil` while a sentence on the way is not measured, and for a time.
  func exactRest(of extent: SleepTimer.Extent, from place: Place) -> Frame? {
    let here = place.sentence(in: self)
    guard here < sentenceCount else { return nil }
    switch extent {
    case .time: return nil
    case .chapters: return isExact ? max(0, length - frame(of: place)) : nil
    case .sentence: return rest(from: place, toEndOf: here)
    case .paragraph:
      let end = (here..<sentenceCount).first { endsParagraph($0) }
      guard let last = end ?? (isComplete ? sentenceCount - 1 : nil) else { return nil }
      return rest(from: place, toEndOf: last)
    }
  }

  private func rest(from place: Place, toEndOf last: Int) -> Frame? {
    let here = place.sentence(in: self)
    guard (here...last).allSatisfy({ speech(of: $0) != nil }) else { return nil }
    return max(0, start(of: last) + estimatedSpeech(of: last) - frame(of: place))
  }

  /// How much is probably still to be heard of it.
  func estimatedRest(of extent: SleepTimer.Extent, from place: Place) -> Frame? {
    let here = place.sentence(in: self)
    guard here < sentenceCount else { return nil }
    let end: Frame
    switch extent {
    case .time: return nil
    case .chapters: end = length
    case .sentence: end = start(of: here) + estimatedSpeech(of: here)
    case .paragraph:
      let last = (here..<sentenceCount).first { endsParagraph($0) } ?? sentenceCount - 1
      end = start(of: last) + estimatedSpeech(of: last)
    }
    return max(0, end - frame(of: place))
  }
}

import Playback

/// The sleep timer as state words: its unit, its amount, and the end of a time.
enum SleepValues {
  static func words(of sleep: KeptSleep?) -> [String: SQLValue] {
    let (unit, count): (String?, Int64?) =
      switch sleep?.extent {
      case .time(let time): ("time", Int64(time / .milliseconds(1)))
      case .sentence: ("sentence", nil)
      case .paragraph: ("paragraph", nil)
      case .chapters(let count): ("chapters", Int64(count))
      case nil: (nil, nil)
      }
    return [
      "sleep.unit": SQLValue(unit), "sleep.count": SQLValue(count),
      "sleep.until": SQLValue(sleep?.until?.milliseconds),
    ]
  }

  /// `nil` if there was none, or the words are invalid.
  static func sleep(_ words: [String: SQLValue]) -> KeptSleep? {
    let count = words["sleep.count"]?.asInteger
    let extent: SleepTimer.Extent? =
      switch words["sleep.unit"]?.asText {
      case "time": count.flatMap { (0...86_400_000).contains($0) ? .time(.milliseconds($0)) : nil }
      case "sentence": .sentence
      case "paragraph": .paragraph
      case "chapters": count.flatMap { (1...Int64(SleepTimer.maximumChapters)).contains($0) ? .chapters(Int($0)) : nil }
      default: nil
      }
    return extent.map { KeptSleep($0, until: words["sleep.until"]?.asInteger.map { WallTime(milliseconds: $0) }) }
  }
}

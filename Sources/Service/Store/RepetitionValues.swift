import Playback
import Vocabulary

/// The repetition of a track as state words: its track, its kind, and the numbers of its marks.
enum RepetitionValues {
  static func words(of repetition: Repetition?) -> [String: SQLValue] {
    let text = repetition.map { marks(of: $0.extent).map { "\($0.sentence) \($0.offset)" } }
    return [
      "repeat.track": SQLValue(repetition.map { Int64(bitPattern: $0.track.number) }),
      "repeat.mode": SQLValue(repetition?.mode.rawValue),
      "repeat.marks": SQLValue(text?.joined(separator: " ")),
    ]
  }

  /// `nil` if nothing is repeated, or the words are invalid.
  static func repetition(_ words: [String: SQLValue]) -> Repetition? {
    guard let track = words["repeat.track"]?.asInteger, let mode = words["repeat.mode"]?.asText.flatMap(RepeatMode.init)
    else { return nil }
    let numbers = (words["repeat.marks"]?.asText ?? "").split(separator: " ").map { Int64($0) }
    func point(_ index: Int) -> SpeechPoint? {
      guard numbers.count > index * 2 + 1, let sentence = numbers[index * 2], let offset = numbers[index * 2 + 1]
      else { return nil }
      return SpeechPoint(sentence: Int(sentence), offset: offset)
    }
    let extent: Repetition.Extent? =
      switch mode {
      case .sentence: .sentence
      case .paragraph: .paragraph
      case .a: point(0).map { .from($0) }
      case .ab:
        if let start = point(0), let end = point(1) { .between(start, end) } else { nil }
      case .off, .chapter, .b: nil
      }
    return extent.map { Repetition($0, in: TrackID(UInt64(bitPattern: track))) }
  }

  private static func marks(of extent: Repetition.Extent) -> [SpeechPoint] {
    switch extent {
    case .sentence, .paragraph: []
    case .from(let start): [start]
    case .between(let start, let end): [start, end]
    }
  }
}

import AloudAPI
import Configuration

/// What ends the reading for somebody who falls asleep: `30m`, `45` (minutes), `1h30m`, `sentence`, `paragraph`,
/// `chapter`, `2 chapters`, `+10m`, `-5m`, `off`, `back`.
enum SleepArgument: Equatable {
  /// A timer; with `adding` a change of the one that runs.
  case timer(SleepUnit, amount: Int64, adding: Bool)
  /// To where it was set.
  case back

  static let forms = "30m, 1h, sentence, paragraph, chapter, '2 chapters', +10m, off or back"

  /// The longest time.
  private static let longest: Int64 = 86_400_000_000

  init?(_ words: [String]) {
    let words = words.map { $0.lowercased() }
    switch (words.first, words.count) {
    case ("off", 1), ("none", 1), ("no", 1), ("cancel", 1), ("0", 1): self = .timer(.off, amount: 0, adding: false)
    case ("back", 1), ("return", 1): self = .back
    case ("sentence", 1): self = .timer(.sentence, amount: 0, adding: false)
    case ("paragraph", 1): self = .timer(.paragraph, amount: 0, adding: false)
    case ("chapter", 1), ("track", 1): self = .timer(.chapter, amount: 1, adding: false)
    case (let count?, 2) where ["chapter", "chapters", "track", "tracks"].contains(words[1]):
      guard let number = Int64(count), (1...1000).contains(number) else { return nil }
      self = .timer(.chapter, amount: number, adding: false)
    default:
      var text = Substring(words.joined())
      let direction = Direction.taken(from: &text)
      guard let time = Self.microseconds(text), (direction == nil ? 1 : 0)...Self.longest ~= time else { return nil }
      self = .timer(.time, amount: time * Int64(direction?.sign ?? 1), adding: direction != nil)
    }
  }

  /// A bare number counts minutes, as on every egg timer.
  private static func microseconds(_ text: Substring) -> Int64? {
    if let minutes = decimal(text) { return DurationText.seconds(minutes * 60).map(aloud.microseconds(of:)) }
    guard let hour = text.firstIndex(of: "h"), text.index(after: hour) < text.endIndex else {
      return DurationText.parse(text).map(aloud.microseconds(of:))
    }
    guard let hours = DurationText.parse(text[...hour]), let rest = microseconds(text[text.index(after: hour)...])
    else { return nil }
    return aloud.microseconds(of: hours) + rest
  }
}

/// What `repeat` repeats: a part of the text, or in the words of other players the queue.
enum RepeatArgument: Equatable {
  case part(RepeatWord)
  case queue

  static let forms = "sentence, paragraph, chapter, a, b, ab or off"

  private static let words: [(String, RepeatArgument)] = [
    ("off", .part(.off)), ("none", .part(.off)), ("no", .part(.off)), ("a", .part(.a)), ("b", .part(.b)),
    ("ab", .part(.ab)), ("a-b", .part(.ab)), ("sentence", .part(.sentence)), ("paragraph", .part(.paragraph)),
    ("chapter", .part(.chapter)), ("track", .part(.chapter)), ("one", .part(.chapter)), ("song", .part(.chapter)),
    ("on", .queue), ("all", .queue), ("queue", .queue), ("playlist", .queue),
  ]

  /// A word, or the beginning of one of three letters and more.
  static func parse(_ argument: String) -> RepeatArgument? {
    let argument = argument.lowercased()
    return words.first { $0.0 == argument }?.1
      ?? (argument.count < 3 ? nil : words.first { $0.0.hasPrefix(argument) }?.1)
  }
}

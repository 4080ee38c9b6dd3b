import AloudAPI
import Configuration
import Vocabulary

/// The end of the reading for listeners who fall asleep: `30m`, `45` (minutes), `1h30m`, `1:30:00` (as on clocks),
/// `sentence`, `paragraph`, `chapter`, `2 chapters`, `+10m`, `-5m`, `off`, `back`.
enum SleepArgument: Equatable {
  /// A timer. With `adding`, the amount changes the running timer.
  case timer(SleepUnit, amount: Int64, adding: Bool)
  /// Back to the place at which the timer was set.
  case back

  static let forms = "30m, 1h, sentence, paragraph, chapter, '2 chapters', +10m, off or back"

  /// The longest time, in microseconds: a day.
  private static let longest: Microseconds = 86_400_000_000

  init?(_ words: [String]) {
    // The shell may pass '2 chapters' as one word.
    let words = words.flatMap { $0.lowercased().split(separator: " ") }
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
      self = .timer(.time, amount: time.count * Int64(direction?.sign ?? 1), adding: direction != nil)
    }
  }

  /// A bare number is in minutes, as on an egg timer. A number with colons is a clock time, as in the displayed times.
  private static func microseconds(_ text: Substring) -> Microseconds? {
    if text.contains(":") { return PositionArgument.microseconds(text) }
    if let minutes = decimal(text) { return DurationText.seconds(minutes * 60).map { Microseconds($0) } }
    guard let hour = text.firstIndex(of: "h"), text.index(after: hour) < text.endIndex else {
      return DurationText.parse(text).map { Microseconds($0) }
    }
    guard let hours = DurationText.parse(text[...hour]), let rest = microseconds(text[text.index(after: hour)...])
    else { return nil }
    return Microseconds(hours) + rest
  }
}

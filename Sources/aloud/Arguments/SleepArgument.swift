import AloudAPI
import Configuration

/// The end of the reading for somebody who falls asleep: `30m`, `45` (minutes), `1h30m`, `1:30:00` (as clocks show it),
/// `sentence`, `paragraph`, `chapter`, `2 chapters`, `+10m`, `-5m`, `off`, `back`.
enum SleepArgument: Equatable {
  /// A timer; with `adding` a change of the one that runs.
  case timer(SleepUnit, amount: Int64, adding: Bool)
  /// To where it was set.
  case back

  static let forms = "30m, 1h, sentence, paragraph, chapter, '2 chapters', +10m, off or back"

  /// The longest time.
  private static let longest: Int64 = 86_400_000_000

  init?(_ words: [String]) {
    // '2 chapters' may come as one word of the shell.
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
      self = .timer(.time, amount: time * Int64(direction?.sign ?? 1), adding: direction != nil)
    }
  }

  /// A bare number counts minutes, as on every egg timer; with colons it is a clock's, as in what is shown.
  private static func microseconds(_ text: Substring) -> Int64? {
    if text.contains(":") { return PositionArgument.microseconds(text) }
    if let minutes = decimal(text) { return DurationText.seconds(minutes * 60).map(aloud.microseconds(of:)) }
    guard let hour = text.firstIndex(of: "h"), text.index(after: hour) < text.endIndex else {
      return DurationText.parse(text).map(aloud.microseconds(of:))
    }
    guard let hours = DurationText.parse(text[...hour]), let rest = microseconds(text[text.index(after: hour)...])
    else { return nil }
    return aloud.microseconds(of: hours) + rest
  }
}

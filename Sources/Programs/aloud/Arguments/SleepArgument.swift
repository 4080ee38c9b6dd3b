import AloudAPI
import Configuration
import Vocabulary

/// The end of the reading for listeners who fall asleep: `30m`, `45` (minutes), `1h30m`, `1:30:00`, `22:30` or
/// `at 10:30pm` (a time of day), `sentence`, `paragraph`, `chapter`, `2 chapters`, `+10m`, `-5m`, `off`, `back`.
enum SleepArgument: Equatable {
  /// A timer. With `adding`, the amount changes the running timer.
  case timer(SleepUnit, amount: Int64, adding: Bool)
  /// A time of day.
  case clock(ClockTime)
  /// Back to the place at which the timer was set.
  case back

  static let forms = "30m, 1h30m, 22:30, sentence, phrase, paragraph, chapter, '2 chapters', +10m, off or back"

  /// The longest time, in microseconds: a day.
  static let longest: Microseconds = 86_400_000_000

  init?(_ words: [String]) {
    // The shell may pass '2 chapters' as one word.
    let words = words.flatMap { $0.lowercased().split(separator: " ") }
    switch (words.first, words.count) {
    case ("off", 1), ("none", 1), ("no", 1), ("cancel", 1), ("0", 1): self = .timer(.off, amount: 0, adding: false)
    case ("back", 1), ("return", 1): self = .back
    // A phrase that is studied is a sentence of the exercise.
    case ("sentence", 1), ("phrase", 1): self = .timer(.sentence, amount: 0, adding: false)
    case ("paragraph", 1): self = .timer(.paragraph, amount: 0, adding: false)
    case ("chapter", 1), ("track", 1): self = .timer(.chapter, amount: 1, adding: false)
    case (let count?, 2) where ["chapter", "chapters", "track", "tracks"].contains(words[1]):
      guard let number = Int64(count), (1...1000).contains(number) else { return nil }
      self = .timer(.chapter, amount: number, adding: false)
    case ("at", 2...):
      guard let time = ClockTime(words.dropFirst().joined()) else { return nil }
      self = .clock(time)
    default:
      let whole = words.joined()
      if let time = ClockTime(whole), time.isPlain {
        self = .clock(time)
        return
      }
      var text = Substring(whole)
      let direction = Direction.taken(from: &text)
      guard !Self.isAmbiguous(whole), let time = Self.microseconds(text),
        (direction == nil ? 1 : 0)...Self.longest ~= time
      else { return nil }
      self = .timer(.time, amount: time.count * Int64(direction?.sign ?? 1), adding: direction != nil)
    }
  }

  /// A bare number is in minutes, as on an egg timer.
  private static func microseconds(_ text: Substring) -> Microseconds? {
    let duration = decimal(text).map { DurationText.seconds($0 * 60) } ?? DurationText.parse(text)
    return duration.map { Microseconds($0) }
  }

  /// True for `1:30`, which may be an hour and a half, ninety seconds or a time of day.
  private static func isAmbiguous(_ text: String) -> Bool { text.count { $0 == ":" } == 1 }

  /// The reason why an argument is not understood, or not in one way only.
  static func reason(against words: [String]) -> String {
    let text = words.joined(separator: " ")
    if isAmbiguous(text) {
      return ClockTime(text) == nil
        ? "there is no such time of day" : "that may be a time of day, or hours and minutes"
    }
    if let time = microseconds(text[...]), time > longest { return "that is more than 24h" }
    return "that is neither a time nor a part of a text"
  }

  /// The commands to type in place of an argument that is not understood, or not in one way only.
  static func cure(for words: [String]) -> String {
    let text = words.joined(separator: " ")
    if isAmbiguous(text), let time = ClockTime(text) {
      return "aloud sleep \(time.hour)h\(time.minute)m, or aloud sleep at \(text) for the time of day"
    }
    return "aloud sleep \(forms); at most 24h"
  }
}

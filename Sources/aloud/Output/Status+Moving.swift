import AloudAPI
import BusValues
import CommandOutput
import Vocabulary

extension Status {
  /// The end set by the sleep timer; `nil` if none is set.
  var sleepText: String? {
    let time = sleepRemaining.map { " in \(TimeText.clock($0))" } ?? ""
    switch SleepUnit(rawValue: sleepTimer) {
    case .time: return "asleep\(time)"
    case .chapter where sleepChapters > 1: return "asleep after \(sleepChapters) chapters\(time)"
    case .chapter, .paragraph, .sentence: return "asleep at the end of the \(sleepTimer)\(time)"
    case .off, nil: return nil
    }
  }

  /// The repeated part, for people. The whole track has a symbol of its own.
  var repeatText: String? {
    switch RepeatMode(rawValue: repeated) {
    case .sentence, .paragraph: "repeating the \(repeated)"
    case .a: "marked: a"
    case .ab: "repeating a to b"
    case .off, .chapter, .b, nil: nil
    }
  }

  /// The place at which the expired sleep timer was set; `nil` if the reading did not end by it.
  var sleepPlaceText: String? {
    guard reason == PauseWord.sleepTimer.rawValue, let position = sleepPlace["position"]?.asMicroseconds else {
      return nil
    }
    let path = sleepPlace["track"]?.asObjectPath?.text
    let title = sleepPlace["title"]?.asString ?? ""
    let place = path == track || title.isEmpty ? "" : " of '\(title)'"
    return "the timer was set at \(TimeText.clock(position))\(place): aloud sleep back"
  }

  /// The members of the JSON answer.
  var sleepMembers: [(String, JSON)] {
    [
      ("sleep", .string(sleepTimer == SleepUnit.off.rawValue ? nil : sleepTimer)),
      ("sleepRemaining", .int(sleepRemaining)),
      ("sleepChapters", .int(sleepChapters > 0 ? Int64(sleepChapters) : nil)),
    ]
  }
}

import AloudAPI
import BusValues
import CommandOutput
import Glibc
import Vocabulary

extension Status {
  /// The end set by the sleep timer, with the time left as on a clock; `nil` if none is set.
  var sleepText: String? { sleepText(time: sleepRemaining.map { "in \(TimeText.clock($0))" }) }

  /// The answer of `aloud sleep`: `sleeps in 30 min, at 23:12`.
  ///
  /// - Parameter now: seconds since 1970, for the time of day.
  func sleepAnswer(now: time_t) -> String {
    // The timer counts only while something is read.
    let isCounting = PlaybackStatus(rawValue: playback) == .playing
    let time = sleepRemaining.map { left in
      isCounting
        ? "in \(TimeText.rough(left)), at \(ClockTime.text(after: left, from: now))"
        : "after \(TimeText.rough(left)) of reading"
    }
    return sleepText(time: time) ?? Self.sleepsNot
  }

  /// The answer while no timer is set.
  static let sleepsNot = "the sleep timer is off"

  private func sleepText(time: String?) -> String? {
    let end: String? =
      switch SleepUnit(rawValue: sleepTimer) {
      case .time, .off, nil: nil
      case .chapter where sleepChapters > 1: "after \(sleepChapters) chapters"
      case .chapter, .paragraph, .sentence: "at the end of the \(sleepTimer)"
      }
    guard let unit = SleepUnit(rawValue: sleepTimer), unit != .off else { return nil }
    return (["sleeps \(end ?? time ?? "after a time")"] + (end == nil ? [] : [time].compactMap(\.self)))
      .joined(separator: ", ")
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

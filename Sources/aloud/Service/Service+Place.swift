import AloudAPI
import BusValues
import CommandOutput
import EventLoop
import Glibc
import Pager
import Vocabulary

// The line on a terminal about a queued text.
extension Service {
  /// Reports the place and the delay of a waiting text, or the document's own rate. Without a terminal, prints nothing.
  ///
  /// - Parameter cure: the way to have the text read at once; `nil` if unknown.
  func tellPlace(of track: ObjectPath, cure: String? = nil) async throws(Failure) {
    guard Console.hasListener else { return }
    // A text that has ended already is not waiting.
    guard let answer = try? await call(.getWait(track), task: "ask for its place in the queue"),
      let wait = answer.first?.asVardict.flatMap({ WaitEntry($0) }), let status = try await status()
    else { return }
    if let line = PlaceText.line(wait, isRepeated: status.loop == LoopStatus.track.rawValue, cure: cure) {
      Console.tell(line)
    } else if status.track == track.text, status.isRateOwn {
      let rate = RateArgument.shown(status.rate, symbols: Console.standard.symbols).split(separator: " ")[0]
      Console.tell("at \(rate), as last time")
    }
  }
}

/// The place of a waiting text, in words for people.
enum PlaceText {
  /// `third of 226, in about 5:18:04; --now reads it at once`; `nil` for a text that does not wait.
  static func line(_ wait: WaitEntry, isRepeated: Bool, cure: String?) -> String? {
    guard wait.ahead > 0 else { return nil }
    var line = "\(ordinal(wait.number)) of \(wait.count)"
    if let obstacle = wait.obstacle {
      line += ", after '\(PageView.clean(obstacle))', which is \(isRepeated ? "repeated" : "paused")"
    } else if let time = wait.microseconds {
      line += ", in \(wait.isExact ? "" : "about ")\(TimeText.clock(time))"
    }
    return line + (cure.map { "; \($0)" } ?? "")
  }

  private static let words = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
  ]

  /// `third`, `21st`
  static func ordinal(_ number: Int) -> String {
    if words.indices.contains(number - 1) { return words[number - 1] }
    if (11...13).contains(number % 100) { return "\(number)th" }
    let ending = [1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th"
    return "\(number)\(ending)"
  }
}

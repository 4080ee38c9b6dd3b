import AloudAPI
import BusValues
import CommandOutput
import EventLoop
import Pager
import Vocabulary

// The line on a terminal about a queued text.
extension Service {
  /// Reports the place and the delay of a waiting text; of a document that begins now, the place at which it goes on
  /// and its own rate. Without a terminal, prints nothing.
  ///
  /// - Parameters:
  ///   - cure: the way to have a waiting text read at once; `nil` if unknown.
  ///   - start: the way to have the document begin at its start; `nil` if unknown.
  ///   - isNamed: true if the listener did not name the document.
  func tellPlace(
    of track: ObjectPath, cure: String? = nil, start: String? = nil, isNamed: Bool = false
  ) async throws(Failure) {
    guard Console.hasListener else { return }
    // A text that has ended already is not waiting.
    guard let answer = try? await call(.getWait(track), task: "ask for its place in the queue"),
      let wait = answer.first?.asVardict.flatMap({ WaitEntry($0) }), let status = try await status()
    else { return }
    if let line = PlaceText.line(wait, isRepeated: status.loop == LoopStatus.track.rawValue, cure: cure) {
      Console.tell(line)
    } else if status.track == track.text,
      let line = PlaceText.beginning(status, start: start, isNamed: isNamed, Console.standard.symbols)
    {
      Console.tell(line)
    }
  }
}

/// The place of a text, in words for people.
enum PlaceText {
  /// The shortest wait that is worth a line.
  private static let shortest: Microseconds = 2_000_000

  /// `in 3 s, after 2 others (--now: at once)`; `nil` for a text that is heard at once or nearly so.
  static func line(_ wait: WaitEntry, isRepeated: Bool, cure: String?) -> String? {
    guard wait.ahead > 0 else { return nil }
    var line: String
    if let obstacle = wait.obstacle {
      line = "after '\(PageView.clean(obstacle))', which is \(isRepeated ? "repeated" : "paused")"
    } else {
      if let time = wait.microseconds, time < shortest { return nil }
      let others = wait.ahead == 1 ? "after the current text" : "after \(wait.ahead) others"
      line = (wait.microseconds.map { "in \(wait.isExact ? "" : "about ")\(TimeText.rough($0)), " } ?? "") + others
    }
    return line + (cure.map { " (\($0))" } ?? "")
  }

  /// The least distance from the start of a document that is told.
  private static let leastDistance: Microseconds = 1_000_000

  /// `goes on in ch. 6 "Water", 1:31 of 2:51 (--again: from the start)`; `nil` if there is nothing to tell.
  ///
  /// - Parameters:
  ///   - status: that of the service, whose current track begins now.
  ///   - start: the way to have the document begin at its start; `nil` if unknown.
  ///   - isNamed: true if the document is to be named, even if it begins at its start.
  static func beginning(_ status: Status, start: String?, isNamed: Bool, _ symbols: Symbols) -> String? {
    let title = PageView.clean(status.title)
    let book = PageView.clean(status.book?.title ?? "")
    let goesOn = status.position >= leastDistance || (status.book?.chapter ?? 1) > 1
    var parts: [String] = []
    if isNamed || goesOn {
      let name = isNamed ? "\"\(book.isEmpty ? title : book)\" " : ""
      var place = ""
      if let entry = status.book, entry.chapters > 1 {
        place = " in ch. \(entry.chapter)" + (title.isEmpty ? "" : " \"\(title)\"") + ","
      }
      let length = status.length.map { " of \(status.isLengthExact ? "" : symbols.about)\(TimeText.clock($0))" } ?? ""
      let hint = start.map { " (\($0))" } ?? ""
      parts.append(
        goesOn
          ? "\(name)goes on\(place) \(place.isEmpty ? "at " : "")\(TimeText.clock(status.position))\(length)\(hint)"
          : "\(name)begins at its start")
    }
    if status.isRateOwn, status.rate != status.globalRate {
      let rate = RateArgument.shown(status.rate, symbols: symbols).split(separator: " ")[0]
      parts.append("at \(rate), as last time")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

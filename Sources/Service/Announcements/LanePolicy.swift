/// The limits of the lane, and its words. A value.
public struct LanePolicy: Equatable, Sendable {
  /// The longest time that an announcement of a notification is heard, unless it has a limit of its own.
  public var notificationLimit = Duration.seconds(30)
  /// The time within which an announcement that reached its limit has to end a sentence, before it fades out.
  public var sentenceGrace = Duration.seconds(3)
  /// The same for one that a newer one replaces.
  public var replacedGrace = Duration.milliseconds(1500)
  /// The time after which one that waits is summed up.
  public var staleAfter = Duration.seconds(120)
  /// The time within which the speaker has to report a start, before the announcement is given up.
  public var startLimit = Duration.seconds(20)
  /// The silence after an announcement that goes first, before others continue: while someone types, nothing is heard
  /// between the keys.
  public var restAfterFirst = Duration.milliseconds(600)
  /// The most that wait before the oldest of the application with the most are summed up.
  public var most = 20
  /// The most that ever wait, by as many applications.
  public var hardMost = 100
  /// The most memory for those that wait, in bytes.
  public var mostBytes = 1_048_576
  /// The text of a summary, with `{count}` and `{app}`.
  public var more = "and {count} more from {app}"
  /// The text of identical announcements, with `{text}` and `{count}`.
  public var times = "{text}, {count} times"

  /// The usual limits, and English words.
  public init() {}

  /// The text of a summary.
  func summary(_ count: Int, from application: String) -> String {
    Self.fill(more, ["count": "\(count)", "app": application])
  }

  /// A text that is spoken once for several.
  func counted(_ text: String, _ count: Int) -> String {
    var end = text[...]
    while let last = end.last, last == "." || last == " " { end.removeLast() }
    return Self.fill(times, ["text": String(end), "count": "\(count)"])
  }

  /// Puts values in the place of their names. A value is not expanded again.
  private static func fill(_ pattern: String, _ values: [String: String]) -> String {
    var result = ""
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      result += rest[..<open]
      result += values[String(name)] ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

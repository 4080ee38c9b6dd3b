import AloudAPI
import BusValues
import CommandOutput
import Configuration
import Documents
import Vocabulary

extension Template {
  /// The functions and the number of arguments of each.
  static let functions: [String: ClosedRange<Int>] = [
    "lc": 1...1, "uc": 1...1, "duration": 1...1, "markup_escape": 1...1, "default": 2...2, "emoji": 1...1,
    "trunc": 2...2, "wpm": 1...1, "percent": 1...1,
  ]

  /// The template of `--format`; `nil` if there is none.
  ///
  /// - Throws: ``Failure`` that names the mistake.
  static func typed(_ format: String?) throws(Failure) -> Template? {
    guard let format else { return nil }
    do throws(Mistake) { return try Template(format) } catch {
      throw Failure(.usage, "cannot use the format '\(format)': \(error.message)", cure: "aloud help status")
    }
  }

  /// The variables beside the metadata, in the order of the help.
  static let variables = [
    "status", "state", "reason", "position", "length", "remaining", "about", "fraction", "rate", "volume", "loop",
    "shuffle", "order", "repeat", "sleep", "number", "queue", "voice", "track", "error", "chapter", "chapters",
    "bookPosition", "bookLength", "bookRemaining", "playerName", "playerInstance",
  ]

  /// The keys of MPRIS that a template may have without a prefix.
  private static let metadata = [
    "title", "artist", "album", "albumArtist", "url", "trackid", "artUrl", "length", "trackNumber", "discNumber",
    "genre",
    "comment", "composer", "lyricist", "contentCreated", "firstUsed", "lastUsed", "useCount", "userRating",
    "autoRating",
    "audioBPM", "asText",
  ]

  /// True for a name that some text has: one of ours, one of MPRIS, or one with the prefix of metadata.
  static func isVariable(_ name: String) -> Bool {
    variables.contains(name) || metadata.contains(name) || name.contains(":")
  }

  static func complaint(aboutVariable name: String) -> String {
    let nearest = Suggestion.nearest(to: name, among: variables + metadata)
    return "there is no field '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
  }

  static func complaint(about name: String, count: Int) -> String {
    guard let counts = functions[name] else {
      return "there is no function '\(name)'; there are \(functions.keys.sorted().joined(separator: ", "))"
    }
    return "'\(name)' takes \(counts.lowerBound) argument\(counts.lowerBound == 1 ? "" : "s"), not \(count)"
  }

  /// The result of an expression.
  enum Value: Equatable {
    case none
    case text(String)
    case number(Double)

    var text: String {
      switch self {
      case .none: ""
      case .text(let text): text
      case .number(let number): shortNumber(number, digits: 6)
      }
    }

    var number: Double? {
      switch self {
      case .none: nil
      case .text(let text): decimal(text)
      case .number(let number): number
      }
    }
  }

  /// The template filled in from `status`, with the signs of the terminal.
  func filled(with status: Status, symbols: Symbols = .unicode) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      // The template's own text is printed unchanged, since the user has written it.
      case .expression(let expression): Line.printable(Self.value(of: expression, in: status, symbols).text)
      }
    }.joined()
  }

  private static func value(of expression: Expression, in status: Status, _ symbols: Symbols) -> Value {
    switch expression {
    case .text(let text): return .text(text)
    case .number(let number): return .number(number)
    case .variable(let name): return status.variable(name, symbols)
    case .operation(let sign, let left, let right):
      let (left, right) = (value(of: left, in: status, symbols), value(of: right, in: status, symbols))
      guard let a = left.number, let b = right.number else {
        return sign == "+" && left != .none ? .text(left.text + right.text) : .none
      }
      switch sign {
      case "+": return .number(a + b)
      case "-": return .number(a - b)
      case "*": return .number(a * b)
      default: return b == 0 ? .none : .number(a / b)
      }
    case .call(let name, let arguments):
      return call(name, expression: arguments[0], arguments.map { value(of: $0, in: status, symbols) })
    }
  }

  private static func call(_ name: String, expression: Expression, _ arguments: [Value]) -> Value {
    let first = arguments[0]
    switch name {
    case "lc": return .text(first.text.lowercased())
    case "uc": return .text(first.text.uppercased())
    case "duration":
      return first.number.map { .text(TimeText.clock(Microseconds(Int64($0.clamped(to: 9e15))))) } ?? .none
    case "wpm": return first.number.map { .number(($0 * RateArgument.wordsPerMinute).rounded()) } ?? .none
    case "percent": return first.number.map { .number(($0 * 100).rounded()) } ?? .none
    case "markup_escape": return .text(escaped(first.text))
    case "default": return first.text.isEmpty ? arguments[1] : first
    case "trunc":
      let count = Int((arguments[1].number ?? 0).clamped(to: 1e6))
      return .text(first.text.count > count ? first.text.prefix(max(0, count)) + "…" : first.text)
    case "emoji": return .text(emoji(first, expression))
    default: return .none
    }
  }

  /// The emoji of playerctl for a status and for a volume.
  private static func emoji(_ value: Value, _ expression: Expression) -> String {
    switch value {
    case .text(PlaybackStatus.playing.rawValue): return "▶️"
    case .text(PlaybackStatus.paused.rawValue): return "⏸️"
    case .text(PlaybackStatus.stopped.rawValue): return "⏹️"
    default: break
    }
    guard expression == .variable("volume"), let volume = value.number else { return value.text }
    return volume < 0.33 ? "🔈" : volume < 0.67 ? "🔉" : "🔊"
  }

  /// Escapes text for Pango markup.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
  }
}

extension Double {
  /// The nearest number within ±`limit`; 0 for NaN.
  fileprivate func clamped(to limit: Double) -> Double { isNaN ? 0 : Swift.min(Swift.max(self, -limit), limit) }
}

extension Status {
  /// A variable of a template: playerctl's names, ours, and every metadata key with or without its prefix.
  func variable(_ name: String, _ symbols: Symbols = .unicode) -> Template.Value {
    func text(_ value: String) -> Template.Value { value.isEmpty ? .none : .text(value) }
    switch name {
    case "playerName", "playerInstance": return .text("aloud")
    case "status": return .text(playback)
    case "state": return .text(isIdle ? SessionState.idle.rawValue : state)
    case "reason": return text(reason)
    case "position": return track == nil ? .none : .number(Double(position))
    case "length", "mpris:length": return length.map { .number(Double($0)) } ?? .none
    case "remaining": return length.map { .number(Double(max(0, $0 - position))) } ?? .none
    case "chapter": return book.map { .number(Double($0.chapter)) } ?? .none
    case "chapters": return book.map { .number(Double($0.chapters)) } ?? .none
    case "bookPosition": return book.map { .number(Double($0.positionMicroseconds)) } ?? .none
    case "bookLength": return book.map { .number(Double($0.lengthMicroseconds)) } ?? .none
    case "bookRemaining":
      return book.map { .number(Double(max(0, $0.lengthMicroseconds - $0.positionMicroseconds))) } ?? .none
    case "fraction": return fraction.map { .number($0) } ?? .none
    case "about": return .text(length == nil || isLengthExact ? "" : symbols.about)
    case "rate": return .number(rate)
    case "volume": return .number(volume)
    case "loop": return .text(loop)
    case "shuffle": return .text(shuffle)
    case "order": return text(order(symbols))
    case "repeat": return .text(repeated)
    case "sleep": return sleepRemaining.map { .number(Double($0)) } ?? .none
    case "track": return text(track ?? "")
    case "number": return number.map { .number(Double($0)) } ?? .none
    case "queue": return .number(Double(queueLength))
    case "voice": return text(voice)
    case "error": return text(lastError)
    default:
      let value = metadata[name] ?? metadata["xesam:\(name)"] ?? metadata["mpris:\(name)"]
      return value.map(Self.shown) ?? .none
    }
  }

  /// A value of the metadata as one line.
  static func shown(_ value: BusValue) -> Template.Value {
    if let number = value.asInt64 { return .number(Double(number)) }
    if let number = value.asInt32 { return .number(Double(number)) }
    if let number = value.asDouble { return .number(number) }
    if let list = value.asStrings { return .text(list.joined(separator: ", ")) }
    return .text(value.asString ?? value.asObjectPath?.text ?? JSON(value).text)
  }
}

import Announcements
import BusValues
import Vocabulary

extension NotificationHints {
  /// The hints of a notification that decide about its sound and its speech. All others, such as pictures, are not
  /// read.
  static let names: Set<String> = [
    "x-aloud-speak", "x-aloud-voice", "x-aloud-engine", "x-aloud-rate", "x-aloud-priority", "x-aloud-digits",
    "sound-file", "sound-name", "suppress-sound",
  ]
  /// Characters of the longest hint; a longer one is cut.
  private static let longest = 4096

  /// Reads hints as they stand on the bus. Scripts write numbers and truth values as texts too.
  init(_ table: [String: BusValue]) {
    self.init()
    speak = Self.flag("x-aloud-speak", table, &unreadable)
    voice = Self.text("x-aloud-voice", table, &unreadable)
    engine = Self.text("x-aloud-engine", table, &unreadable)
    rate = Self.number("x-aloud-rate", table, &unreadable)
    priority = Self.word("x-aloud-priority", table, &unreadable)
    digits = Self.word("x-aloud-digits", table, &unreadable)
    soundFile = Self.text("sound-file", table, &unreadable)
    soundName = Self.text("sound-name", table, &unreadable)
    suppressSound = Self.flag("suppress-sound", table, &unreadable) ?? false
  }

  private static func text(_ name: String, _ table: [String: BusValue], _ unreadable: inout [String]) -> String? {
    guard let value = table[name] else { return nil }
    guard let text = value.asString, !text.isEmpty else {
      unreadable.append(name)
      return nil
    }
    return String(text.prefix(longest))
  }

  private static func word<Word: RawRepresentable<String>>(
    _ name: String, _ table: [String: BusValue], _ unreadable: inout [String]
  ) -> Word? {
    guard let text = text(name, table, &unreadable) else { return nil }
    guard let word = Word(rawValue: text.lowercased()) else {
      unreadable.append(name)
      return nil
    }
    return word
  }

  private static func flag(_ name: String, _ table: [String: BusValue], _ unreadable: inout [String]) -> Bool? {
    guard let value = table[name] else { return nil }
    if let flag = value.asBool { return flag }
    if let number = value.asNumber { return number != 0 }
    switch value.asString?.lowercased() {
    case "true", "yes", "1", "on": return true
    case "false", "no", "0", "off": return false
    default:
      unreadable.append(name)
      return nil
    }
  }

  private static func number(_ name: String, _ table: [String: BusValue], _ unreadable: inout [String]) -> Double? {
    guard let value = table[name] else { return nil }
    guard let number = value.asNumber ?? value.asString.flatMap({ Double($0) }) else {
      unreadable.append(name)
      return nil
    }
    return number
  }
}

extension NotificationUrgency {
  /// The urgency of a hint: a number of the specification, or a word. Anything else is `normal`.
  init(hint: BusValue?) {
    let number = hint?.asNumber.flatMap { Int(exactly: $0) }
    self =
      number.flatMap { NotificationUrgency(number: $0) }
      ?? hint?.asString.flatMap { NotificationUrgency(rawValue: $0.lowercased()) } ?? .normal
  }
}

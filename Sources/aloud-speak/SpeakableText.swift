import Speech

/// A text in the form that the engine gets. Characters that it cannot take are replaced by spaces of the same width in
/// every unit, so that offsets are kept.
struct SpeakableText {
  private(set) var bytes: [UInt8]
  let string: String

  /// `nil` if the bytes are not UTF-8.
  init?(_ text: [UInt8]) {
    var bytes = text
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0..<0x20, 0x7F: bytes[index] = 0x20
      case UInt8(ascii: "-") where Self.crashesEngine(bytes, hyphen: index): bytes[index] = 0x20
      // U+0080…U+009F become the no-break space.
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0: bytes[index + 1] = 0xA0
      // U+2028 (line separator) and U+2029 (paragraph separator) become U+2003, a space.
      case 0xE2
      where index + 2 < bytes.count && bytes[index + 1] == 0x80
        && (bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9):
        bytes[index + 2] = 0x83
      default: break
      }
      index += 1
    }
    // The original is checked: a replacement must not turn an incomplete character into a whole one.
    guard String(validating: text, as: UTF8.self) != nil, let string = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    self.bytes = bytes
    self.string = string
  }

  /// True for a hyphen between one of `> < | : / » ‹` and a letter of East Asia, or between `>` and any letter. The
  /// voices for Hindi, Marathi, Konkani, Malayalam and Vietnamese of espeak-ng 1.51 crash at it. The hyphen is silent.
  private static func crashesEngine(_ bytes: [UInt8], hyphen: Int) -> Bool {
    guard hyphen > 0, hyphen + 1 < bytes.count else { return false }
    let (before, after) = (bytes[hyphen - 1], bytes[hyphen + 1])
    switch before {
    case UInt8(ascii: ">"):
      return after >= 0xC3 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= after | 0x20
    case UInt8(ascii: "<"), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "/"):
      return after >= 0xE3
    // The last bytes of U+00BB and of U+2039.
    case 0xBB where hyphen > 1 && bytes[hyphen - 2] == 0xC2: return after >= 0xE3
    case 0xB9 where hyphen > 2 && bytes[hyphen - 2] == 0x80 && bytes[hyphen - 3] == 0xE2: return after >= 0xE3
    default: return false
    }
  }

  /// The replacements that were made in `text`, each only once.
  func rules(in text: String) -> [AppliedRule] {
    var rules: [AppliedRule] = []
    // Every replacement has the width of its character.
    for (from, to) in zip(text.unicodeScalars, string.unicodeScalars) where from != to {
      let name =
        switch from {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": "line-end"
        case "-": "hyphen-after-sign"
        default: "control-character"
        }
      let rule = AppliedRule(rule: name, from: String(from), to: String(to))
      if !rules.contains(rule) { rules.append(rule) }
    }
    return rules
  }
}

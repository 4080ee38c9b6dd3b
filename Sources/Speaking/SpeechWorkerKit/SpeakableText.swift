import Speech

/// A text in the form that an engine gets. Characters that it cannot take are replaced by others of the same width in
/// every unit, so that offsets are kept.
struct SpeakableText {
  private(set) var bytes: [UInt8]
  let string: String
  /// The name of the engine's own rule, if it has replaced something.
  private let engineRule: String?

  /// `nil` if the bytes are not UTF-8.
  ///
  /// - Parameter mend: replaces what the engine does not survive (``Engine/mend(_:)``).
  init?(_ text: [UInt8], mend: (inout [UInt8]) -> String?) {
    var bytes = text
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0..<0x20, 0x7F: bytes[index] = 0x20
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
    guard String(validating: text, as: UTF8.self) != nil else { return nil }
    engineRule = mend(&bytes)
    guard let string = String(validating: bytes, as: UTF8.self) else { return nil }
    self.bytes = bytes
    self.string = string
  }

  /// The replacements that were made in `text`, each only once.
  func rules(in text: String) -> [AppliedRule] {
    var rules: [AppliedRule] = []
    // Every replacement has the width of its character.
    for (from, to) in zip(text.unicodeScalars, string.unicodeScalars) where from != to {
      let name =
        switch from {
        case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": "line-end"
        case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": "control-character"
        default: engineRule ?? "control-character"
        }
      let rule = AppliedRule(rule: name, from: String(from), to: String(to))
      if !rules.contains(rule) { rules.append(rule) }
    }
    return rules
  }
}

/// U+0000 in strings. TOML allows it as an escape, and the parser takes it for the end of the string.
///
/// While the parser has the text, U+0000 is replaced by a noncharacter that no text contains.
enum NullEscapes {
  private static let placeholder = "\u{FFFF}"

  /// The text with the placeholder's escape in place of each escape of U+0000. The lines stay the same.
  static func hidden(in text: String) -> String {
    guard text.contains("\\u0000") || text.contains("\\U00000000") else { return text }
    var result = ""
    var rest = text[...]
    // Every backslash of a basic string begins an escape. Outside of one, a backslash is invalid or stands for itself;
    // the change then affects only the digits that are shown.
    while let backslash = rest.firstIndex(of: "\\") {
      result += rest[..<backslash]
      rest = rest[backslash...]
      if rest.hasPrefix("\\u0000") {
        result += "\\uFFFF"
        rest = rest.dropFirst(6)
      } else if rest.hasPrefix("\\U00000000") {
        result += "\\U0000FFFF"
        rest = rest.dropFirst(10)
      } else {
        result += rest.prefix(2)
        rest = rest.dropFirst(2)
      }
    }
    return result + rest
  }

  /// Restores U+0000 in a string that the parser read.
  static func restored(in text: String) -> String { text.replacing(placeholder, with: "\0") }

  /// The name with escapes, for people.
  static func shown(_ name: String) -> String { name.replacing(placeholder, with: "\\u0000") }
}

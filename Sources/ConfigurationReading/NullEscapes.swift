/// U+0000 in strings, which TOML allows as an escape and the parser takes for the end of the string.
///
/// While the parser has the text, a noncharacter stands in its place, which no text holds.
enum NullEscapes {
  private static let placeholder = "\u{FFFF}"

  /// A text in which the placeholder's escape stands for each that means U+0000. It has the same lines.
  static func hidden(in text: String) -> String {
    guard text.contains("\\u0000") || text.contains("\\U00000000") else { return text }
    var result = ""
    var rest = text[...]
    // Every backslash of a basic string begins an escape. Outside of one none is valid, or it stands for itself, and
    // then its digits are only shown otherwise.
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

  /// The string as the file has it, of one that the parser read.
  static func restored(in text: String) -> String { text.replacing(placeholder, with: "\0") }

  /// The same for people.
  static func shown(_ name: String) -> String { name.replacing(placeholder, with: "\\u0000") }
}

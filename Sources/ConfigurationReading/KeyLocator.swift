/// Finds the lines on which keys stand, since the parser reports places for syntax errors only.
///
/// Works on text that has been parsed without an error, so it needs to know only what can hide a key: strings over
/// several lines, lists over several lines, and comments.
struct KeyLocator {
  /// Line (from 1) of each `section.key` and each `section`.
  private(set) var lines: [String: Int] = [:]

  private var section = ""
  /// Brackets of a list or inline table that are open at the end of the line.
  private var depth = 0
  /// The quotes that will end a string over several lines.
  private var closing: String?

  init(_ text: String) {
    let rows = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, row) in rows.enumerated() {
      var rest = Substring(row)
      if depth == 0, closing == nil {
        guard let after = key(in: rest, line: index + 1) else { continue }
        rest = after
      }
      skip(rest)
    }
  }

  /// Notes the key or section that the row begins with; the rest of the row is the value, `nil` where there is none.
  private mutating func key(in row: Substring, line: Int) -> Substring? {
    let row = row.drop { $0 == " " || $0 == "\t" }
    guard let first = row.first, first != "#" else { return nil }
    if first == "[" {
      let inner = row.drop { $0 == "[" }
      section = Self.names(inner).names.joined(separator: ".")
      if lines[section] == nil { lines[section] = line }
      return nil
    }
    let (names, rest) = Self.names(row)
    let path = (section.isEmpty ? names : [section] + names).joined(separator: ".")
    if lines[path] == nil { lines[path] = line }
    // speech.voice = "…" opens [speech] too, for messages about a section that does not exist.
    if section.isEmpty, names.count > 1, lines[names[0]] == nil { lines[names[0]] = line }
    guard rest.first == "=" else { return nil }
    return rest.dropFirst()
  }

  /// Reads a dotted key; quotes are taken off its parts.
  private static func names(_ text: Substring) -> (names: [String], rest: Substring) {
    var names: [String] = []
    var name = ""
    var rest = text
    while let character = rest.first {
      rest = rest.dropFirst()
      switch character {
      case "\"", "'":
        let quoted = rest.prefix { $0 != character }
        name += quoted
        rest = rest.dropFirst(quoted.count + 1)
      case ".":
        names.append(name)
        name = ""
      case " ", "\t": continue
      case "=", "]":
        return (names + [name], character == "=" ? "=" + rest : rest)
      default: name.append(character)
      }
    }
    return (names + [name], rest)
  }

  /// Reads over a value, or a part of one, up to the end of the row.
  private mutating func skip(_ row: Substring) {
    var rest = row
    while !rest.isEmpty {
      if let quotes = closing {
        if quotes.first == "\"", rest.first == "\\" {
          rest = rest.dropFirst(2)
        } else if rest.hasPrefix(quotes) {
          closing = nil
          rest = rest.dropFirst(quotes.count)
        } else {
          rest = rest.dropFirst()
        }
        continue
      }
      switch rest.first {
      case "#": return
      case "[", "{": depth += 1
      case "]", "}": depth = max(0, depth - 1)
      case "\"", "'":
        let quote = String(rest.first!)
        let triple = String(repeating: quote, count: 3)
        closing = rest.hasPrefix(triple) ? triple : quote
        rest = rest.dropFirst(closing!.count - 1)
      default: break
      }
      rest = rest.dropFirst()
    }
    if closing?.count == 1 { closing = nil }  // such a string ends with its row
  }
}

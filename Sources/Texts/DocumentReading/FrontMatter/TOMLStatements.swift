/// The strings and lists of strings at the top level of a TOML document: `title = "…"`, each on one line. Other values
/// are not needed for a description. The configuration's TOML parser would bring Foundation (40 MB) into each process
/// that reads a book.
enum TOMLStatements {
  /// `nil` if no line is a key with a value.
  static func read(_ bytes: ArraySlice<UInt8>) -> FrontMatterValue? {
    var values: [String: FrontMatterValue] = [:]
    var hasKey = bytes.allSatisfy { $0 <= 0x20 }
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      // The lines after this one belong to a table.
      if line.first == "[" { return .table(values) }
      guard line.first != "#", let mark = line.firstIndex(of: "=") else { continue }
      hasKey = true
      let key = line[..<mark].filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
      let texts = texts(in: line[line.index(after: mark)...].drop { $0.isWhitespace })
      if values[key] == nil, let first = texts.first {
        values[key] = texts.count == 1 ? .text(first) : .list(texts.map { .text($0) })
      }
    }
    return hasKey ? .table(values) : nil
  }

  /// The quoted strings. A word without quotes is a number or a date, and is taken as it is written.
  private static func texts(in value: Substring) -> [String] {
    guard let first = value.first, ["\"", "'", "["].contains(first) else {
      return value.isEmpty ? [] : [String(value.prefix { $0 != "#" && !$0.isWhitespace })]
    }
    var texts: [String] = []
    var rest = value
    while let quote = rest.first, quote != "#", quote != "]" {
      rest = rest.dropFirst()
      guard quote == "\"" || quote == "'" else { continue }
      var text = ""
      while let character = rest.first, character != quote {
        rest = rest.dropFirst()
        if character == "\\" && quote == "\"", let escaped = rest.first {
          rest = rest.dropFirst()
          text.append(["n", "t", "r"].contains(escaped) ? " " : escaped)
        } else {
          text.append(character)
        }
      }
      rest = rest.dropFirst()
      texts.append(text)
      if first != "[" { break }
    }
    return texts
  }
}

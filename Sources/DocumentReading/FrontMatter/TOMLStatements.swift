/// The texts, and lists of texts, at the top of a TOML document: `title = "…"`, one on a line. Anything else there says
/// nothing about a text that anybody shows. The parser that the configuration is read with would bring Foundation, forty
/// megabytes, into each reading of a book.
enum TOMLStatements {
  /// `nil` where no line is a key with a value.
  static func read(_ bytes: ArraySlice<UInt8>) -> Statement? {
    var values: [String: Statement] = [:]
    var hasKey = bytes.allSatisfy { $0 <= 0x20 }
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      // The lines below are those of a table.
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

  /// The words in quotes; a word without them is a number or a date, as it is written.
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

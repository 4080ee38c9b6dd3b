/// The place of a statement in a TOML file: a section's heading, or a key with its value, and its lines. Comments and
/// empty lines stand between statements.
package struct Statement: Equatable {
  /// The kind of a statement, with its names.
  package enum Kind: Equatable {
    /// `[speech]`, with the parts of its name.
    case section([String])
    /// `[[notify.rule]]`: another element of an array of tables.
    case element([String])
    /// `voice = "x"`: the parts of the key as written, without those of its section.
    case assignment([String])
    /// Neither, judging by its first characters.
    case unknown
  }

  /// True for the heading of a section or of an element.
  package var isHeading: Bool {
    switch kind {
    case .section, .element: true
    case .assignment, .unknown: false
    }
  }

  /// The kind, with the names in the heading or in the key.
  package let kind: Kind
  /// The lines, counted from 0; several if a string or list spans lines.
  package let lines: Range<Int>
  /// The bytes after the `=` up to the end of the value, in the text of the lines joined by `\n`; `nil` if there is no
  /// value. A comment after the value and the white space before that comment are excluded.
  package let value: Range<Int>?
}

/// Divides a file into statements, including faulty ones, so that a mistake affects only its own statement.
package struct StatementCutter {
  /// The lines of the file, without line ends.
  package let rows: [[UInt8]]
  /// The statements in the order of the file.
  package private(set) var statements: [Statement] = []
  /// Quotes that are never closed. Each kind is searched for once, so that a thousand open strings take no longer than
  /// one.
  private var endless: Set<[UInt8]> = []

  /// Divides the text of a whole file.
  package init(_ contents: String) {
    rows = contents.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { row in
      row.last == UInt8(ascii: "\r") ? Array(row.dropLast()) : Array(row)
    }
    var line = 0
    while line < rows.count {
      guard let first = rows[line].first(where: { !Self.isSpace($0) }), first != UInt8(ascii: "#") else {
        line += 1
        continue
      }
      let statement = statement(at: line)
      statements.append(statement)
      line = statement.lines.upperBound
    }
  }

  /// The text of a statement in the form for the parser.
  package func text(of statement: Statement) -> String {
    String(decoding: bytes(of: statement.lines), as: UTF8.self)
  }

  /// The lines joined as in ``Statement/value``.
  package func bytes(of lines: Range<Int>) -> [UInt8] { Array(rows[lines].joined(separator: [UInt8(ascii: "\n")])) }

  private mutating func statement(at line: Int) -> Statement {
    let row = rows[line]
    let start = row.firstIndex { !Self.isSpace($0) } ?? 0
    if row[start] == UInt8(ascii: "[") {
      let inner = row[start...].drop { $0 == UInt8(ascii: "[") }
      let names = Self.names(inner).names
      let isElement = inner.startIndex > start + 1
      return Statement(kind: isElement ? .element(names) : .section(names), lines: line..<line + 1, value: nil)
    }
    let (names, rest) = Self.names(row[start...])
    guard rest.first == UInt8(ascii: "="), names.allSatisfy({ !$0.isEmpty }) else {
      return Statement(kind: .unknown, lines: line..<line + 1, value: nil)
    }
    let behind = rest.startIndex + 1
    // If a string or list is not closed, only its first line is lost.
    let (end, last) =
      valueEnd(from: line, behind) ?? (Self.trimmedEnd(row, from: behind, to: Self.comment(in: row, behind)), line)
    return Statement(kind: .assignment(names), lines: line..<last + 1, value: behind..<end)
  }

  /// The end of the value, counted in bytes from the beginning of the statement, and its row.
  private mutating func valueEnd(from line: Int, _ column: Int) -> (Int, Int)? {
    var (row, column, offset, depth) = (line, column, 0, 0)
    while true {
      let bytes = rows[row]
      var end = column
      scan: while column < bytes.count {
        switch bytes[column] {
        case UInt8(ascii: "#"): break scan
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          guard let close = stringEnd(row, column) else { return nil }
          if close.row != row {
            let skipped = rows[row..<close.row].reduce(0) { $0 + $1.count + 1 }
            guard let rest = valueEnd(in: close, depth: depth, offset: offset + skipped) else { return nil }
            return rest
          }
          column = close.column
          end = column
          continue scan
        default: break
        }
        column += 1
        if !Self.isSpace(bytes[column - 1]) { end = column }
      }
      if depth == 0 { return (offset + end, row) }
      offset += bytes.count + 1
      row += 1
      column = 0
      // A line that begins another statement ends a list that was not closed.
      guard row < rows.count, !Self.looksLikeStatement(rows[row]) else { return nil }
    }
  }

  /// Continues after a string of several lines.
  private mutating func valueEnd(in place: (row: Int, column: Int), depth: Int, offset: Int) -> (Int, Int)? {
    if depth > 0 { return nil }
    let bytes = rows[place.row]
    // The parser judges the rest of that line.
    let end = Self.trimmedEnd(bytes, from: place.column, to: Self.comment(in: bytes, place.column))
    return (offset + max(end, place.column), place.row)
  }

  /// The place after the string that begins here; `nil` if it is not closed.
  private mutating func stringEnd(_ row: Int, _ column: Int) -> (row: Int, column: Int)? {
    let quote = rows[row][column]
    let triple = [quote, quote, quote]
    guard rows[row][column...].starts(with: triple) else {
      return Self.close([quote], in: rows[row], from: column + 1).map { (row, $0) }
    }
    guard !endless.contains(triple) else { return nil }
    var from = column + 3
    for next in row..<rows.count {
      if let end = Self.close(triple, in: rows[next], from: from) { return (next, end) }
      from = 0
    }
    endless.insert(triple)
    return nil
  }

  /// The index after the closing quotes. Quotes may be escaped in a basic string, but not in a literal one.
  private static func close(_ quotes: [UInt8], in row: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < row.count {
      if quotes[0] == UInt8(ascii: "\""), row[index] == UInt8(ascii: "\\") {
        index += 2
      } else if row[index...].starts(with: quotes) {
        index += quotes.count
        // A string in triple quotes may end in up to two further quotes.
        while quotes.count == 3, index < row.count, row[index] == quotes[0] { index += 1 }
        return index
      } else {
        index += 1
      }
    }
    return nil
  }

  /// The beginning of a comment after `start`, ignoring strings; else the end of the row.
  private static func comment(in row: [UInt8], _ start: Int) -> Int {
    row[min(start, row.count)...].firstIndex(of: UInt8(ascii: "#")) ?? row.count
  }

  private static func trimmedEnd(_ row: [UInt8], from start: Int, to end: Int) -> Int {
    var end = end
    while end > start, isSpace(row[end - 1]) { end -= 1 }
    return end
  }

  /// True for a name and `=`, or a heading alone.
  private static func looksLikeStatement(_ row: [UInt8]) -> Bool {
    let row = row.drop(while: isSpace)
    guard let first = row.first else { return false }
    let isName: (UInt8) -> Bool = { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }
    if first == UInt8(ascii: "[") {
      let inner = row.drop { $0 == UInt8(ascii: "[") }
      let brackets = inner.startIndex - row.startIndex
      let rest = inner.drop(while: isName)
      return brackets <= 2 && rest.startIndex > inner.startIndex
        && rest.prefix(brackets).elementsEqual(repeatElement(UInt8(ascii: "]"), count: brackets))
        && rest.dropFirst(brackets).allSatisfy(isSpace)
    }
    let name = row.prefix(while: isName)
    return !name.isEmpty && row.dropFirst(name.count).drop(while: isSpace).first == UInt8(ascii: "=")
  }

  /// Reads a dotted key: the parts without quotes, and the rest of the text.
  private static func names(_ text: ArraySlice<UInt8>) -> (names: [String], rest: ArraySlice<UInt8>) {
    var names: [String] = []
    var name: [UInt8] = []
    var rest = text
    func word(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quoted = rest.dropFirst().prefix { $0 != byte }
        name += quoted
        rest = rest.dropFirst(quoted.count + 2)
        continue
      case UInt8(ascii: "."):
        names.append(word(name))
        name = []
      case UInt8(ascii: "="), UInt8(ascii: "]"), UInt8(ascii: "#"): return (names + [word(name)], rest)
      default: if !isSpace(byte) { name.append(byte) }
      }
      rest = rest.dropFirst()
    }
    return (names + [word(name)], rest)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

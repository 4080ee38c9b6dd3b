/// Changes one key in the text of a file and nothing else: comments, order, unknown keys and mistakes stay. Pure, any
/// thread.
public enum ConfigurationEdit {
  /// A key that cannot be changed by itself.
  public struct Obstacle: Error, Equatable, Sendable {
    /// The line, counted from 1.
    public var line: Int
  }

  /// The text with `key` set to `value`.
  ///
  /// An existing key gets the value in its place and keeps the comment after it. A new key goes into its section, below
  /// its commented default if there is one.
  ///
  /// - Parameters:
  ///   - value: the value in TOML, on one line.
  ///   - contents: the whole file; empty if there is none.
  /// - Throws: ``Obstacle`` if the key is in an inline table with others.
  public static func set(_ key: ConfigurationKey, to value: String, in contents: String) throws(Obstacle) -> String {
    var text = Text(contents)
    if let place = try text.place(of: key).first, let range = place.value {
      let lines = place.lines
      var bytes = text.cutter.bytes(of: lines)
      let gap =
        bytes[..<range.lowerBound].last == UInt8(ascii: "=") && bytes[range].first != UInt8(ascii: " ") ? "" : " "
      bytes.replaceSubrange(range, with: Array((gap + value).utf8))
      text.replace(lines, with: [bytes])
    } else {
      text.insert("\(key.name) = \(value)", key)
    }
    return text.joined
  }

  /// The text without `key`, wherever the key occurs in it.
  ///
  /// - Returns: `nil` if it does not occur.
  /// - Throws: ``Obstacle`` if the key is in an inline table with others.
  public static func unset(_ key: ConfigurationKey, in contents: String) throws(Obstacle) -> String? {
    var text = Text(contents)
    let places = try text.place(of: key)
    guard !places.isEmpty else { return nil }
    for place in places.reversed() { text.replace(place.lines, with: []) }
    return Text(text.joined).withoutEmptySection(key.section)
  }

  /// A file as lines.
  private struct Text {
    let cutter: StatementCutter
    private var rows: [[UInt8]]
    private let mark: String
    private let lineEnd: String

    init(_ contents: String) {
      mark = contents.hasPrefix("\u{FEFF}") ? "\u{FEFF}" : ""
      lineEnd = contents.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
      cutter = StatementCutter(String(contents.dropFirst(mark.count)))
      rows = cutter.rows
      // The last line gets a line end, too.
      if rows.last?.isEmpty == true { rows.removeLast() }
    }

    var joined: String {
      mark + rows.map { String(decoding: $0, as: UTF8.self) + lineEnd }.joined()
    }

    /// The text without the headings of a section that hold nothing more, neither a key nor a comment.
    func withoutEmptySection(_ name: String) -> String {
      var text = self
      let statements = cutter.statements
      for (index, statement) in statements.enumerated().reversed() where statement.kind == .section([name]) {
        let end = index + 1 < statements.count ? statements[index + 1].lines.lowerBound : rows.count
        guard index + 1 == statements.count || statements[index + 1].isHeading else { continue }
        let rest = rows[statement.lines.upperBound..<end]
        guard rest.allSatisfy({ $0.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }) else {
          continue
        }
        // The empty lines above it go with a section at the end of the file, those below it with any other.
        var start = statement.lines.lowerBound
        if end == rows.count { while start > 0, rows[start - 1].isEmpty { start -= 1 } }
        text.replace(start..<end, with: [])
      }
      return text.joined
    }

    mutating func replace(_ lines: Range<Int>, with new: [[UInt8]]) { rows.replaceSubrange(lines, with: new) }

    /// The lines that set the key, even wrongly: the mistake may be the reason for the change.
    func place(of key: ConfigurationKey) throws(Obstacle) -> [Statement] {
      var section: [String] = []
      var places: [Statement] = []
      for statement in cutter.statements {
        switch statement.kind {
        case .section(let names): section = names
        // A key of a rule is none of a section.
        case .element(let names): section = names + ["[]"]
        case .assignment(let names):
          let path = section + names
          if path == [key.section, key.name]
            || key.isLanguage && path.map({ $0.lowercased() }) == [key.section, key.name.lowercased()]
          {
            places.append(statement)
          }
          // For example: speech = { voice = "x" }
          if path == [key.section] { throw Obstacle(line: statement.lines.lowerBound + 1) }
        case .unknown: break
        }
      }
      return places
    }

    /// Inserts a statement into the key's section; makes the section if it is missing.
    mutating func insert(_ statement: String, _ key: ConfigurationKey) {
      let bytes = Array(statement.utf8)
      guard let head = cutter.statements.firstIndex(where: { $0.kind == .section([key.section]) }) else {
        let isBlank = rows.last?.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ?? true
        return rows += (isBlank ? [] : [[]]) + [Array("[\(key.section)]".utf8), bytes]
      }
      let rest = cutter.statements[(head + 1)...]
      let next = rest.firstIndex { $0.isHeading }
      let end = next.map { cutter.statements[$0].lines.lowerBound } ?? rows.count
      let own = cutter.statements[head...].prefix { $0.lines.lowerBound < end }
      let comment = (cutter.statements[head].lines.upperBound..<end).first { isCommentedDefault(rows[$0], key) }
      let line = comment.map { $0 + 1 } ?? own.last?.lines.upperBound ?? end
      rows.insert(bytes, at: line)
    }

    /// True for a line such as `#voice = ""`, as the example file has for each key.
    private func isCommentedDefault(_ row: [UInt8], _ key: ConfigurationKey) -> Bool {
      let text = String(decoding: row, as: UTF8.self).filter { $0 != " " && $0 != "\t" }
      return text.hasPrefix("#\(key.name)=")
    }
  }
}

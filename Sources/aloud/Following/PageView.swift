import AloudAPI

/// What a terminal shows of a text that is read: a title, a page, and where the reading is. Pure: rows come out.
struct PageView {
  /// What is heard, in bytes of the track's text.
  struct Light: Equatable {
    var sentence: Range<Int>?
    var word: Range<Int>?
  }

  let columns: Int
  let rows: Int
  let paint: Paint

  /// Wider rows are hard to read.
  private static let widest = 100

  /// Whether there is room for a title above the page.
  private var hasTitle: Bool { rows >= 8 }
  /// Beside the text, where there is room.
  private var margin: Int { columns >= 20 ? 1 : 0 }
  /// What a page has of the terminal.
  var textWidth: Int { max(1, min(columns, Self.widest) - 2 * margin) }
  var textHeight: Int { max(1, rows - (hasTitle ? 2 : 0) - (rows >= 3 ? 1 : 0)) }

  /// Every row of the terminal, painted; none is wider than it.
  func screen(title: String, page: PageLayout.Page?, of layout: PageLayout?, light: Light, status: String) -> [String] {
    var lines: [String] = []
    if hasTitle { lines = [paint.painted(fitted(title), .title), ""] }
    for line in page?.lines.prefix(textHeight) ?? [] {
      lines.append(layout.map { String(repeating: " ", count: margin) + row(line, of: $0, light) } ?? "")
    }
    guard rows >= 3 else { return Array((lines + [""]).prefix(rows)) }
    while lines.count < rows - 1 { lines.append("") }
    return lines + [paint.painted(fitted(status), .note)]
  }

  /// Other rows in place of the page, such as the help.
  func screen(title: String, lines text: [String], status: String) -> [String] {
    var lines = hasTitle ? [paint.painted(fitted(title), .title), ""] : []
    lines += text.prefix(textHeight).map { fitted($0) }
    while lines.count < rows - 1 { lines.append("") }
    return rows < 3 ? Array(lines.prefix(rows)) : lines + [paint.painted(fitted(status), .note)]
  }

  private func fitted(_ text: String) -> String { TextWidth.truncated(Self.clean(text), to: columns) }

  /// One row of the text with what is heard lit.
  private func row(_ line: PageLayout.Line, of layout: PageLayout, _ light: Light) -> String {
    let base: Paint.Style = line.isHeading ? .heading : .plain
    var row = String(repeating: " ", count: line.indent)
    var run = ""
    var style = base
    func styleAt(_ place: Int) -> Paint.Style {
      if light.word?.contains(place) == true { return .word }
      return light.sentence?.contains(place) == true ? .sentence : base
    }
    func put(_ text: String, _ new: Paint.Style) {
      if new != style {
        row += paint.painted(run, style)
        run = ""
        style = new
      }
      run += text
    }
    var end: Int?
    for segment in line.segments {
      let place = layout.place(segment)
      // A space is lit where both of its sides are.
      if segment.isSpaced {
        let isWithin = { (range: Range<Int>?) in range?.contains(end ?? -1) == true && range!.contains(place.lowerBound)
        }
        put(" ", isWithin(light.word) ? .word : isWithin(light.sentence) ? .sentence : base)
      }
      var offset = place.lowerBound
      let bytes = Array(layout.sentences[segment.sentence].text.utf8)[segment.utf8]
      for character in String(decoding: bytes, as: UTF8.self) {
        let shown = Self.shown(character)
        if !shown.isEmpty { put(shown, styleAt(offset)) }
        end = offset
        offset += character.utf8.count
      }
    }
    return row + paint.painted(run, style)
  }

  /// A text on one line, without what would command the terminal.
  static func clean(_ text: some StringProtocol) -> String {
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      line += (line.isEmpty ? "" : " ") + word.map { shown($0) }.joined()
    }
    return line
  }

  /// Neither may a text command the terminal, nor turn what stands beside it around.
  private static func shown(_ character: Character) -> String {
    if character.isWhitespace { return " " }
    let first = character.unicodeScalars.first!.value
    if first < 0x20 || (0x7F..<0xA0).contains(first) { return "" }
    if (0x202A...0x202E).contains(first) || (0x2066...0x2069).contains(first) { return "" }
    return String(character)
  }
}

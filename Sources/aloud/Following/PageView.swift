import AloudAPI
import Configuration
import Speech

/// A text that is read, as a terminal shows it: a title, a column of text, and the place of the reading. Pure: rows come
/// out.
struct PageView {
  /// The parts of the track's text that stand out, in bytes.
  struct Light: Equatable {
    var sentence: Range<Int>?
    var word: Range<Int>?
    /// Places where words stand that were looked for, in order.
    var found: [Range<Int>] = []
  }

  let columns: Int
  let rows: Int
  var paint: Paint
  var width: Int
  var spacing: Int
  /// The terminal itself turns text around that is read from right to left, and sets it at the right.
  var knowsDirections = false

  init(columns: Int, rows: Int, paint: Paint, settings: Settings.Follow = Settings.Follow()) {
    (self.columns, self.rows, self.paint) = (columns, rows, paint)
    (width, spacing) = (settings.width, settings.spacing)
  }

  // MARK: Room

  /// There is room for a title above the text.
  private var hasTitle: Bool { rows >= 8 }
  /// Rows below the text, and whether an empty one is above them.
  var footerRows: Int { rows >= 7 ? 2 : rows >= 3 ? 1 : 0 }
  private var isApart: Bool { rows >= 10 }
  /// Beside the text at least, where there is room.
  private var margin: Int { columns >= 30 ? 2 : columns >= 20 ? 1 : 0 }
  /// Cells of the column of text.
  var textWidth: Int { max(1, min(columns - 2 * margin, width)) }
  var textHeight: Int { max(1, rows - (hasTitle ? 2 : 0) - footerRows - (isApart ? 1 : 0)) }
  private var left: Int { max(0, (columns - textWidth) / 2) }

  /// A progress bar needs more room than a column of text that can be read well.
  private static let leastFooter = 76
  /// Cells of the rows above and below the text.
  var frameWidth: Int { max(1, min(columns - 2 * margin, max(textWidth, Self.leastFooter))) }
  private var frameLeft: Int { max(0, (columns - frameWidth) / 2) }

  /// Columns and rows, from 0, of a place in the last row, so many cells behind its beginning.
  func lastRow(cell: Int) -> (column: Int, row: Int) { (min(frameLeft + cell, columns - 1), max(0, rows - 1)) }

  // MARK: Screens

  /// Every row of the terminal, painted; none is wider than it.
  ///
  /// - Parameters:
  ///   - header: painted, no wider than ``frameWidth``.
  ///   - top: the first row of the text that is shown.
  ///   - footer: painted, as many rows as ``footerRows``.
  func screen(header: String, layout: TextLayout?, top: Int, light: Light, footer: [String]) -> [String] {
    let shown = layout.map { Array($0.rows.dropFirst(max(0, top)).prefix(textHeight)) } ?? []
    let text = shown.map { row in layout.map { painted(row, of: $0, light) } ?? "" }
    return framed(header, text, footer)
  }

  /// Other rows in the place of the text, such as the help.
  func screen(header: String, lines: [(text: String, style: Paint.Style)], footer: [String]) -> [String] {
    let text = lines.prefix(textHeight).map { line in
      let cut = TextWidth.truncated(line.text, to: frameWidth)
      return cut.isEmpty ? "" : String(repeating: " ", count: frameLeft) + paint.painted(cut, line.style)
    }
    return framed(header, text, footer)
  }

  private func framed(_ header: String, _ text: [String], _ footer: [String]) -> [String] {
    func placed(_ row: String) -> String { row.isEmpty ? "" : String(repeating: " ", count: frameLeft) + row }
    var lines = hasTitle ? [placed(header), ""] : []
    lines += text
    while lines.count < rows - footerRows { lines.append("") }
    return Array(lines.prefix(rows - footerRows)) + footer.suffix(footerRows).map(placed)
  }

  // MARK: A row of the text

  private func painted(_ line: TextLayout.Row, of layout: TextLayout, _ light: Light) -> String {
    guard !line.isBlank else { return "" }
    let text = text(line, of: layout, light)
    let base: Paint.Style = line.isHeading ? .heading : .plain
    let mark = paint.painted(line.mark, base)
    let indent = String(repeating: " ", count: max(0, line.indent - TextWidth.cells(line.mark)))
    // From right to left, what stands in front of the text stands at its right.
    if line.isRightToLeft, !knowsDirections {
      let free = String(repeating: " ", count: left + max(0, layout.width - line.cells))
      return line.mark.isEmpty ? free + text : free + text + String(repeating: " ", count: indent.count) + mark
    }
    return String(repeating: " ", count: left) + mark + indent + text
  }

  private func text(_ line: TextLayout.Row, of layout: TextLayout, _ light: Light) -> String {
    let base: Paint.Style = line.isHeading ? .heading : .plain
    let sentence: Paint.Style = line.isHeading ? .headedSentence : .sentence
    let first = line.segments.first.map { layout.place($0).lowerBound } ?? 0
    let last = line.segments.last.map { layout.place($0).upperBound } ?? 0
    let found = light.found[light.found.partitioningIndex { $0.upperBound > first }...].prefix { $0.lowerBound < last }
    var row = ""
    var run = ""
    var style = base
    func styleAt(_ isWithin: (Range<Int>) -> Bool) -> Paint.Style {
      if light.word.map(isWithin) == true { return .word }
      if found.contains(where: isWithin) { return .found }
      return light.sentence.map(isWithin) == true ? sentence : base
    }
    func put(_ text: String, _ new: Paint.Style) {
      if new != style {
        row += paint.painted(run, style)
        run = ""
        style = new
      }
      run += text
    }
    var end = first
    for segment in line.segments {
      let place = layout.place(segment)
      // A space is lit where both of its sides are.
      if segment.isSpaced {
        let before = end
        put(" ", styleAt { $0.contains(before) && $0.contains(place.lowerBound) })
      }
      var offset = place.lowerBound
      let bytes = Array(layout.sentences[segment.sentence].text.utf8)[segment.utf8]
      for character in String(decoding: bytes, as: UTF8.self) {
        let shown = Self.shown(character)
        let here = offset
        if !shown.isEmpty { put(shown, styleAt { $0.contains(here) }) }
        end = offset
        offset += character.utf8.count
      }
    }
    return row + paint.painted(run, style)
  }

  // MARK: Text that commands nothing

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

import AloudAPI
package import CommandOutput
package import Configuration

/// A text on a terminal: a title, a column of text, and the place of the reading. Pure: it returns rows.
package struct PageView {
  /// The highlighted parts of the track's text, in bytes.
  package struct Light: Equatable {
    /// The sentence that is heard; `nil` if there is none.
    package var sentence: Range<Int>?
    /// The word that is heard; `nil` if there is none, or if its time is not known.
    package var word: Range<Int>?
    /// The places that a search has found, in order.
    package var found: [Range<Int>] = []
    /// The part of the text that is not faded; `nil` for all of it.
    package var focus: Range<Int>?

    /// The lit parts; without arguments, nothing is lit.
    package init(
      sentence: Range<Int>? = nil, word: Range<Int>? = nil, found: [Range<Int>] = [], focus: Range<Int>? = nil
    ) {
      (self.sentence, self.word, self.found, self.focus) = (sentence, word, found, focus)
    }
  }

  /// The columns of the terminal.
  package let columns: Int
  /// The rows of the terminal.
  package let rows: Int
  /// The colours of the theme.
  package var paint: Paint
  /// The most columns of text; see ``Settings/Follow/width``.
  package var width: Int
  /// The rows for one row of text, 1…3.
  package var spacing: Int
  /// The side that orders right-to-left text; the terminal's answer may change it.
  package var directions: Directions
  /// The signs of tables.
  package let symbols: Symbols
  /// The rows between the text and the footer, for the picture of a recording with a text; at most ``roomForPicture``.
  package var pictureRows = 0

  /// A view for a terminal of this size.
  ///
  /// - Parameter settings: the view takes the width and the spacing of the text from them.
  package init(
    columns: Int, rows: Int, paint: Paint, settings: Settings.Follow = Settings.Follow(),
    directions: Directions = .own, symbols: Symbols = .unicode
  ) {
    (self.columns, self.rows, self.paint) = (columns, rows, paint)
    (self.directions, self.symbols) = (directions, symbols)
    (width, spacing) = (settings.width, settings.spacing)
  }

  // MARK: Room

  /// True if there is room for a title above the text.
  private var hasTitle: Bool { rows >= 8 }
  /// The rows below the text, and true if there is an empty row above them.
  package var footerRows: Int { rows >= 7 ? 2 : rows >= 3 ? 1 : 0 }
  private var isApart: Bool { rows >= 10 }
  /// The least space beside the text, if there is room.
  private var margin: Int { columns >= 30 ? 2 : columns >= 20 ? 1 : 0 }
  /// The cells of the column of text.
  package var textWidth: Int { max(1, min(columns - 2 * margin, width)) }
  /// The rows of the place of the text, at least 1.
  package var textHeight: Int { max(1, rows - (hasTitle ? 2 : 0) - footerRows - pictureRows - (isApart ? 1 : 0)) }
  /// The rows that a picture may have beside a text: none in a small window.
  package var roomForPicture: Int { rows >= 16 ? 2 : rows >= 12 ? 1 : 0 }
  private var left: Int { max(0, (columns - textWidth) / 2) }

  /// The least width of the rows around the text: a progress bar needs more room than a readable column of text.
  private static let leastFooter = 76
  /// The cells of the rows above and below the text.
  package var frameWidth: Int { max(1, min(columns - 2 * margin, max(textWidth, Self.leastFooter))) }
  private var frameLeft: Int { max(0, (columns - frameWidth) / 2) }
  /// The column of the title: above the text if the text is wide enough.
  private var headerLeft: Int { textWidth >= Self.leastHeader ? left : frameLeft }
  /// The cells of the title's row, which ends at the right edge of the other rows; at most ``frameWidth``.
  package var headerWidth: Int { max(1, frameLeft + frameWidth - headerLeft) }
  /// The least width of a column of text under which the title is aligned.
  private static let leastHeader = 40
  private var path: String { directions.path(isRightToLeft: false) }

  /// Returns the column and the row, from 0, of a place in the last row, `cell` cells after its beginning.
  package func lastRow(cell: Int) -> (column: Int, row: Int) { (min(frameLeft + cell, columns - 1), max(0, rows - 1)) }

  // MARK: Screens

  /// Returns every row of the terminal, painted; none is wider than the terminal.
  ///
  /// - Parameters:
  ///   - header: painted, not wider than ``frameWidth``.
  ///   - top: the first visible row of the text.
  ///   - footer: painted, with ``footerRows`` rows.
  ///   - picture: painted, not wider than ``frameWidth``, with ``pictureRows`` rows.
  package func screen(
    header: String, layout: TextLayout?, top: Int, light: Light, footer: [String], picture: [String] = []
  ) -> [String] {
    let shown = layout.map { Array($0.rows.dropFirst(max(0, top)).prefix(textHeight)) } ?? []
    let painter = layout.map {
      RowPainter(layout: $0, light: light, paint: paint, directions: directions, symbols: symbols)
    }
    let text = shown.map { row in
      let text = painter?.painted(row) ?? ""
      return text.isEmpty
        ? "" : directions.path(isRightToLeft: row.isRightToLeft) + String(repeating: " ", count: left) + text
    }
    return framed(header, text, picture + footer)
  }

  /// Returns a screen with a picture in the middle of the place of the text: painted rows that are not wider than
  /// ``frameWidth``, at most ``textHeight``.
  package func screen(header: String, picture: [String], footer: [String]) -> [String] {
    let above = [String](repeating: "", count: max(0, textHeight - picture.count) / 2)
    let rows = picture.map { $0.isEmpty ? "" : path + String(repeating: " ", count: frameLeft) + $0 }
    return framed(header, above + rows, footer)
  }

  /// Returns a screen with other rows in the place of the text, such as the help.
  package func screen(header: String, lines: [(text: String, style: Paint.Style)], footer: [String]) -> [String] {
    let text = lines.prefix(textHeight).map { line in
      let cut = TextWidth.truncated(line.text, to: frameWidth)
      return cut.isEmpty
        ? "" : path + String(repeating: " ", count: frameLeft) + paint.painted(directions.line(cut), line.style)
    }
    return framed(header, text, footer)
  }

  /// Returns a line as rows that fit in the frame, broken at spaces where there are any.
  ///
  /// - Parameter indentation: the columns before all rows but the first.
  package func wrapped(_ line: String, indentation: Int) -> [String] {
    let indentation = indentation < frameWidth / 2 ? indentation : 0
    var rows: [String] = []
    var row = ""
    for character in line {
      if TextWidth.cells(row) + TextWidth.cells(character) > frameWidth {
        // A space within the indentation does not end a word.
        let start = row.index(row.startIndex, offsetBy: indentation, limitedBy: row.endIndex) ?? row.endIndex
        let cut = row[start...].lastIndex(of: " ").map { row.index(after: $0) } ?? row.endIndex
        rows.append(String(row[..<cut]))
        row = String(repeating: " ", count: indentation) + row[cut...]
      }
      row.append(character)
    }
    return rows + [row]
  }

  private func framed(_ header: String, _ text: [String], _ footer: [String]) -> [String] {
    func placed(_ row: String, _ left: Int) -> String {
      row.isEmpty ? "" : path + String(repeating: " ", count: left) + row
    }
    var lines = hasTitle ? [placed(header, headerLeft), ""] : []
    lines += text
    // Lists and help have no picture under them.
    let below = footer.suffix(footerRows + pictureRows)
    while lines.count < rows - below.count { lines.append("") }
    return Array(lines.prefix(rows - below.count)) + below.map { placed($0, frameLeft) }
  }

  // MARK: Text that commands nothing

  /// Returns a text on one line, without control sequences.
  package static func clean(_ text: some StringProtocol) -> String {
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      line += (line.isEmpty ? "" : " ") + word.map { shown($0) }.joined()
    }
    return line
  }

  /// Returns a visible form of a character that cannot control the terminal or change the direction of the text beside
  /// it.
  package static func shown(_ character: Character) -> String {
    if character.isWhitespace { return " " }
    let first = character.unicodeScalars.first!.value
    if first < 0x20 || (0x7F..<0xA0).contains(first) { return "" }
    if (0x202A...0x202E).contains(first) || (0x2066...0x2069).contains(first) { return "" }
    return String(character)
  }
}

import AloudAPI
package import CommandOutput
import Speech

/// Paints the rows of a text. Pure.
package struct RowPainter {
  let layout: TextLayout
  let light: PageView.Light
  let paint: Paint
  let directions: Directions
  /// The signs of tables.
  let symbols: Symbols

  /// A painter for a text that is lit in some places.
  package init(layout: TextLayout, light: PageView.Light, paint: Paint, directions: Directions, symbols: Symbols) {
    (self.layout, self.light, self.paint) = (layout, light, paint)
    (self.directions, self.symbols) = (directions, symbols)
  }

  /// Returns a row of the text, no wider than the column of text.
  package func painted(_ row: TextLayout.Row) -> String {
    if row.isRule { return paint.painted(rule(row.columns), .note) }
    guard !row.isBlank else { return "" }
    let pieces = row.columns.isEmpty ? whole(row) : columns(row)
    return painted(pieces)
  }

  private func rule(_ columns: [Int]) -> String {
    columns.map { String(repeating: symbols.barRest, count: $0) }
      .joined(separator: symbols.barRest + symbols.crossing + symbols.barRest)
  }

  // MARK: Parts of a row

  private func whole(_ row: TextLayout.Row) -> [RowPiece] {
    let base = base(of: row, row.segments)
    var pieces = directions.ordered(pieces(row.segments, base), isRightToLeft: row.isRightToLeft)
    let mark = row.mark.map { RowPiece(text: String($0), style: base) }
    let indent = spaces(row.indent - TextWidth.cells(row.mark), base)
    guard row.isRightToLeft, directions != .toldTerminal else { return mark + indent + pieces }
    // The mark and the indent of right-to-left text stand at the right.
    let free = spaces(layout.width - row.cells, base)
    if !row.mark.isEmpty {
      pieces += spaces(1, base) + directions.ordered(mark, isRightToLeft: true).drop { $0.text == " " }
    }
    if row.mark.isEmpty { pieces += spaces(row.indent, base) } else { pieces += indent }
    return free + pieces
  }

  private func columns(_ row: TextLayout.Row) -> [RowPiece] {
    let isReversed = row.isRightToLeft && directions != .toldTerminal
    let columns = row.columns.indices.map { column in
      let segments = row.segments.filter { $0.column == column }
      let base = base(of: row, segments)
      let text = directions.ordered(pieces(segments, base), isRightToLeft: row.isRightToLeft)
      let free = spaces(row.columns[column] - text.reduce(0) { $0 + TextWidth.cells($1.text) }, .note)
      return isReversed ? free + text : text + free
    }
    let line = [RowPiece(text: " \(symbols.column) ", style: .note)]
    let free = isReversed ? spaces(layout.width - row.cells, .note) : []
    return free + (isReversed ? columns.reversed() : columns).joined(separator: line)
  }

  private func spaces(_ count: Int, _ style: Paint.Style) -> [RowPiece] {
    count > 0 ? [RowPiece(text: String(repeating: " ", count: count), style: style)] : []
  }

  /// Returns the style of text that is not lit.
  private func base(of row: TextLayout.Row, _ segments: [TextLayout.Segment]) -> Paint.Style {
    if let focus = light.focus, let first = segments.first, !focus.overlaps(layout.place(first)) { return .faded }
    return row.isHeading ? .heading : .plain
  }

  private func pieces(_ segments: [TextLayout.Segment], _ base: Paint.Style) -> [RowPiece] {
    guard let firstSegment = segments.first, let lastSegment = segments.last else { return [] }
    let sentence: Paint.Style = base == .heading ? .headedSentence : .sentence
    let (first, last) = (layout.place(firstSegment).lowerBound, layout.place(lastSegment).upperBound)
    let found = light.found[light.found.partitioningIndex { $0.upperBound > first }...].prefix { $0.lowerBound < last }
    func styleAt(_ isWithin: (Range<Int>) -> Bool) -> Paint.Style {
      if light.word.map(isWithin) == true { return .word }
      if found.contains(where: isWithin) { return .found }
      return light.sentence.map(isWithin) == true ? sentence : base
    }
    var pieces: [RowPiece] = []
    var end = first
    for segment in segments {
      let place = layout.place(segment)
      // A space is lit if both neighbours are lit.
      if segment.isSpaced {
        let before = end
        pieces.append(RowPiece(text: " ", style: styleAt { $0.contains(before) && $0.contains(place.lowerBound) }))
      }
      var offset = place.lowerBound
      let bytes = Array(layout.sentences[segment.sentence].text.utf8)[segment.utf8]
      for character in String(decoding: bytes, as: UTF8.self) {
        let shown = PageView.shown(character)
        let here = offset
        if !shown.isEmpty { pieces.append(RowPiece(text: shown, style: styleAt { $0.contains(here) })) }
        end = offset
        offset += character.utf8.count
      }
    }
    return pieces
  }

  /// Returns the pieces as text with the codes of their styles.
  private func painted(_ pieces: [RowPiece]) -> String {
    var row = ""
    var rest = pieces[...]
    while let first = rest.first {
      let run = rest.prefix { $0.style == first.style }
      row += paint.painted(run.map(\.text).joined(), first.style)
      rest = rest.dropFirst(run.count)
    }
    return row
  }
}

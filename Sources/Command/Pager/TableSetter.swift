import AloudAPI

/// Lays out the rows of a table, with the cells of a row side by side. Pure.
struct TableSetter {
  /// A part of a cell: a piece of a sentence.
  private struct Part {
    var sentence: Int
    var utf8: Range<Int>
    /// True if the part begins another paragraph of the cell.
    var isApart: Bool
  }

  /// The parts of each cell, by column.
  private typealias Cells = [Int: [Part]]

  /// The width between two columns: a line and a space on both sides.
  static let gap = 3
  /// The least width of a column.
  private static let leastColumn = 4

  let rows: [TextLayout.Row]
  /// The last sentence of the table.
  let end: Int

  /// Lays out the table at a sentence; `nil` if there are no cells or no room for the columns.
  init?(_ sentences: [SentenceEntry], from start: Int, width: Int) {
    let (table, end) = Self.table(sentences, from: start)
    let count = (table.lazy.flatMap(\.keys).max() ?? 0) + 1
    let room = width - Self.gap * (count - 1)
    guard count > 1, room >= count * Self.leastColumn else { return nil }
    var natural = [Int](repeating: 0, count: count)
    for cells in table where !Self.isSpanning(cells) {
      for (column, parts) in cells {
        natural[column] = max(natural[column], Self.lines(of: parts, sentences, width: .max).map(\.cells).max() ?? 0)
      }
    }
    let widths = Self.widths(natural, room: room)
    let isRightToLeft = TextDirection.isRightToLeft(sentences[start...end].lazy.map(\.text))
    var set = table.map { cells in
      Self.isSpanning(cells)
        ? Self.lines(of: cells[0] ?? [], sentences, width: width)
        : Self.row(cells, sentences, widths)
    }
    for index in set.indices {
      for line in set[index].indices { set[index][line].isRightToLeft = isRightToLeft }
    }
    // Rules separate the rows if a row has several lines.
    let rule = set.contains { $0.count > 1 } ? [TextLayout.Row(columns: widths, isRule: true)] : []
    rows = Array(set.joined(separator: rule))
    self.end = end
  }

  /// True if only the first cell has text: usually a heading of the rows below, which takes the full width.
  private static func isSpanning(_ cells: Cells) -> Bool { cells.count == 1 && cells[0] != nil }

  // MARK: Cells

  /// Returns the cells of each row, and the last sentence of the table.
  private static func table(_ sentences: [SentenceEntry], from start: Int) -> (rows: [Cells], end: Int) {
    var rows: [Cells] = []
    var last: (column: Int, isAlone: Bool)?
    var block = start
    var end = start
    while block < sentences.count, sentences[block].block == "table", !sentences[block].cells.isEmpty {
      var next = block
      while next + 1 < sentences.count, !sentences[next].endsBlock { next += 1 }
      let columns = sentences[block...next].flatMap { $0.cells.map(\.column) }
      let isAlone = Set(columns).count == 1
      // A reader reports cells that consist of paragraphs one by one; a cell may have several.
      let goesOn = last.map { $0.column < columns[0] || $0.column == columns[0] && $0.isAlone && isAlone } ?? false
      if !goesOn { rows.append([:]) }
      for index in block...next {
        let start = sentences[index].range.utf8.start
        for cell in sentences[index].cells where cell.range.utf8.start >= start {
          let lower = Int(cell.range.utf8.start - start)
          let part = lower..<min(lower + Int(cell.range.utf8.length), sentences[index].text.utf8.count)
          guard !part.isEmpty else { continue }
          let isApart = index == block && goesOn && rows[rows.count - 1][cell.column] != nil
          rows[rows.count - 1][cell.column, default: []].append(
            Part(sentence: index, utf8: part, isApart: isApart))
        }
      }
      last = (columns.last ?? 0, isAlone)
      end = next
      block = next + 1
    }
    return (rows, end)
  }

  /// Returns the widths of the columns: their natural widths if there is room, else the wide columns share the rest.
  static func widths(_ natural: [Int], room: Int) -> [Int] {
    var widths = natural
    var rest = room
    for (index, column) in natural.indices.sorted(by: { natural[$0] < natural[$1] }).enumerated() {
      widths[column] = min(natural[column], rest / (natural.count - index))
      rest -= widths[column]
    }
    return widths
  }

  // MARK: Lines

  private static func lines(of parts: [Part], _ sentences: [SentenceEntry], width: Int) -> [TextLayout.Row] {
    var breaker = LineBreaker(width: width)
    for part in parts {
      if part.isApart { breaker.endLine() } else { breaker.space() }
      breaker.add(part.utf8, of: part.sentence, text: sentences[part.sentence].text)
    }
    return breaker.finish()
  }

  private static func row(_ cells: Cells, _ sentences: [SentenceEntry], _ widths: [Int]) -> [TextLayout.Row] {
    let lines = widths.enumerated().map { column, width in
      cells[column].map { Self.lines(of: $0, sentences, width: max(1, width)) } ?? []
    }
    return (0..<(lines.map(\.count).max() ?? 0)).map { number in
      var row = TextLayout.Row(cells: widths.reduce(gap * (widths.count - 1), +), columns: widths)
      for (column, lines) in lines.enumerated() where number < lines.count {
        row.segments += lines[number].segments.map { segment in
          var segment = segment
          segment.column = column
          return segment
        }
      }
      return row
    }
  }
}

package import AloudAPI
import Speech

/// A text in the rows of a terminal: the row of each part of each sentence. Pure.
///
/// Places are bytes of UTF-8 in the track's text, as in the service.
package struct TextLayout: Equatable {
  /// A part of a sentence in one row.
  package struct Segment: Equatable {
    /// The index in ``sentences``.
    package var sentence: Int
    /// The range in the sentence's own text.
    package var utf8: Range<Int>
    /// True if a space stands before it.
    package var isSpaced: Bool
    /// The index in ``Row/columns``.
    package var column = 0
  }

  /// A row of the terminal: text, a rule of a table, or an empty row.
  package struct Row: Equatable {
    /// The text of the row from its beginning to its end; empty for a row without text.
    package var segments: [Segment] = []
    /// Free cells before the text; ``mark`` stands in them.
    package var indent = 0
    /// The bullet or number of a list's item, in its first row.
    package var mark = ""
    /// The cells of the row, with the indent.
    package var cells = 0
    /// True if the text is a heading, which is painted in a style of its own.
    package var isHeading = false
    /// True if the row is read from right to left.
    package var isRightToLeft = false
    /// The widths of the columns in a row of a table; else empty.
    package var columns: [Int] = []
    /// True for a line between two rows of a table.
    package var isRule = false
    /// True if the row has no text. A rule has none either.
    package var isBlank: Bool { segments.isEmpty }
  }

  /// The sentences of the text in its order, without a hole.
  package let sentences: [SentenceEntry]
  /// The cells of a row, at least 1.
  package let width: Int
  /// The rows from top to bottom, with the empty ones between blocks; none for an empty text.
  package private(set) var rows: [Row] = []
  /// The pieces of the text in the order of their places, each with its row. In tables, pieces stand side by side.
  private var pieces: [(place: Range<Int>, row: Int)] = []
  /// The rows with text, each with the place of its first character.
  private var starts: [(place: Int, row: Int)] = []

  /// Compares the rows and the sentences; the other properties follow from them, except ``width``.
  package static func == (a: TextLayout, b: TextLayout) -> Bool { a.rows == b.rows && a.sentences == b.sentences }

  /// - Parameters:
  ///   - sentences: in the order of the text, without a hole.
  ///   - width: cells of a row, at least 1.
  ///   - spacing: the rows for one row of text, with the empty ones below it.
  ///   - bullet: the mark of an item that has none of its own.
  package init(_ sentences: [SentenceEntry], width: Int, spacing: Int = 1, bullet: String = "•") {
    self.sentences = sentences
    self.width = max(1, width)
    var previous: String?
    var start = 0
    while start < sentences.count {
      var end = start
      while end + 1 < sentences.count, !sentences[end].endsBlock { end += 1 }
      let block = sentences[start].block
      var new: [Row]?
      if block == "table", let table = TableSetter(sentences, from: start, width: self.width) {
        new = table.rows
        end = table.end
      }
      if let previous, !(previous == block && ["list-item", "table", "code"].contains(block)) { rows.append(Row()) }
      for row in new ?? LineBreaker.rows(of: sentences, start...end, block: block, width: self.width, bullet: bullet) {
        if spacing > 1, rows.last?.isBlank == false {
          rows += Array(repeating: Row(), count: spacing - 1)
        }
        rows.append(row)
      }
      previous = block
      start = end + 1
    }
    for (number, row) in rows.enumerated() {
      if let first = row.segments.first { starts.append((place(first).lowerBound, number)) }
      for segment in row.segments { pieces.append((place(segment), number)) }
    }
    pieces.sort { $0.place.lowerBound < $1.place.lowerBound }
  }

  /// Returns the row of a place in the text; the first one for a place before the text.
  package func row(of place: Int) -> Int {
    pieces.isEmpty ? 0 : pieces[piece(at: place)].row
  }

  /// Returns the rows of a part of the text.
  package func rows(of range: Range<Int>) -> Range<Int> {
    guard !pieces.isEmpty else { return 0..<1 }
    let first = piece(at: range.lowerBound)
    let rows = pieces[first...max(first, piece(at: max(range.lowerBound, range.upperBound - 1)))].map(\.row)
    return rows.min()!..<rows.max()! + 1
  }

  /// Returns the piece at a place, or the one before it; the first piece for a place before the text.
  private func piece(at place: Int) -> Int {
    max(0, pieces.partitioningIndex { $0.place.lowerBound > place } - 1)
  }

  /// Returns the place at which a row's text begins, or the next row's with text; `nil` after the last one.
  package func place(ofRow row: Int) -> Int? {
    let index = starts.partitioningIndex { $0.row >= row }
    return starts.indices.contains(index) ? starts[index].place : nil
  }

  /// Returns the top row of a window with `height` rows: the current sentence begins a third below it and is completely
  /// visible. If a sentence is longer than the window, the window follows the word.
  package func top(sentence: Range<Int>?, word: Range<Int>?, height: Int) -> Int {
    guard let heard = sentence ?? word else { return 0 }
    let lit = rows(of: heard)
    let third = height / 3
    var top = lit.lowerBound - third
    if lit.count > height {
      let wanted = (word.map { row(of: $0.lowerBound) } ?? lit.lowerBound) - third
      top = min(max(wanted, lit.lowerBound), lit.upperBound - height)
    } else if lit.upperBound > top + height {
      top = lit.upperBound - height
    }
    return max(0, min(top, rows.count - height))
  }

  /// Returns the place of a segment in the track's text.
  package func place(_ segment: Segment) -> Range<Int> {
    let start = Int(sentences[segment.sentence].range.utf8.start)
    return start + segment.utf8.lowerBound..<start + segment.utf8.upperBound
  }
}

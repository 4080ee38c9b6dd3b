/// A cell of a table, or a part of one, in a text.
public struct TableCell: Hashable, Sendable {
  /// The most columns of a table; the cells of wider tables are not reported.
  public static let mostColumns = 64

  /// The column of the table, from 0 on.
  public var column: Int
  /// The bytes of UTF-8 in the block or in the sentence.
  public var utf8: Range<Int>

  /// A cell, or a part of one.
  public init(column: Int, utf8: Range<Int>) {
    self.column = column
    self.utf8 = utf8
  }
}

extension [TableCell] {
  /// True if the cells are in order, do not overlap, fit into a sentence of this length and are not too many.
  public func areInOrder(within length: Int) -> Bool {
    var end = 0
    for cell in self {
      guard cell.utf8.lowerBound >= end, !cell.utf8.isEmpty, (0..<TableCell.mostColumns).contains(cell.column) else {
        return false
      }
      end = cell.utf8.upperBound
    }
    return end <= length && count <= SentenceRecord.mostCells
  }

  /// Returns the cells in a range of the text, with places relative to the range.
  public func within(_ range: Range<Int>) -> [TableCell] {
    compactMap { cell in
      let part = cell.utf8.clamped(to: range)
      guard !part.isEmpty else { return nil }
      return TableCell(
        column: cell.column, utf8: part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound)
    }
  }
}

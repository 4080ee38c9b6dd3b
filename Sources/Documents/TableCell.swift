/// A cell of a table, or a part of one, in a text.
public struct TableCell: Hashable, Sendable {
  /// Columns of the widest table whose cells are told.
  public static let mostColumns = 64

  /// The column of the table, from 0 on.
  public var column: Int
  /// Bytes of UTF-8, in a block or in a sentence.
  public var utf8: Range<Int>

  /// A cell, or a part of one.
  public init(column: Int, utf8: Range<Int>) {
    self.column = column
    self.utf8 = utf8
  }
}

extension [TableCell] {
  /// True if they stand in a sentence of so many bytes as its own do: one behind the other, and no more than there may
  /// be.
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

  /// Those of a part of the text, counted from that part's beginning.
  public func within(_ range: Range<Int>) -> [TableCell] {
    compactMap { cell in
      let part = cell.utf8.clamped(to: range)
      guard !part.isEmpty else { return nil }
      return TableCell(
        column: cell.column, utf8: part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound)
    }
  }
}

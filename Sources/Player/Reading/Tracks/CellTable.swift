package import Documents
import Speech

/// The cells of tables in a text, by sentence: nine bytes per cell, eight per sentence with cells.
package struct CellTable {
  private var sentences: [UInt32] = []
  /// The first cell of each of those sentences.
  private var firsts: [UInt32] = []
  private var columns: [UInt8] = []
  private var starts: [UInt32] = []
  private var ends: [UInt32] = []

  /// - Parameter sentence: the index of the sentence, larger than all before.
  package mutating func append(_ cells: [TableCell], of sentence: Int) {
    sentences.append(UInt32(sentence))
    firsts.append(UInt32(columns.count))
    for cell in cells {
      columns.append(UInt8(clamping: cell.column))
      starts.append(UInt32(clamping: cell.utf8.lowerBound))
      ends.append(UInt32(clamping: cell.utf8.upperBound))
    }
  }

  /// The cells of a sentence; empty outside tables.
  package subscript(sentence: Int) -> [TableCell] {
    let index = sentences.partitioningIndex { $0 >= sentence }
    guard index < sentences.count, sentences[index] == sentence else { return [] }
    let end = index + 1 < firsts.count ? Int(firsts[index + 1]) : columns.count
    return (Int(firsts[index])..<end).map { cell in
      TableCell(column: Int(columns[cell]), utf8: Int(starts[cell])..<Int(ends[cell]))
    }
  }
}

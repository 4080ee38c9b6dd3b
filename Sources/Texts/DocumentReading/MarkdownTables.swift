/// Finds Markdown tables that would become too large.
///
/// Every row has as many cells as the table's head, whatever it contains. A head of two thousand columns therefore
/// makes two thousand cells of each short line below it. cmark-gfm limits that from 0.29.0.gfm.7 on.
enum MarkdownTables {
  /// Empty cells in a whole text.
  private static let mostEmptyCells = 200_000

  /// True if the tables would become far larger than what is written.
  static func areHarmful(_ text: [UInt8]) -> Bool {
    var columns = 0
    var empty = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let bars = line.count { $0 == bar }
      if line.allSatisfy({ $0 <= 0x20 }) {
        columns = 0
      } else if isDelimiter(line) {
        columns = max(columns, bars + 1)
      } else {
        empty += max(0, columns - bars - 1)
        if empty > mostEmptyCells { return true }
      }
    }
    return false
  }

  /// True for `|---|:-:|`, also after the mark of a quote or an item.
  private static func isDelimiter(_ line: ArraySlice<UInt8>) -> Bool {
    var hasRule = false
    for byte in line {
      switch byte {
      case UInt8(ascii: "-"): hasRule = true
      case bar, UInt8(ascii: ":"), UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "+"), 0x20, 0x09, 0x0B, 0x0C,
        0x30...0x39, UInt8(ascii: "."), UInt8(ascii: ")"):
        break
      default: return false
      }
    }
    return hasRule
  }

  private static let bar = UInt8(ascii: "|")
}

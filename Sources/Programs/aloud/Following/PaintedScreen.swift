/// The rows and the cursor that a terminal shows, so that only changes are written. A value, without a terminal.
struct PaintedScreen {
  private var rows: [String] = []
  private var isCursorShown = false

  /// Returns the code that erases the screen. All rows are written the next time.
  mutating func erase() -> String {
    rows = []
    return "\u{1B}[2J"
  }

  /// Returns the codes that change the screen; empty if it is right already.
  ///
  /// - Parameters:
  ///   - rows: all of them, from the first.
  ///   - cursor: the place at which the user types; `nil` hides it.
  mutating func change(to rows: [String], cursor: (row: Int, column: Int)?) -> String {
    var output = ""
    for (number, row) in rows.enumerated() where number >= self.rows.count || self.rows[number] != row {
      output += "\u{1B}[\(number + 1);1H\(row)\u{1B}[K"
    }
    self.rows = rows
    if let cursor {
      output += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
    } else if isCursorShown {
      output += "\u{1B}[?25l"
    }
    isCursorShown = cursor != nil
    return output
  }
}

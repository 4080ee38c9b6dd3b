/// Text for a terminal, broken between words.
package enum WrappedText {
  /// The text in rows of at most `width` cells. Only a word that is wider than a row is broken itself: a path after a
  /// slash, if a part of it fits.
  ///
  /// - Parameters:
  ///   - indentation: the beginning of the first row.
  ///   - hanging: the beginning of the other rows; `nil`: the same.
  package static func rows(
    _ text: String, width: Int, indentation: String = "", hanging: String? = nil
  ) -> [String] {
    var rows: [String] = []
    var row = indentation
    var isEmpty = true
    let hanging = hanging ?? indentation
    func end() {
      rows.append(row)
      (row, isEmpty) = (hanging, true)
    }
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let cells = TextWidth.cells(word)
      if !isEmpty, TextWidth.cells(row) + 1 + cells > width { end() }
      if !isEmpty { row += " " }
      isEmpty = false
      guard TextWidth.cells(row) + cells > width else {
        row += word
        continue
      }
      for part in parts(of: word) {
        if TextWidth.cells(row) + TextWidth.cells(part) > width, TextWidth.cells(row) > TextWidth.cells(hanging) {
          end()
          isEmpty = false
        }
        for character in part {
          if TextWidth.cells(row) + TextWidth.cells(character) > width, TextWidth.cells(row) > TextWidth.cells(hanging)
          {
            end()
            isEmpty = false
          }
          row.append(character)
        }
      }
    }
    rows.append(row)
    return rows
  }

  /// The parts of a long word, each with the slash at its end.
  private static func parts(of word: Substring) -> [Substring] {
    var parts: [Substring] = []
    var rest = word
    while let slash = rest.firstIndex(of: "/") {
      parts.append(rest[...slash])
      rest = rest[rest.index(after: slash)...]
    }
    return rest.isEmpty ? parts : parts + [rest]
  }
}

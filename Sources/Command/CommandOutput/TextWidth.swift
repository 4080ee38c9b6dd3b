import CUnistring

/// The width of text in cells of a terminal.
package enum TextWidth {
  /// The cells of `character`: 0 for combining characters, 2 for East Asian wide characters and emoji.
  package static func cells(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x300 { return first.value < 0x20 || (0x7F..<0xA0).contains(first.value) ? 0 : 1 }
    if first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    // A character of South Asian scripts may have several letters, each with its own cell.
    return character.unicodeScalars.reduce(0) { $0 + cells($1) }
  }

  private static func cells(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    // The toolchain knows more of the newer ones than libunistring.
    case .nonspacingMark, .enclosingMark, .format, .control: 0
    // As UTF-8, ambiguous characters are narrow.
    default: max(0, Int(uc_width(scalar.value, "UTF-8")))
    }
  }

  /// The cells of `text`: the sum of those of its characters.
  package static func cells(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + cells($1) } }

  /// `text` in at most `width` cells. A cut is marked with `ellipsis`.
  package static func truncated(_ text: String, to width: Int, ellipsis: String = "…") -> String {
    guard cells(text) > width else { return text }
    let room = width - cells(ellipsis)
    var result = ""
    var used = 0
    for character in text {
      let cells = cells(character)
      if used + cells > room { break }
      result.append(character)
      used += cells
    }
    return width >= cells(ellipsis) ? result + ellipsis : ""
  }

  /// `text` followed by spaces up to `width` cells.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - cells(text)))
  }

  /// `text` preceded by spaces up to `width` cells, for right-aligned columns.
  package static func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - cells(text))) + text
  }
}

/// The width of text in cells of a terminal.
package enum TextWidth {
  /// The cells of `character`: 0 for combining characters, 2 for East Asian wide characters and emoji.
  package static func cells(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    if first.value < 0x300 { return first.value < 0x20 || (0x7F..<0xA0).contains(first.value) ? 0 : 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if isWide(first.value) { return 2 }
    return first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") ? 2 : 1
  }

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

  /// The blocks that are wide or fullwidth in Unicode's EastAsianWidth.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}

import CPoppler
import Documents

/// Divides the text of a page, as poppler delivers it, into lines with places.
enum PageText {
  /// Characters of a page; further ones are left out.
  private static let maximumCharacters = 200_000

  /// The lines in reading order.
  static func lines(of page: OpaquePointer) -> [PageLine] {
    guard let characters = PageCharacters.of(page, atMost: maximumCharacters) else { return [] }
    let scalars = characters.scalars
    let fonts = fonts(of: page, characters)
    var lines: [PageLine] = []
    var start = 0
    for index in 0...scalars.count where index == scalars.count || scalars[index] == "\n" {
      if let line = line(start..<index, of: characters, fonts) { append(line, to: &lines) }
      start = index + 1
    }
    return lines
  }

  /// A wide space separates the number of a heading or of an item from its text. Both become one line.
  private static func append(_ line: PageLine, to lines: inout [PageLine]) {
    guard var last = lines.last, last.text.count <= 8, isNumbering(last.text),
      line.left >= last.right - 1, line.left - last.right < 3 * max(last.fontSize, 1),
      min(line.bottom, last.bottom) - max(line.top, last.top) > 0.6 * min(line.height, last.height)
    else { return lines.append(line) }
    last.text += " " + line.text
    last.right = max(last.right, line.right)
    last.top = min(last.top, line.top)
    last.bottom = max(last.bottom, line.bottom)
    (last.fontSize, last.isBold, last.isFixed) = (line.fontSize, line.isBold, line.isFixed)
    lines[lines.count - 1] = last
  }

  private static func isNumbering(_ text: String) -> Bool {
    if text.count == 1, let sign = text.first { return sign.isNumber || "•‣◦▪■●○–*".contains(sign) }
    return text.allSatisfy { $0.isNumber || ".()".contains($0) }
      || text.count <= 3 && text.last.map { ".)".contains($0) } ?? false && (text.first?.isLetter ?? false)
  }

  private struct Font {
    var size = 0.0
    var isBold = false
    var isFixed = false
  }

  /// The font of each character.
  private static func fonts(of page: OpaquePointer, _ characters: PageCharacters) -> [Font] {
    let count = characters.scalars.count
    var fonts = [Font](repeating: Font(), count: count)
    var area = characters.area
    let list = poppler_page_get_text_attributes_for_area(page, &area)
    defer { poppler_page_free_text_attributes(list) }
    var next = list
    while let item = next {
      next = item.pointee.next
      guard let attributes = item.pointee.data?.assumingMemoryBound(to: PopplerTextAttributes.self).pointee else {
        continue
      }
      let name = attributes.font_name.map { String(cString: $0) } ?? ""
      let font = Font(
        size: attributes.font_size, isBold: bold.contains { name.holds($0) },
        isFixed: fixed.contains { name.holds($0) })
      let first = max(0, Int(attributes.start_index))
      let last = min(count - 1, Int(attributes.end_index))
      if first <= last { for index in first...last { fonts[index] = font } }
    }
    return fonts
  }

  // The font is not loaded, so only its name is known.
  private static let bold = ["Bold", "Black", "Heavy", "CMBX"]
  private static let fixed = ["Mono", "Courier", "Consolas", "Menlo", "CMTT", "Typewriter", "Code"]

  private static func line(_ range: Range<Int>, of characters: PageCharacters, _ fonts: [Font]) -> PageLine? {
    var line = PageLine(
      text: "", left: .infinity, right: 0, top: .infinity, bottom: 0, fontSize: 0, isBold: false)
    var text = String.UnicodeScalarView()
    var isSpaceDue = false
    var sizes: [Double: Int] = [:]
    var (bold, fixed) = (0, 0)
    var count = 0
    // A word that continues in the next line may end in a character that has no other use.
    var isBroken = false
    for index in range {
      let scalar = characters.scalars[index]
      if characters.wordStarts.contains(index) { isSpaceDue = !text.isEmpty }
      if scalar == "\u{AD}" {
        isBroken = !text.isEmpty
        continue
      }
      if scalar.properties.isWhitespace {
        isSpaceDue = !text.isEmpty
        continue
      }
      guard isText(scalar) else { continue }
      isBroken = false
      if isSpaceDue { text.append(" ") }
      isSpaceDue = false
      if let letters = ligatures[scalar] {
        text.append(contentsOf: letters.unicodeScalars)
      } else {
        text.append(scalar)
      }
      let place = characters.places[index]
      line.left = min(line.left, place.x1, place.x2)
      line.right = max(line.right, place.x1, place.x2)
      line.top = min(line.top, place.y1, place.y2)
      line.bottom = max(line.bottom, place.y1, place.y2)
      count += 1
      sizes[(fonts[index].size * 2).rounded() / 2, default: 0] += 1
      if fonts[index].isBold { bold += 1 }
      if fonts[index].isFixed { fixed += 1 }
    }
    guard count > 0 else { return nil }
    line.text = withoutLeaders(text)
    if isBroken, !line.text.isEmpty { line.text += "\u{AD}" }
    line.fontSize = sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    line.isBold = bold * 2 > count
    line.isFixed = fixed * 2 > count
    return line.text.isEmpty ? nil : line
  }

  /// Removes the dots that lead to a number or to a blank to fill in.
  private static func withoutLeaders(_ text: String.UnicodeScalarView) -> String {
    guard text.count > 4 else { return String(text) }
    var result = String.UnicodeScalarView()
    var dots = String.UnicodeScalarView()
    func isLeader(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == "_" || scalar == "\u{2026}" }
    for scalar in text {
      if isLeader(scalar) || scalar == " " && !dots.isEmpty {
        dots.append(scalar)
        continue
      }
      append(dots, to: &result)
      dots = String.UnicodeScalarView()
      result.append(scalar)
    }
    append(dots, to: &result)
    if result.last == " " { result.removeLast() }
    return String(result)
  }

  private static func append(_ dots: String.UnicodeScalarView, to text: inout String.UnicodeScalarView) {
    if dots.count(where: { $0 != " " }) < 4 {
      text.append(contentsOf: dots)
    } else if text.last != " " {
      text.append(" ")
    }
  }

  /// True unless the character is a control, only sets the direction of text, or is private to a font.
  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // These decide how letters join, which distinguishes words in Persian and in languages of India.
    case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
    case .control, .surrogate, .privateUse, .unassigned: false
    default: scalar != "\u{FFFD}"
    }
  }

  /// Ligatures that fonts draw as one character.
  private static let ligatures: [Unicode.Scalar: String] = [
    "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi", "\u{FB04}": "ffl", "\u{FB05}": "st",
    "\u{FB06}": "st",
  ]
}

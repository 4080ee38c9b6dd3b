import Documents
import Vocabulary

/// Joins the lines of pages into paragraphs. It removes hyphens at line ends and finds where a paragraph begins.
struct ParagraphJoiner {
  private struct Paragraph {
    var text: String
    var kind: BlockClass
    var level: Int
    var pages: [Block.Page]
    var last: PageLine
    var page: Int
    /// The left edge of the lines after the first.
    var left: Double
    /// The right edge of the longest line.
    var right: Double
    var lines: Int
  }

  /// A longer paragraph is cut. No author writes such a paragraph.
  private static let maximumText = 64 << 10
  private static let longestHeading = 200
  private static let mostCompounds = 20_000

  private let take: (Block, Int) -> Void
  private var paragraph: Paragraph?
  /// Pages that no block has begun on yet.
  private var pages: [String] = []
  /// The number of characters so far, by font size. The most frequent size is that of the body text.
  private var sizes: [Double: Int] = [:]
  private var bodySize = 0.0
  /// Hyphenated words that occurred within a line.
  private var compounds: Set<String> = []

  /// - Parameter take: receives each block with the level of its heading; 0 for other blocks.
  init(_ take: @escaping (Block, Int) -> Void) { self.take = take }

  /// Examines a page before its lines come.
  mutating func expect(_ page: TextPage) {
    for line in page.lines {
      sizes[line.fontSize, default: 0] += line.text.utf8.count
      guard compounds.count < Self.mostCompounds, line.text.utf8.contains(UInt8(ascii: "-")) else { continue }
      for word in line.text.split(separator: " ").dropLast() where word.utf8.contains(UInt8(ascii: "-")) {
        compounds.insert(word.lowercased().filter { $0.isLetter || $0 == "-" })
      }
    }
    bodySize = sizes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
  }

  mutating func begin(_ page: TextPage) { pages.append(page.label) }

  mutating func append(_ line: PageLine, _ page: TextPage) {
    let (kind, level) = role(of: line, page)
    if let paragraph, continues(paragraph, line, kind, level, page) {
      join(line, page)
    } else {
      flush()
      begin(line, kind, level, page)
    }
    if let paragraph, paragraph.text.utf8.count > Self.maximumText { flush() }
  }

  /// Ends the paragraph that is open.
  mutating func flush() {
    guard var paragraph else { return }
    self.paragraph = nil
    if paragraph.text.last == "\u{AD}" { paragraph.text.removeLast() }
    var text = Array(paragraph.text.utf8)
    if text.last == 0x20 { text.removeLast() }
    // Lines without letters and digits are rules, leaders, or bullets without text.
    guard
      paragraph.text.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    else {
      pages = paragraph.pages.map(\.label) + pages
      return
    }
    if paragraph.kind == .heading && text.count > Self.longestHeading {
      (paragraph.kind, paragraph.level) = (.paragraph, 0)
    }
    for index in paragraph.pages.indices {
      paragraph.pages[index].offset = min(paragraph.pages[index].offset, text.count)
    }
    take(Block(text: text, kind: paragraph.kind, pages: paragraph.pages), paragraph.level)
  }

  // MARK: The role of a line

  private func role(of line: PageLine, _ page: TextPage) -> (BlockClass, Int) {
    let scale = bodySize > 0 ? line.fontSize / bodySize : 1
    let hasLetters = line.text.unicodeScalars.contains { $0.properties.isAlphabetic }
    if hasLetters && scale >= 1.12 { return (.heading, scale >= 1.5 ? 1 : scale >= 1.25 ? 2 : 3) }
    if line.isFixed && scale <= 1.05 { return (.code, 0) }
    if line.isBold && scale >= 0.98 && hasLetters && line.text.utf8.count < 100, !".:,;".contains(line.text.last ?? ".")
    {
      return (.heading, 4)
    }
    if scale > 0 && scale <= 0.92 && line.top > page.height * 0.5 && ParagraphJoiner.beginsNote(line.text) {
      return (.footnote, 0)
    }
    return (Self.beginsItem(line.text) ? .listItem : .paragraph, 0)
  }

  private static func beginsNote(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    return ("0"..."9").contains(first) || "*†‡§¶¹²³⁴⁵⁶⁷⁸⁹".unicodeScalars.contains(first)
  }

  private static func beginsItem(_ text: String) -> Bool {
    guard let first = text.first else { return false }
    if "•‣◦▪■●○–—*·".contains(first) { return text.dropFirst().first == " " }
    let number = text.prefix { $0.isNumber || $0.isLetter }
    let rest = text.dropFirst(number.count)
    return (1...3).contains(number.count) && (rest.hasPrefix(". ") || rest.hasPrefix(") "))
      && (number.allSatisfy { $0.isNumber } || number.count == 1)
  }

  // MARK: The end of a paragraph

  private func continues(
    _ paragraph: Paragraph, _ line: PageLine, _ kind: BlockClass, _ level: Int, _ page: TextPage
  ) -> Bool {
    let last = paragraph.last
    let size = max(last.fontSize, line.fontSize, 1)
    // A line in bold may be a heading or the beginning of a paragraph. The font size and the weight decide.
    guard abs(last.fontSize - line.fontSize) <= 0.08 * size || paragraph.kind == .footnote && kind != .heading else {
      return false
    }
    if (paragraph.kind == .heading) != (kind == .heading) { return false }
    if (paragraph.kind == .code) != (kind == .code) { return false }
    if kind == .heading { return continuesHeading(paragraph, line, level) }
    if kind == .listItem || kind == .footnote { return false }
    let isBelow = paragraph.page == page.index && line.top > last.top && line.left < paragraph.right
    let endsSentence = Self.endsSentence(paragraph.text)
    let endsShort = paragraph.lines > 1 && last.right < paragraph.right - 2.5 * size
    if kind == .code { return isBelow && line.top - last.top < 2.2 * size }
    guard isBelow else {
      // This is the next column or page. The text continues if it has not come to an end.
      if paragraph.kind == .footnote { return false }
      let isLower = line.text.first?.isLowercase ?? false
      return isLower || !endsSentence && !endsShort
    }
    let gap = line.top - last.top
    if gap > 2.2 * size || gap > 1.7 * size && endsSentence { return false }
    // The first line of a paragraph may be indented or outdented.
    let indent = line.left - paragraph.left
    if paragraph.lines == 1 {
      if indent > 1.2 * size && endsSentence && paragraph.kind != .listItem { return false }
    } else if indent > 0.8 * size && (endsSentence || endsShort) {
      return false
    }
    if paragraph.kind == .listItem && indent < -0.5 * size && paragraph.lines > 1 { return false }
    return !(endsShort && endsSentence)
  }

  private func continuesHeading(_ paragraph: Paragraph, _ line: PageLine, _ level: Int) -> Bool {
    let gap = line.top - paragraph.last.top
    return level == paragraph.level && gap > 0 && gap < 2 * max(line.fontSize, 1)
      && paragraph.text.utf8.count + line.text.utf8.count < Self.longestHeading
  }

  private static func endsSentence(_ text: String) -> Bool {
    let end = text.reversed().first { !"\"'”’»)]* ".contains($0) }
    return end.map { ".!?:…。！？".contains($0) } ?? true
  }

  // MARK: Joining

  private mutating func begin(_ line: PageLine, _ kind: BlockClass, _ level: Int, _ page: TextPage) {
    paragraph = Paragraph(
      text: line.text, kind: kind, level: level, pages: takePages(at: 0), last: line, page: page.index,
      left: line.left, right: line.right, lines: 1)
  }

  private mutating func takePages(at offset: Int) -> [Block.Page] {
    defer { pages = [] }
    return pages.map { Block.Page(label: $0, offset: offset) }
  }

  private mutating func join(_ line: PageLine, _ page: TextPage) {
    guard var paragraph else { return }
    self.paragraph = nil
    let isElsewhere = paragraph.page != page.index || line.top < paragraph.last.top
    if paragraph.kind == .code {
      paragraph.text += "\n"
    } else if !undoHyphen(&paragraph.text, before: line.text) && Self.needsSpace(paragraph.text, line.text) {
      paragraph.text += " "
    }
    paragraph.pages += takePages(at: paragraph.text.utf8.count)
    paragraph.text += line.text
    paragraph.left = isElsewhere || paragraph.lines == 1 ? line.left : min(paragraph.left, line.left)
    paragraph.right = isElsewhere ? line.right : max(paragraph.right, line.right)
    paragraph.lines = isElsewhere ? 2 : paragraph.lines + 1
    paragraph.last = line
    paragraph.page = page.index
    self.paragraph = paragraph
  }

  /// Removes a hyphen that only divides a word at the line end.
  ///
  /// - Returns: true if the word continues without a space.
  private func undoHyphen(_ text: inout String, before next: String) -> Bool {
    guard let hyphen = text.last, "-\u{AD}\u{2010}\u{2011}".contains(hyphen) else { return false }
    guard let before = text.dropLast().last, before.isLetter, let first = next.first, first.isLetter else {
      // A range of numbers or a dash stays.
      return hyphen != "-" || text.dropLast().last?.isNumber == true
    }
    let start = text.dropLast().split(separator: " ").last ?? ""
    let word = (start + "-" + (next.split(separator: " ").first ?? "")).lowercased().filter { $0.isLetter || $0 == "-" }
    if hyphen == "-" && (first.isUppercase || start.contains("-") || compounds.contains(word)) { return true }
    text.removeLast()
    return true
  }

  /// False between Chinese or Japanese characters, which have no space at line ends.
  private static func needsSpace(_ text: String, _ next: String) -> Bool {
    guard let last = text.unicodeScalars.last, let first = next.unicodeScalars.first else { return false }
    return !(isIdeographic(last) && isIdeographic(first))
  }

  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    (0x3000...0x9FFF).contains(scalar.value) || (0xF900...0xFAFF).contains(scalar.value)
      || (0xFF00...0xFFEF).contains(scalar.value) || (0x20000...0x3FFFF).contains(scalar.value)
  }
}

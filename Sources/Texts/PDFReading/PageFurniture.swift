/// Recognises the text around the body of a page: running heads, feet and page numbers. They stand at the same place on
/// neighbouring pages, and differ only in numbers.
enum PageFurniture {
  /// The number of pages before and after one that are compared. Heads of left and right pages differ.
  static let reach = 2
  /// The most lines at the upper and at the lower edge.
  private static let mostLines = 3

  /// The indices of the lines that are such text.
  static func lines(of page: TextPage, among neighbours: [TextPage]) -> Set<Int> {
    var found: Set<Int> = []
    let others = neighbours.map(Self.candidates)
    for (index, key) in candidates(of: page) {
      let line = page.lines[index]
      if isPageNumber(line.text, page) {
        found.insert(index)
      } else if line.text.utf8.count < 200,
        zip(neighbours, others).contains(where: { other, candidates in
          candidates.contains { $0.value == key && isSamePlace(line, other.lines[$0.key]) }
        })
      {
        found.insert(index)
      }
    }
    // Whole pages may repeat one another. Lines that are all of a page's text are not heads.
    return found.count == page.lines.count && found.count > 2 ? [] : found
  }

  /// The lines at the edges, each with the text that is equal on all pages.
  private static func candidates(of page: TextPage) -> [Int: String] {
    let order = page.lines.indices.sorted { page.lines[$0].top < page.lines[$1].top }
    var rows: [[Int]] = []
    for index in order {
      let line = page.lines[index]
      if let last = rows.last?.first, line.top < page.lines[last].bottom - line.height / 2 {
        rows[rows.count - 1].append(index)
      } else {
        rows.append([index])
      }
    }
    var result: [Int: String] = [:]
    for index in (rows.prefix(mostLines) + rows.suffix(mostLines)).joined() {
      let line = page.lines[index]
      // Heads and feet are in the outer fifths of a page.
      guard line.bottom < page.height * 0.2 || line.top > page.height * 0.8 else { continue }
      result[index] = key(line.text)
    }
    return result
  }

  /// The text without the parts that differ from page to page: numbers, also Roman ones.
  private static func key(_ text: String) -> String {
    // A line that ends like a sentence is compared with its numbers, since sentences may differ in them alone.
    if let end = text.last, ".!?".contains(end) { return text }
    return words(text).map { $0.contains { $0.isNumber } || isRoman($0) ? "#" : String($0) }.joined(separator: " ")
  }

  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { Substring($0) }
  }

  private static func isRoman(_ word: Substring) -> Bool {
    word.count <= 8 && word.allSatisfy { "ivxlc".contains($0) }
  }

  private static func isSamePlace(_ one: PageLine, _ other: PageLine) -> Bool {
    abs(one.top - other.top) < 4 && abs(one.fontSize - other.fontSize) < 0.6
  }

  /// Words before the number of a page, or between it and the number of pages.
  private static let names: Set<Substring> = ["page", "seite", "página", "pagina", "p", "of", "von", "de", "sur", "di"]

  /// True for a page number at the edge, with or without ornaments: `12`, `– 12 –`, `Page 3 of 10`, `xiv`.
  private static func isPageNumber(_ text: String, _ page: TextPage) -> Bool {
    let words = words(text)
    guard !words.isEmpty, text.count <= 24 else { return false }
    let label = page.label.lowercased()
    if words.count == 1 {
      let word = words[0]
      return word == label || isRoman(word) || word.count <= 4 && word.allSatisfy { $0.isASCII && $0.isNumber }
    }
    let isNumbered = words.contains { Int($0) == page.index + 1 || $0 == label }
    return isNumbered && words.allSatisfy { Int($0) != nil || names.contains($0) || $0 == label }
  }
}

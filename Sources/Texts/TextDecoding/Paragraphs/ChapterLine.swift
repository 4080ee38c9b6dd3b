/// Recognises lines that evidently open a chapter.
enum ChapterLine {
  private static let words: Set<String> = [
    "chapter", "prologue", "epilogue", "foreword", "preface", "afterword", "kapitel", "prolog", "epilog", "vorwort",
    "nachwort", "chapitre", "prologue", "épilogue", "préface", "capítulo", "prólogo", "epílogo", "capitolo", "prologo",
    "epilogo", "hoofdstuk", "rozdział", "глава", "пролог", "эпилог", "розділ", "kapitola", "kapittel", "luku", "bölüm",
  ]

  /// - Parameter line: UTF-8; its last character may be incomplete.
  static func isEvident(_ line: [UInt8]) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    // 第三章, 第12話
    if text.first == "第" { return text.prefix(9).dropFirst(2).contains { "章回話话節节部卷".contains($0) } }
    let tokens = text.split(maxSplits: 2) { $0 == " " || $0 == "." || $0 == ":" || $0 == "\t" }
    guard let first = tokens.first?.lowercased(), words.contains(first) else { return false }
    // "Chapter and verse he gave me" is not a heading: a number, in words or digits, or a title must follow.
    guard tokens.count > 1 else { return true }
    return tokens[1].first.map { $0.isNumber || $0.isUppercase } ?? false
  }
}

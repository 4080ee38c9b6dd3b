import Documents

/// The lines in front of a text that are meant for programs: YAML between `---` and `---` or `...`, or TOML between
/// `+++`. They are not spoken. They give the title, the authors and the language.
///
/// The opening mark must be the first line, as in Jekyll, Hugo, Obsidian and pandoc. A `---` that an empty line follows
/// is a rule, and the text begins there. Lines that are not a list of keys are text, too.
struct FrontMatter {
  /// Bytes of the longest front matter that is searched for.
  static let maximumSize = 256 << 10

  /// The keys that programs agree on.
  let description: DocumentDescription

  /// Separates the front matter from a text.
  ///
  /// - Parameter text: UTF-8.
  /// - Returns: `nil` and the unchanged text if there is no front matter.
  static func cut(from text: [UInt8]) -> (FrontMatter?, text: ArraySlice<UInt8>) {
    guard let (mark, body, end) = find(in: text[...]) else { return (nil, text[...]) }
    let said: FrontMatterValue?
    if mark == toml {
      said = TOMLStatements.read(body) ?? (beginsWithKey(body, "=") ? .table([:]) : nil)
    } else {
      said = YAMLStatements.read(body) ?? (beginsWithKey(body, ":") ? .table([:]) : nil)
    }
    guard case .table(let values)? = said else { return (nil, text[...]) }
    return (FrontMatter(values), text[end...])
  }

  private static let yaml = Array("---".utf8)
  private static let toml = Array("+++".utf8)

  /// The marks, the lines between them, and the start of the text.
  private static func find(
    in text: ArraySlice<UInt8>
  ) -> (mark: [UInt8], body: ArraySlice<UInt8>, end: Int)? {
    var rest = text.prefix(maximumSize)
    let first = takeLine(&rest)
    guard first == yaml[...] || first == toml[...] else { return nil }
    let (mark, start) = (Array(first), rest.startIndex)
    var isFirst = true
    while !rest.isEmpty {
      let lineStart = rest.startIndex
      let line = takeLine(&rest)
      if line == mark[...] || mark == yaml && line == Array("...".utf8)[...] {
        return (mark, text[start..<lineStart], rest.startIndex)
      }
      if isFirst && line.isEmpty { return nil }
      isFirst = false
    }
    return nil
  }

  /// The next line without white space at its end.
  private static func takeLine(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = text.firstIndex(of: 0x0A) ?? text.endIndex
    var line = text[text.startIndex..<end]
    text = text[min(end + 1, text.endIndex)...]
    while let last = line.last, last <= 0x20 { line.removeLast() }
    return line
  }

  /// True if the first line with content is a key with a value: it is meant as front matter, even if a mistake follows.
  private static func beginsWithKey(_ body: ArraySlice<UInt8>, _ mark: Unicode.Scalar) -> Bool {
    var rest = body
    while !rest.isEmpty {
      let line = takeLine(&rest).drop { $0 <= 0x20 }
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      let key = line.prefix { $0 != UInt8(ascii: mark) }
      return !key.isEmpty && key.count < line.count && key.count <= 64
        && key.allSatisfy { $0 > 0x20 || $0 == 0x20 && mark == "=" }
    }
    return false
  }

  private init(_ values: [String: FrontMatterValue]) {
    func first(_ names: String...) -> FrontMatterValue? {
      names.lazy.compactMap { values[$0] }.first { !$0.line.isEmpty }
    }
    description = DocumentDescription(
      title: first("title")?.title ?? "", authors: first("author", "authors", "creator")?.names ?? [],
      language: first("lang", "language", "languageCode", "locale")?.line ?? "", date: first("date")?.line ?? "",
      publisher: first("publisher")?.line ?? "")
  }
}

/// A value in the front matter.
indirect enum FrontMatterValue {
  case text(String)
  case list([FrontMatterValue])
  case table([String: FrontMatterValue])

  /// The value as one line: of a list the first item, of a table its name.
  var line: String {
    switch self {
    case .text(let text): text
    case .list(let items): items.first?.line ?? ""
    case .table(let values):
      ["text", "name", "literal"].lazy.compactMap { values[$0]?.line }.first
        ?? ["given", "family"].compactMap { values[$0]?.line }.joined(separator: " ")
    }
  }

  /// The main title, if pandoc's list of titles for books is given.
  fileprivate var title: String {
    guard case .list(let items) = self else { return line }
    let main = items.first { item in
      if case .table(let values) = item { values["type"]?.line == "main" } else { false }
    }
    return main?.line ?? line
  }

  fileprivate var names: [String] {
    if case .list(let items) = self { items.map(\.line) } else { [line] }
  }
}

/// Lines of a manual page in the macros of man(7).
struct Roff {
  private(set) var text: String

  /// A page that begins with its title line.
  init(title: String, section: Int, about: String) {
    text = ".TH \(title) \(section) \"\" aloud \"\(about)\"\n"
  }

  mutating func section(_ title: String) { text += ".SH \(title)\n" }

  /// A paragraph of running text.
  mutating func paragraph(_ words: String) { text += ".PP\n\(Self.escaped(words))\n" }

  /// Running text directly after a heading or a tag.
  mutating func line(_ words: String) { text += Self.escaped(words) + "\n" }

  /// A tag in bold, followed by a remark in normal type and an indented text.
  mutating func item(_ tag: String, _ remark: String = "", _ words: String) {
    let remark = remark.isEmpty ? "" : " \" \(Self.quoted(remark))\""
    text += ".TP\n.BR \(Self.word(tag))\(remark)\n\(Self.escaped(words))\n"
  }

  /// Indents the following text until ``outdent()``.
  mutating func indent() { text += ".RS\n" }

  mutating func outdent() { text += ".RE\n" }

  /// Unchanged lines.
  mutating func example(_ lines: String) {
    text += ".PP\n.in +4n\n.EX\n\(Self.escaped(lines))\n.EE\n.in\n"
  }

  /// A request without text, such as `.br`.
  mutating func request(_ request: String) { text += request + "\n" }

  /// References to other pages, such as `aloud(1)`.
  mutating func seeAlso(_ pages: [String]) {
    section("SEE ALSO")
    for (index, page) in pages.enumerated() {
      let name = page.prefix { $0 != "(" }
      let comma = index + 1 < pages.count ? "," : ""
      text += ".BR \(Self.word(String(name))) \(page.dropFirst(name.count))\(comma)\n"
    }
  }

  /// Text whose hyphens can be copied and whose lines are not requests.
  static func escaped(_ words: String) -> String {
    words.replacing("\\", with: "\\e").replacing("-", with: "\\-").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : String($0) }.joined(separator: "\n")
  }

  private static func quoted(_ words: String) -> String { escaped(words).replacing("\"", with: "\\(dq") }

  private static func word(_ words: String) -> String {
    words.contains(" ") ? "\"\(quoted(words))\"" : quoted(words)
  }
}

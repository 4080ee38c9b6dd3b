/// How what is heard stands out on a terminal.
struct Paint: Equatable {
  /// What is special about a character.
  enum Style: Equatable { case plain, heading, sentence, word, title, note }

  enum Colors: Equatable {
    /// `NO_COLOR`, or a terminal without: bold, underlined and reversed text only.
    case none
    case eight
    case many
  }

  let colors: Colors

  /// What the environment says of the terminal.
  static func colors(isPainted: Bool, environment: (String) -> String?) -> Colors {
    guard isPainted else { return .none }
    let term = environment("TERM") ?? ""
    if term.hasPrefix("vt1") || term.hasPrefix("vt2") || term.hasSuffix("-m") || term.hasSuffix("-mono") {
      return .none
    }
    let isRich = term.contains("256color") || term.contains("direct") || !(environment("COLORTERM") ?? "").isEmpty
    return isRich ? .many : .eight
  }

  /// The numbers of SGR for a style. Foreground and background always together, so that they can be told apart on any
  /// theme.
  func codes(_ style: Style) -> String {
    switch (style, colors) {
    case (.plain, _): ""
    case (.heading, _), (.title, _): "1"
    case (.sentence, .none): "4"
    case (.sentence, .eight): "30;46"
    case (.sentence, .many): "38;5;16;48;5;153"
    case (.word, .none): "4;7"
    case (.word, .eight): "30;43"
    case (.word, .many): "38;5;16;48;5;220"
    case (.note, .none): ""
    case (.note, _): "2"
    }
  }

  /// `text` in a style, and plain again behind it.
  func painted(_ text: String, _ style: Style) -> String {
    let codes = codes(style)
    return codes.isEmpty || text.isEmpty ? text : "\u{1B}[\(codes)m\(text)\u{1B}[m"
  }
}

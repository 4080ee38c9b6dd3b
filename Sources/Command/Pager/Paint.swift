/// The colours of the display's parts on a terminal. Pure.
package struct Paint: Equatable {
  /// The kind of a character.
  package enum Style: Equatable {
    case plain, heading
    /// Text outside the current paragraph, in focus mode.
    case faded
    /// The current sentence, and the current sentence in a heading.
    case sentence, headedSentence
    case word
    /// Words that a search has found.
    case found
    /// The chapter, and its book.
    case title, book
    /// The rows below the text: messages, the part that has not been heard, the keys.
    case note
    /// The selected entry of a list.
    case chosen
  }

  /// The number of colours that a terminal can show.
  package enum Colors: Equatable {
    /// `NO_COLOR`, or a terminal without colours: only bold, underlined and reversed text.
    case none
    case sixteen
    case many
    /// Any colour.
    case full
  }

  /// The number of colours to paint with; none if the user or the terminal wants none.
  package var colors: Colors
  /// The colour behind the text, for which readable colours are chosen.
  package var ground = Ground.dark

  /// The colours of a terminal. With at most sixteen of them, the ground has no effect.
  package init(colors: Colors, ground: Ground = .dark) { (self.colors, self.ground) = (colors, ground) }

  /// Returns the terminal's colours, from the environment.
  package static func colors(isPainted: Bool, environment: (String) -> String?) -> Colors {
    guard isPainted else { return .none }
    let term = environment("TERM") ?? ""
    if term.hasPrefix("vt1") || term.hasPrefix("vt2") || term.hasSuffix("-m") || term.hasSuffix("-mono") {
      return .none
    }
    let depth = environment("COLORTERM") ?? ""
    if depth == "truecolor" || depth == "24bit" || term.contains("direct") { return .full }
    return term.contains("256color") || !depth.isEmpty ? .many : .sixteen
  }

  /// Returns the SGR numbers for a style.
  ///
  /// The word is the most visible part, the sentence follows with a faint tint. The rest is slightly dimmed and keeps a
  /// readable contrast (4.5, WCAG 1.4.3).
  package func codes(_ style: Style) -> String {
    switch colors {
    case .none, .sixteen: colorless(style)
    case .many: ground.isLight ? light(style) : dark(style)
    case .full: mixed(style)
    }
  }

  private func colorless(_ style: Style) -> String {
    switch style {
    case .plain, .book: ""
    case .faded: colors == .none ? "" : "2"
    case .heading, .title, .sentence: "1"
    case .headedSentence: "1;4"
    case .word: "1;7"
    case .found: colors == .none ? "4" : "30;43"
    case .note: colors == .none ? "" : "2"
    case .chosen: "7"
    }
  }

  private func dark(_ style: Style) -> String {
    switch style {
    case .plain: "38;5;248"
    case .faded: "38;5;239"
    case .heading: "1;38;5;252"
    case .sentence: "38;5;231;48;5;236"
    case .headedSentence: "1;38;5;231;48;5;236"
    case .word, .chosen: "1;38;5;16;48;5;231"
    case .found: "38;5;16;48;5;179"
    case .title: "1"
    case .book, .note: "38;5;246"
    }
  }

  private func light(_ style: Style) -> String {
    switch style {
    case .plain: "38;5;240"
    case .faded: "38;5;250"
    case .heading: "1;38;5;236"
    case .sentence: "38;5;16;48;5;254"
    case .headedSentence: "1;38;5;16;48;5;254"
    case .word, .chosen: "1;38;5;231;48;5;16"
    case .found: "38;5;16;48;5;222"
    case .title: "1"
    case .book, .note: "38;5;242"
    }
  }

  /// Returns codes that are mixed from the terminal's own ground, so that the tint is faint on every ground.
  private func mixed(_ style: Style) -> String {
    let ink = ground.isLight ? Color(0, 0, 0) : Color(255, 255, 255)
    let back = ground.color
    func text(_ share: Double) -> String { "38;2;\(back.mixed(with: ink, share).codes)" }
    let tint = "48;2;\(back.mixed(with: ink, ground.isLight ? 0.1 : 0.16).codes)"
    return switch style {
    case .plain: text(0.7)
    case .faded: text(0.28)
    case .heading: "1;\(text(0.85))"
    case .sentence: "\(text(1));\(tint)"
    case .headedSentence: "1;\(text(1));\(tint)"
    case .word, .chosen: "1;38;2;\(back.codes);48;2;\(ink.codes)"
    case .found: "38;2;0;0;0;48;2;\(ground.isLight ? "255;215;135" : "215;175;95")"
    case .title: "1"
    case .book, .note: text(0.6)
    }
  }

  /// Returns `text` in a style, followed by the reset code.
  package func painted(_ text: String, _ style: Style) -> String {
    let codes = codes(style)
    return codes.isEmpty || text.isEmpty ? text : "\u{1B}[\(codes)m\(text)\u{1B}[m"
  }
}

/// A colour of a terminal; each component is 0…255.
package struct Color: Equatable {
  /// The share of red: 0 for none, 255 for all.
  package var red: Int
  /// The share of green, as of ``red``.
  package var green: Int
  /// The share of blue, as of ``red``.
  package var blue: Int

  /// A colour of three components, which are not checked.
  package init(_ red: Int, _ green: Int, _ blue: Int) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// Returns the colour between this one (0) and another (1).
  package func mixed(with other: Color, _ share: Double) -> Color {
    func part(_ a: Int, _ b: Int) -> Int { Int((Double(a) + Double(b - a) * share).rounded()) }
    return Color(part(red, other.red), part(green, other.green), part(blue, other.blue))
  }

  /// The components as SGR takes them, after `38;2;` for a text and `48;2;` for its ground.
  package var codes: String { "\(red);\(green);\(blue)" }
}

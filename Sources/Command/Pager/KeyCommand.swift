package import CommandOutput

/// An effect of a key while a text is followed.
package enum KeyCommand: Equatable {
  case toggle
  case sentence(Int)
  case paragraph(Int)
  case page(Int)
  case track(Int)
  /// A tenth of the text.
  case tenth(Int)
  /// The last sentence of the text.
  case end
  /// Repeats the sentence.
  case again
  case faster
  case slower
  case normalRate
  case find
  case findAgain(Int)
  /// Adds a bookmark here.
  case mark
  /// Opens a list to choose from.
  case choose(Choice)
  /// More or fewer columns of text.
  case width(Int)
  case spacing
  case focus
  case theme
  /// Shows how the sentence is said, and why.
  case explain
  /// Shows the text of the phrase that was heard, or hides it.
  case phraseText
  /// Changes the phrase that is heard.
  case phrase(PhraseChange)
  case help
  case quit

  /// A change of the phrase that is heard.
  package enum PhraseChange: Equatable {
    /// It becomes two at the place that is heard.
    case split
    /// It and the next one become one.
    case join
    /// The edge that is nearer to the place that is heard moves by a hundredth of a second.
    case move(Int)
    /// It becomes what was found in the recording.
    case restore
  }

  /// The lists of the display.
  package enum Choice: Equatable { case chapters, bookmarks, library, sleep, volume, repetition }

  /// The command for a key; `nil` if there is none.
  package init?(_ key: Key) {
    switch key {
    case .character(" "), .character("p"): self = .toggle
    case .left, .character("h"): self = .sentence(-1)
    case .right, .character("l"): self = .sentence(1)
    case .up, .character("k"): self = .paragraph(-1)
    case .down, .character("j"): self = .paragraph(1)
    case .pageUp: self = .page(-1)
    case .pageDown: self = .page(1)
    case .home: self = .tenth(0)
    case .end: self = .end
    case .character("<"): self = .track(-1)
    case .character(">"): self = .track(1)
    case .character("a"): self = .again
    case .character("+"), .character("="): self = .faster
    case .character("-"): self = .slower
    case .backspace: self = .normalRate
    case .character("/"): self = .find
    case .character("n"): self = .findAgain(1)
    case .character("N"): self = .findAgain(-1)
    case .character("m"): self = .mark
    case .character("b"): self = .choose(.bookmarks)
    case .character("c"): self = .choose(.chapters)
    case .character("o"): self = .choose(.library)
    case .character("s"): self = .choose(.sleep)
    case .character("v"): self = .choose(.volume)
    case .character("r"): self = .choose(.repetition)
    case .character("["): self = .width(-1)
    case .character("]"): self = .width(1)
    case .character("L"): self = .spacing
    case .character("F"): self = .focus
    case .character("T"): self = .theme
    case .character("e"): self = .explain
    case .character("t"): self = .phraseText
    case .character("x"): self = .phrase(.split)
    case .character("J"): self = .phrase(.join)
    case .character(","): self = .phrase(.move(-1))
    case .character("."): self = .phrase(.move(1))
    case .character("u"): self = .phrase(.restore)
    case .character("?"): self = .help
    case .character("q"), .escape: self = .quit
    case .character(let character):
      guard character.isASCII, let digit = character.wholeNumberValue else { return nil }
      self = .tenth(digit)
    case .enter, .delete, .eraseLine, .ground, .knowsDirections, .other: return nil
    }
  }
}

/// The help of the keys.
package enum KeyHelp {
  /// A row of the help: keys that belong together, and their effect.
  package struct Entry {
    /// The keys as a screen shows them, separated by spaces.
    package var keys: String
    /// The keys in words, for screen readers and terminals without symbols; `nil` if ``keys`` will do.
    package var words: String?
    /// The effect of the keys in a few words; several effects are separated by commas.
    package var effect: String
    /// True if only the display of the whole screen has this key.
    package var needsScreen = false
  }

  /// The rows of the help from top to bottom.
  package static let entries = [
    Entry(keys: "Space p", effect: "pause, go on"),
    Entry(keys: "← → h l", words: "Left Right h l", effect: "sentence back, sentence on"),
    Entry(keys: "↑ ↓ k j", words: "Up Down k j", effect: "paragraph back, paragraph on"),
    Entry(keys: "PgUp PgDn", effect: "page back, page on", needsScreen: true),
    Entry(keys: "< >", effect: "chapter or text before, next one"),
    Entry(keys: "Home End", effect: "first sentence, last sentence"),
    Entry(keys: "0 … 9", words: "0 to 9", effect: "that many tenths of the text"),
    Entry(keys: "a", effect: "the sentence again"),
    Entry(keys: "+ -", effect: "faster, slower"),
    Entry(keys: "Backspace", effect: "normal speed"),
    Entry(keys: "/ n N", effect: "find in the whole book, next place, place before"),
    Entry(keys: "m b", effect: "mark the sentence, go to a bookmark"),
    Entry(keys: "c", effect: "go to a chapter"),
    Entry(keys: "o", effect: "open a document of the library"),
    Entry(keys: "s", effect: "sleep timer"),
    Entry(keys: "v", effect: "volume"),
    Entry(keys: "r", effect: "repeat a sentence, a paragraph, a part"),
    Entry(keys: "e", effect: "how the sentence is said: voice, language, sounds"),
    Entry(keys: "t", effect: "the text of the phrase that is studied"),
    Entry(keys: "x J", effect: "divide the phrase here, join it with the next one"),
    Entry(keys: ", . u", effect: "move its nearer edge back, move it on, undo"),
    Entry(keys: "[ ]", effect: "narrower, wider text", needsScreen: true),
    Entry(keys: "L", effect: "space between the rows", needsScreen: true),
    Entry(keys: "F", effect: "fade all but the paragraph that is heard", needsScreen: true),
    Entry(keys: "T", effect: "dark, light, without colours", needsScreen: true),
    Entry(
      keys: "▲ ◆ ╵ A–B", words: "^ * ' A-B", effect: "here, bookmark, chapter, part in the picture of a recording",
      needsScreen: true),
    Entry(keys: "?", effect: "these keys"),
    Entry(keys: "q Esc", effect: "leave; the reading goes on"),
  ]

  /// Returns one row for each key, with the effects aligned.
  ///
  /// - Parameter isPlain: true for words, for lines instead of a screen.
  package static func rows(isPlain: Bool, symbols: Symbols = .unicode) -> [String] {
    let shown = entries.filter { !isPlain || !$0.needsScreen }.map { entry in
      (isPlain || symbols == .ascii ? entry.words ?? entry.keys : entry.keys, entry.effect)
    }
    let width = shown.map { TextWidth.cells($0.0) }.max() ?? 0
    return shown.map { TextWidth.padded($0.0, to: width + 2) + $0.1 }
  }

  /// The keys in one sentence, for the manual.
  package static var sentence: String { entries.map { "\($0.keys) \($0.effect)" }.joined(separator: "; ") }
}

/// What a key does while a text is followed.
enum KeyCommand: Equatable {
  case toggle
  case sentence(Int)
  case paragraph(Int)
  case page(Int)
  case track(Int)
  /// Tenths of the text.
  case tenth(Int)
  case faster
  case slower
  case normalRate
  case find
  case findAgain(Int)
  /// Keeps the place as a bookmark.
  case mark
  case help
  case quit

  /// What `key` does; `nil` for nothing.
  init?(_ key: Key) {
    switch key {
    case .character(" "), .character("p"): self = .toggle
    case .left, .character("h"): self = .sentence(-1)
    case .right, .character("l"): self = .sentence(1)
    case .up, .character("k"): self = .paragraph(-1)
    case .down, .character("j"): self = .paragraph(1)
    case .pageUp: self = .page(-1)
    case .pageDown: self = .page(1)
    case .home: self = .tenth(0)
    case .character("<"): self = .track(-1)
    case .character(">"): self = .track(1)
    case .character("+"), .character("="), .character("]"): self = .faster
    case .character("-"), .character("["): self = .slower
    case .backspace: self = .normalRate
    case .character("/"): self = .find
    case .character("n"): self = .findAgain(1)
    case .character("N"): self = .findAgain(-1)
    case .character("m"): self = .mark
    case .character("?"): self = .help
    case .character("q"), .escape: self = .quit
    case .character(let character):
      guard character.isASCII, let digit = character.wholeNumberValue else { return nil }
      self = .tenth(digit)
    case .end, .enter, .other: return nil
    }
  }

  /// The keys in one sentence each, for the manual.
  static var sentences: String {
    summary.map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "; ")
  }

  /// The help, a row each.
  static let summary = [
    "Space      pause, go on",
    "← →        sentence back, sentence on",
    "↑ ↓        paragraph back, paragraph on",
    "PgUp PgDn  page back, page on",
    "< >        chapter or text before, next one",
    "0 … 9      that many tenths of the text",
    "+ -        faster, slower; Backspace: 1×",
    "/ n N      find, next place, place before",
    "m          mark the sentence; aloud marks lists them",
    "?          these keys",
    "q          leave; the reading goes on",
  ]
}

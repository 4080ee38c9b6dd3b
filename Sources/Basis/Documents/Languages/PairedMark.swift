/// A kind of quotation mark or bracket.
struct PairedMark: Equatable {
  enum Kind: Equatable {
    /// „…“, “…”, "…", «…», »…«: which of them opens depends on the language.
    case quotation
    /// ‘…’ and '…', which are apostrophes, too.
    case single
    /// Marks with two forms, by the form that closes.
    case bracket(closing: UInt32)
  }

  enum Role { case opens, closes, neither }

  let kind: Kind

  init?(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "“", "”", "„", "‟", "«", "»", "〝", "〞", "〟": kind = .quotation
    case "'", "‘", "’", "‚", "‹", "›": kind = .single
    case "(", ")": kind = .bracket(closing: 0x29)
    case "[", "]": kind = .bracket(closing: 0x5D)
    case "（", "）": kind = .bracket(closing: 0xFF09)
    case "「", "」": kind = .bracket(closing: 0x300D)
    case "『", "』": kind = .bracket(closing: 0x300F)
    case "《", "》": kind = .bracket(closing: 0x300B)
    case "〈", "〉": kind = .bracket(closing: 0x3009)
    case "【", "】": kind = .bracket(closing: 0x3011)
    default: return nil
    }
  }

  func isClosed(by other: PairedMark) -> Bool { kind == other.kind }

  /// The role of `scalar`, by its neighbours where its form does not say.
  func role(of scalar: Unicode.Scalar, after previous: Unicode.Scalar, before next: Unicode.Scalar, isOpen: Bool)
    -> Role
  {
    if case .bracket(let closing) = kind { return scalar.value == closing ? .closes : .opens }
    if scalar == "„" || scalar == "‚" || scalar == "〝" { return .opens }
    let isAfterWord = previous.properties.isAlphabetic || previous.isDigit
    let isBeforeWord = next.properties.isAlphabetic || next.isDigit
    // An apostrophe at the end of a word, if nothing is open: the dogs' tails.
    if kind == .single, isAfterWord { return isOpen && !isBeforeWord ? .closes : .neither }
    if isAfterWord, isBeforeWord {
      // Without spaces, as in Chinese, the form decides.
      return scalar == "“" || scalar == "«" ? .opens : scalar == "\"" && !isOpen ? .opens : .closes
    }
    let isAfterGap = previous.isSpace || "([{—–-¿¡„“‘「『".unicodeScalars.contains(previous)
    if isAfterGap, !next.isSpace { return isOpen && !isBeforeWord ? .closes : .opens }
    if !isAfterGap, !isBeforeWord { return isOpen ? .closes : .neither }
    return isOpen ? .closes : kind == .single ? .neither : .opens
  }
}

extension Unicode.Scalar {
  /// True for a decimal digit of any script.
  var isDigit: Bool {
    value < 0x80 ? (0x30...0x39).contains(value) : properties.generalCategory == .decimalNumber
  }
}

import CICU

/// The classes of characters that decide whether a text can be spoken.
enum CharacterKind {
  case letterOrDigit
  /// Currency, mathematics, pictures: symbols that a voice has names for.
  case symbol
  /// Lines and boxes: symbols that only draw and that no voice should name.
  case ornament
  case punctuation
  case space
  /// Combining marks, controls, unassigned.
  case other
}

extension Unicode.Scalar {
  /// True if the character can decide that a full stop before it ends no sentence. Digits, brackets and spaces cannot.
  var decidesFullStop: Bool { aloud_decides_full_stop(Int32(value)) }

  /// True if the character opens a bracket or a quotation when a letter follows directly: “ opens in English and closes
  /// in German.
  var isOpeningMark: Bool {
    switch UCharCategory(UInt32(aloud_character_type(Int32(value)))) {
    case U_START_PUNCTUATION, U_INITIAL_PUNCTUATION: true
    default: false
    }
  }

  var kind: CharacterKind {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return .letterOrDigit
    case 0x09...0x0D, 0x20, 0x85, 0xA0: return .space
    // = ~ ^ ` | + are ornaments in a row, and a voice cannot say anything useful about a single one either.
    case 0x2500...0x25FF: return .ornament
    default: break
    }
    switch UCharCategory(UInt32(aloud_character_type(Int32(value)))) {
    case U_UPPERCASE_LETTER, U_LOWERCASE_LETTER, U_TITLECASE_LETTER, U_MODIFIER_LETTER, U_OTHER_LETTER,
      U_DECIMAL_DIGIT_NUMBER, U_LETTER_NUMBER, U_OTHER_NUMBER:
      return .letterOrDigit
    case U_MATH_SYMBOL, U_CURRENCY_SYMBOL, U_MODIFIER_SYMBOL, U_OTHER_SYMBOL: return .symbol
    case U_SPACE_SEPARATOR, U_LINE_SEPARATOR, U_PARAGRAPH_SEPARATOR: return .space
    case U_DASH_PUNCTUATION, U_START_PUNCTUATION, U_END_PUNCTUATION, U_CONNECTOR_PUNCTUATION, U_OTHER_PUNCTUATION,
      U_INITIAL_PUNCTUATION, U_FINAL_PUNCTUATION:
      return .punctuation
    default: return .other
    }
  }
}

/// Decides whether a text contains anything that a voice can say.
struct Speakability {
  private var found = false
  private var symbol: Unicode.Scalar?
  /// True if further characters change nothing.
  var isCertain: Bool { found }

  /// Three times the same ASCII symbol and nothing else is a drawn line, not a text.
  private var repetitions = 0

  mutating func add(_ scalar: Unicode.Scalar) {
    guard !found else { return }
    switch scalar.kind {
    case .letterOrDigit: found = true
    case .symbol:
      if !scalar.isASCII { found = true }
      if let symbol, symbol != scalar { found = true }
      symbol = scalar
      repetitions += 1
    case .ornament, .punctuation, .space, .other: break
    }
  }

  var isSpeakable: Bool { found || (symbol != nil && repetitions < 3) }
}

import CICU

/// The classes of characters that the sentence rules distinguish. All their characters are in the basic plane; a half
/// of a surrogate pair belongs to none of the classes.
extension UInt16 {
  private var category: UCharCategory { UCharCategory(UInt32(aloud_character_type(Int32(self)))) }

  /// True for letters and the marks that are combined with them.
  var isLetter: Bool {
    switch self {
    case 0x41...0x5A, 0x61...0x7A: return true
    case ..<0x80: return false
    default: break
    }
    switch category {
    case U_UPPERCASE_LETTER, U_LOWERCASE_LETTER, U_TITLECASE_LETTER, U_MODIFIER_LETTER, U_OTHER_LETTER,
      U_NON_SPACING_MARK, U_COMBINING_SPACING_MARK:
      return true
    default: return false
    }
  }

  /// True for the vowels and signs that are combined with a letter.
  var isCombining: Bool {
    let category = category
    return category == U_NON_SPACING_MARK || category == U_COMBINING_SPACING_MARK
  }

  /// True for a decimal digit of any script.
  var isDigit: Bool { self < 0x80 ? (0x30...0x39).contains(self) : category == U_DECIMAL_DIGIT_NUMBER }

  /// True for a small letter. Georgian has no capital letters in its sentences.
  var isLower: Bool {
    self < 0x80 ? (0x61...0x7A).contains(self) : category == U_LOWERCASE_LETTER && !(0x10D0...0x10FF).contains(self)
  }

  /// True for a capital letter.
  var isUpper: Bool {
    self < 0x80 ? (0x41...0x5A).contains(self) : category == U_UPPERCASE_LETTER || category == U_TITLECASE_LETTER
  }

  /// True for white space.
  var isSpace: Bool {
    switch self {
    case 0x20, 0xA0, 0x09...0x0D, 0x85, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  /// True for opening brackets and quotation marks.
  var isOpening: Bool {
    if self < 0x80 { return self == 0x28 || self == 0x5B || self == 0x7B }
    let category = category
    return category == U_START_PUNCTUATION || category == U_INITIAL_PUNCTUATION
  }

  /// True for marks that stand between a word and its surroundings: quotation marks, brackets, directional controls,
  /// but not the ends of sentences.
  var isSurrounding: Bool {
    switch self {
    case 0x21, 0x2E, 0x3F, 0x2026, 0x23, 0xA7: return false
    default: break
    }
    switch category {
    case U_START_PUNCTUATION, U_INITIAL_PUNCTUATION, U_FINAL_PUNCTUATION, U_OTHER_PUNCTUATION, U_FORMAT_CHAR:
      return true
    default: return false
    }
  }

  /// True for controls that have no shape, for example of the direction.
  var isFormat: Bool { self >= 0x80 && category == U_FORMAT_CHAR }

  /// True for quotation marks and closing brackets.
  var isClosing: Bool {
    switch self {
    case 0x22, 0x27, 0x29, 0x5D, 0x7D, 0x2018, 0x2019, 0x201C, 0x201D, 0xAB, 0xBB, 0x2039, 0x203A, 0x300D, 0x300F,
      0x3011, 0x300B, 0x3009, 0xFF09, 0xFF3D, 0xFF5D:
      true
    default: false
    }
  }

  /// True for hyphens and dashes: - – —.
  var isDash: Bool { self == 0x2D || self == 0x2013 || self == 0x2014 }

  /// True for the marks of unnumbered items: • ⁃ ◦ ‣ ▪ ●.
  var isBullet: Bool {
    switch self {
    case 0x2022, 0x2043, 0x25E6, 0x2023, 0x25AA, 0x25CF: true
    default: false
    }
  }

  /// True for the letters of Roman numerals.
  var isRoman: Bool {
    switch self {
    case 0x49, 0x56, 0x58, 0x4C, 0x43, 0x44, 0x4D: true
    default: false
    }
  }

  /// True for superscript digits: ¹ ² ³ ⁴.
  var isSuperscript: Bool {
    switch self {
    case 0xB9, 0xB2, 0xB3, 0x2070, 0x2074...0x2079: true
    default: false
    }
  }

  /// The small letter, or the character itself.
  var lowercased: UInt16 {
    if self < 0x80 { return isUpper ? self + 0x20 : self }
    return UInt16(exactly: aloud_small_letter(Int32(self))) ?? self
  }
}

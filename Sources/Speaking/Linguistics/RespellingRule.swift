/// A change of the letters that keeps the word.
enum RespellingRule: String {
  /// A letter and its marks become one character.
  case composedLetter = "composed-letter"
  /// A shape of a letter becomes the letter: ﻛ, Ａ, 𝐇, ﬁ, Ⅷ.
  case letterShape = "letter-shape"
  /// Vowel points of Hebrew are left out: the voice reads the word without them.
  case hebrewPoint = "hebrew-point"
  /// The sign in a Hebrew abbreviation is left out.
  case hebrewAbbreviation = "hebrew-abbreviation"
  /// The hyphen of Hebrew becomes the common one.
  case hebrewHyphen = "hebrew-hyphen"
  /// The line that stretches Arabic words is left out.
  case tatweel
  /// A character without a shape is left out within a word, which it would divide.
  case invisibleCharacter = "invisible-character"
  /// ฯลฯ is said in full, and ฯ is left out.
  case thaiAbbreviation = "thai-abbreviation"
  /// ํ and า become ำ.
  case thaiVowel = "thai-vowel"
  /// ๆ says the word before it once more.
  case thaiRepetition = "thai-repetition"
}

extension Unicode.Scalar {
  /// The rule that may apply to the character; `nil` for nearly all.
  var respelling: RespellingRule? {
    switch value {
    case ..<0x132: nil
    // Marks, and the parts of Hangul syllables, are composed with what is before them.
    case 0x300...0x34E, 0x350...0x36F, 0x1100...0x11FF, 0x3099...0x309A: .composedLetter
    case 0x132...0x133, 0x149, 0x1C4...0x1CC, 0x1F1...0x1F3, 0x2160...0x217F, 0x2460...0x24EA, 0x3200...0x33FF,
      0xFB00...0xFB1C, 0xFB50...0xFDFC, 0xFE70...0xFEFC, 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A,
      0xFFA0...0xFFDC, 0x1D400...0x1D7FF:
      .letterShape
    // These have two forms, or become a letter with points.
    case 0xF900...0xFAFF, 0xFB1D...0xFB4F, 0x2F800...0x2FA1F: .letterShape
    case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7: .hebrewPoint
    case 0x5F4: .hebrewAbbreviation
    case 0x5BE: .hebrewHyphen
    case 0x640: .tatweel
    case 0x34F, 0x200D...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFEFF: .invisibleCharacter
    case 0xE2F: .thaiAbbreviation
    case 0xE4D: .thaiVowel
    case 0xE46: .thaiRepetition
    // Vowel signs and marks of Indic scripts have two forms, too.
    case 0x93C, 0x9BC, 0x9BE, 0x9D7, 0xA3C, 0xB3C, 0xB3E, 0xB56...0xB57, 0xBBE, 0xBD7, 0xC56, 0xCC2, 0xCD5...0xCD6,
      0xD3E, 0xD57, 0xDCA, 0xDCF, 0xDDF, 0x102E:
      .composedLetter
    default: nil
    }
  }
}

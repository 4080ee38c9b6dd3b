/// The most likely language of words that are too few to tell, by their script and their letters.
enum LikelyLanguage {
  /// Returns the language that the letters of `text` leave no doubt about; nil if several are possible.
  static func byLetters(_ text: ArraySlice<UInt8>, in system: WritingSystem) -> String? {
    guard let letters = Self.letters[system] else { return nil }
    var place = text.startIndex
    while place < text.endIndex {
      let (scalar, length) = text.scalar(at: place)
      for (language, own) in letters where own.contains(scalar) { return language }
      place += length
    }
    return nil
  }

  /// The language of a script about which nothing else is known.
  static func of(_ system: WritingSystem) -> String {
    switch system {
    case .latin: "en"
    case .greek: "el"
    case .cyrillic: "ru"
    case .armenian: "hy"
    case .georgian: "ka"
    case .hebrew: "he"
    case .arabic: "ar"
    case .devanagari: "hi"
    case .bengali: "bn"
    case .gurmukhi: "pa"
    case .gujarati: "gu"
    case .oriya: "or"
    case .tamil: "ta"
    case .telugu: "te"
    case .kannada: "kn"
    case .malayalam: "ml"
    case .sinhala: "si"
    case .thai: "th"
    case .lao: "lo"
    case .tibetan: "bo"
    case .burmese: "my"
    case .khmer: "km"
    case .ethiopic: "am"
    case .cherokee: "chr"
    case .mongolian: "mn"
    case .hangul: "ko"
    case .han: "zh"
    case .kana: "ja"
    }
  }

  /// Letters that one language has and none of its neighbours, the more telling first.
  private static let letters: [WritingSystem: [(language: String, own: Set<Unicode.Scalar>)]] = [
    .cyrillic: [
      ("be", ["ў", "Ў"]), ("uk", ["ї", "Ї", "є", "Є", "ґ", "Ґ"]), ("mk", ["ѓ", "ќ", "ѕ", "Ѓ", "Ќ", "Ѕ"]),
      ("sr", ["ђ", "ћ", "Ђ", "Ћ"]), ("kk", ["ұ", "Ұ"]), ("tg", ["ҷ", "ӣ", "ӯ"]),
    ],
    .arabic: [
      ("ur", ["ٹ", "ڈ", "ڑ", "ں", "ے", "ہ"]), ("ps", ["ښ", "ځ", "څ", "ډ", "ړ"]), ("ug", ["ې", "ۆ", "ۈ"]),
      ("fa", ["پ", "چ", "ژ", "گ", "ک", "ی"]),
    ],
    .bengali: [("as", ["ৰ", "ৱ"])],
    .devanagari: [("mr", ["ळ"])],
  ]
}

/// Recognises full stops that do not end a sentence, in addition to ICU's suppressions (CLDR). Those lack "Dr." in
/// English, initials and ordinals.
struct Abbreviations {
  private let words: Set<[UInt16]>
  private let hasOrdinals: Bool
  private let language: String

  /// - Parameter locale: an ICU locale; only its language counts.
  init(locale: String) {
    language = locale.prefix { $0 != "_" && $0 != "@" }.lowercased()
    words = Set((Self.words[language] ?? []).map { Array($0.utf16) })
    hasOrdinals = Self.languagesWithOrdinals.contains(language)
  }

  /// True if the end of `text` is not the end of a sentence, although ICU reports one.
  ///
  /// - Parameter next: the first character after it.
  func suppress(endOf text: ArraySlice<UInt16>, before next: UInt16?) -> Bool {
    guard let last = text.lastIndex(where: { $0 != 0x20 && $0 != 0xA0 }) else { return false }
    // `"Hello!" he said`: a quotation within a sentence. ICU handles only full stops.
    if let next, Self.closing.contains(text[last]), Unicode.Scalar(next)?.properties.isLowercase == true { return true }
    guard text[last] == 0x2E else { return false }
    var start = last
    while start > text.startIndex, Self.isPartOfWord(text[start - 1]), last - start < 8 { start -= 1 }
    let word = text[start..<last]
    guard let first = word.first else { return false }
    if word.count == 1, let scalar = Unicode.Scalar(first), scalar.properties.isCased {
      // "J. R. R. Tolkien", "z. B.", "p. 7"; but "so do I."
      return !(language == "en" && first == 0x49)
    }
    if hasOrdinals && word.count <= 2 && word.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
    return words.contains(Array(word))
  }

  /// Quotation marks and brackets.
  private static let closing: Set<UInt16> = [
    0x22, 0x27, 0x29, 0x5D, 0x2018, 0x2019, 0x201C, 0x201D, 0xAB, 0xBB, 0x203A,
  ]

  /// Letters, digits and inner full stops ("z.B.").
  private static func isPartOfWord(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x2E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
    case ..<0x80: return false
    default: return Unicode.Scalar(unit)?.properties.isAlphabetic ?? false
    }
  }

  private static let words: [String: Set<String>] = [
    "en": [
      "Dr", "Drs", "St", "Ste", "Messrs", "Mme", "Mlle", "Gen", "Gov", "Sen", "Hon", "Esq", "Cdr", "Cpl", "Ave", "Blvd",
      "Rd", "No", "Nos", "Vol", "Fig", "Figs", "Eq", "Ch", "Sec", "cf", "viz", "approx", "Oct", "Tues", "Wed", "Thurs",
    ],
    "de": [
      "Dr", "Prof", "Hr", "Fr", "St", "Nr", "Bd", "Abb", "Kap", "bzw", "ca", "vgl", "z.B", "d.h", "u.a", "Mag", "Ing",
    ],
    "fr": ["M", "MM", "Mme", "Mlle", "Dr", "St", "Ste", "av", "apr", "chap", "vol", "fig"],
    "es": ["Sr", "Sra", "Srta", "Dr", "Dra", "D", "Dña", "Ud", "Uds", "núm", "pág", "cap"],
    "it": ["Sig", "Dott", "Prof", "Ing", "pag", "cap", "fig"],
    "pt": ["Sr", "Sra", "Dr", "Dra", "D", "pág", "cap"],
    "nl": ["Dhr", "Mevr", "Dr", "Mr", "Ir", "Prof", "St", "blz"],
  ]

  /// Languages in which "5. Mai" is the fifth of May.
  private static let languagesWithOrdinals: Set<String> = [
    "de", "da", "nb", "nn", "no", "fi", "et", "is", "lv", "cs", "sk", "sl", "hr", "bs", "sr", "hu", "tr", "pl", "eu",
  ]
}

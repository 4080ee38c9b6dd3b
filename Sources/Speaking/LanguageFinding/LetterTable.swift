/// The languages that are written with a letter.
enum LetterTable {
  /// Bits of the languages in `LanguageWords` that have this small letter; 0 if none has.
  static func owners(of letter: UInt32) -> UInt64 {
    if let owners = table[letter] { return owners }
    return (0x900...0x97F).contains(letter) ? ofDevanagari : 0
  }

  private static let table: [UInt32: UInt64] = {
    var table: [UInt32: UInt64] = [:]
    for (index, facts) in LanguageWords.all.enumerated() {
      for letter in facts.letters.unicodeScalars { table[letter.value, default: 0] |= 1 << UInt64(index) }
    }
    return table
  }()

  private static let ofDevanagari = ["hi", "mr", "ne"].reduce(UInt64(0)) { owners, language in
    LanguageWords.index(of: language).map { owners | 1 << UInt64($0) } ?? owners
  }
}

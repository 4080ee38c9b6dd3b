/// The alphabet of the models that come of Kokoro-82M (Apache-2.0), and espeak-ng's American sounds in it.
///
/// The numbers are those of the model's `vocab.json`. The table of sounds is our own: 84 % of the words of a corpus
/// become what the models' own front end makes of them, and most of the others differ in weak vowels alone.
enum KokoroAlphabet {
  /// The silence around a text.
  static let pad: Int64 = 0

  static let numbers: [Unicode.Scalar: Int64] = [
    ";": 1, ":": 2, ",": 3, ".": 4, "!": 5, "?": 6, "—": 9, "…": 10, " ": 16, "\u{303}": 17, "ʣ": 18, "ʥ": 19, "ʦ": 20,
    "ʨ": 21, "ᵝ": 22, "A": 24, "I": 25, "O": 31, "Q": 33, "S": 35, "T": 36, "W": 39, "Y": 41, "ᵊ": 42, "a": 43, "b": 44,
    "c": 45, "d": 46, "e": 47, "f": 48, "h": 50, "i": 51, "j": 52, "k": 53, "l": 54, "m": 55, "n": 56, "o": 57, "p": 58,
    "q": 59, "r": 60, "s": 61, "t": 62, "u": 63, "v": 64, "w": 65, "x": 66, "y": 67, "z": 68, "ɑ": 69, "ɐ": 70, "ɒ": 71,
    "æ": 72, "β": 75, "ɔ": 76, "ɕ": 77, "ç": 78, "ɖ": 80, "ð": 81, "ʤ": 82, "ə": 83, "ɚ": 85, "ɛ": 86, "ɜ": 87, "ɟ": 90,
    "ɡ": 92, "ɥ": 99, "ɨ": 101, "ɪ": 102, "ʝ": 103, "ɯ": 110, "ɰ": 111, "ŋ": 112, "ɳ": 113, "ɲ": 114, "ɴ": 115,
    "ø": 116, "ɸ": 118, "θ": 119, "œ": 120, "ɹ": 123, "ɾ": 125, "ɻ": 126, "ʁ": 128, "ɽ": 129, "ʂ": 130, "ʃ": 131,
    "ʈ": 132, "ʧ": 133, "ʊ": 135, "ʋ": 136, "ʌ": 138, "ɣ": 139, "ɤ": 140, "χ": 142, "ʎ": 143, "ʒ": 147, "ʔ": 148,
    "ˈ": 156, "ˌ": 157, "ː": 158, "ʰ": 162, "ʲ": 164, "ᵻ": 177,
  ]

  /// The sounds that have another name in this alphabet.
  private static let sounds: [String: String] = [
    "iː": "i", "eɪ": "A", "e": "A", "ɑː": "ɑ", "ɔː": "ɔ", "oʊ": "O", "oː": "O", "o": "O", "uː": "u", "ɜː": "ɜɹ",
    "ɚ": "əɹ", "aɪ": "I", "aʊ": "W", "ɔɪ": "Y", "aɪɚ": "Iəɹ", "aɪə": "Iə", "iə": "iə", "əl": "ᵊl", "n̩": "ᵊn",
    "ɔːɹ": "ɔɹ", "oːɹ": "ɔɹ", "ɑːɹ": "ɑɹ", "ɾ": "T", "ʔ": "t", "tʃ": "ʧ", "dʒ": "ʤ", "g": "ɡ", "r": "ɹ", "x": "k",
    "ç": "k", "ɬ": "l",
  ]

  /// The symbols for some clauses of a text; without sound none at all.
  static func symbols(_ clauses: ArraySlice<SpokenPhonemes.Clause>, of text: SpokenPhonemes) -> Symbols {
    var symbols = Symbols()
    symbols.append(pad, .nobody)
    var last: Unicode.Scalar?
    func put(_ scalar: Unicode.Scalar, _ owner: Symbols.Owner) {
      guard let number = numbers[scalar], scalar != " " || last != " " else { return }
      symbols.append(number, owner)
      last = scalar
    }
    for index in clauses.indices {
      let clause = clauses[index]
      for (position, phoneme) in clause.phonemes.enumerated() {
        // The alphabet wants a space between words also where espeak-ng joins two.
        let isNew = position > 0 && clause.phonemes[position - 1].word != phoneme.word
        if position > 0 || index > clauses.startIndex, phoneme.isAfterSpace || isNew {
          put(" ", .space(before: phoneme.word))
        }
        let owner = phoneme.word.map { Symbols.Owner.word($0) } ?? .nobody
        if phoneme.word == nil { symbols.soundsOfNobody += 1 }
        for scalar in (phoneme.stress + name(of: phoneme, in: text)).unicodeScalars {
          if scalar == "ɹ", last == "ɹ", symbols.owners.last == owner { continue }
          put(scalar, owner)
        }
      }
      if let mark = clause.mark { put(mark, .nobody) }
      if index < clauses.index(before: clauses.endIndex) { put(" ", .nobody) }
    }
    guard symbols.hasSound else { return Symbols() }
    // A model mumbles what ends without a mark and has hardly a sound.
    if symbols.numbers.count < 6, last.map({ !",.?!:;".unicodeScalars.contains($0) }) ?? true { put(".", .nobody) }
    symbols.append(pad, .nobody)
    return symbols
  }

  private static func name(of phoneme: SpokenPhonemes.Phoneme, in text: SpokenPhonemes) -> String {
    // The article is said weakly; all others of this sound are another vowel in this alphabet.
    if phoneme.sound == "ɐ" { return phoneme.word.map { text.isArticle($0) } ?? false ? "ɐ" : "ə" }
    return sounds[phoneme.sound] ?? phoneme.sound
  }
}

extension SpokenPhonemes {
  /// True for the word "a".
  fileprivate func isArticle(_ word: Int) -> Bool { text(of: word).lowercased() == "a" }
}

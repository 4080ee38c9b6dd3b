/// Corrections of the readings in dictionaries.
enum Readings {
  /// The usual reading of words for which ipadic has a rarer one.
  private static let usual = ["日本": "ニホン"]

  /// Words in which エ and イ belong to two characters.
  private static let apart: Set<String> = ["毛糸", "手痛"]

  /// The pronunciation of a word as it is usually said: エイ of Chinese characters is a long エ.
  static func pronunciation(of word: Morpheme) -> String? {
    if let usual = usual[word.text] { return usual }
    guard let pronunciation = word.pronunciation, word.text.unicodeScalars.allSatisfy(Kana.isKanji),
      !apart.contains(word.text)
    else { return word.pronunciation }
    var kana = String.UnicodeScalarView()
    for scalar in pronunciation.unicodeScalars {
      let isLong = scalar == "イ" && kana.last.flatMap(Kana.vowel) == "エ"
      kana.append(isLong ? Kana.longVowel : scalar)
    }
    return String(kana)
  }
}

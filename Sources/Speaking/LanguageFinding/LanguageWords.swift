/// The words and letters of a language that show in the shortest texts: frequent words, and the letters that it is
/// written with.
///
/// CLD2 counts groups of letters, which is good for whole sentences and poor for three words, and confuses languages
/// that are close to each other. The words decide there.
struct LanguageWords {
  /// BCP 47: a language alone.
  let language: String
  /// Small letters beyond a to z, or all of them in other scripts; empty if nothing follows from letters.
  let letters: String
  /// Frequent words in small letters with blanks between them. An elided one ends with its apostrophe: `l'`.
  let words: String

  init(_ language: String, letters: String, words: String) {
    self.language = language
    self.letters = letters
    self.words = words
  }

  /// All languages. The position is the language's number in a `WordTable`, below 64.
  static let all = latin + other

  /// The number of the language of a tag; the substitutes of some stand for them.
  static func index(of tag: String) -> Int? {
    let language = tag.lowercased().prefix { $0 != "-" }
    let name: Substring =
      switch language {
      case "no", "nn": "nb"
      case "bs", "sh": "hr"
      case "sr": tag.lowercased().hasPrefix("sr-latn") ? "hr" : "sr"
      case "zsm": "ms"
      case "mo": "ro"
      default: language
      }
    return indices[String(name)]
  }

  private static let indices = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($0.element.language, $0.offset) })

  /// Languages that read alike. In the surroundings of one, a text needs more evidence for another.
  static func areClose(_ one: Int, _ other: Int) -> Bool { closeTo[one] & (1 << UInt64(other)) != 0 }

  private static let closeTo: [UInt64] = {
    var close = Array(repeating: UInt64(0), count: all.count)
    let sets = [
      ["sv", "da", "nb", "is"], ["id", "ms"], ["es", "gl", "pt", "ca"], ["es", "it"], ["cs", "sk"], ["hr", "sl"],
      ["ru", "uk", "be"], ["bg", "mk", "sr", "ru"], ["nl", "af", "de"], ["fi", "et"], ["ar", "fa", "ur"],
      ["hi", "mr", "ne"], ["lv", "lt"],
    ]
    for set in sets {
      let mask = set.reduce(UInt64(0)) { $0 | 1 << UInt64(indices[$1] ?? 63) }
      for language in set { close[indices[language] ?? 0] |= mask }
    }
    return close
  }()
}

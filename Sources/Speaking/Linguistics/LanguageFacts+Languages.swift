extension LanguageFacts {
  /// The text with the facts about a language, given by its code in small letters.
  static func text(of language: String) -> String {
    switch language {
    case "en": english + "\n" + englishStarters
    case "de": [german, germanNumbers, germanStarters].joined(separator: "\n")
    case "fr": french
    case "es": spanish
    case "it": italian
    case "pt": portuguese
    case "nl": dutch
    case "da": danish
    case "sv": swedish
    case "nb", "nn", "no": norwegian
    case "fi": finnish
    case "pl": polish
    case "cs": czech
    case "sk": slovak
    case "hu": hungarian
    case "ro": romanian
    case "tr": turkish
    case "ru": russian
    case "uk": ukrainian
    case "bg": bulgarian
    case "kk": kazakh
    case "el": greek
    case "hy": armenian
    case "ar": arabic
    case "fa": persian
    case "hi": hindi
    case "mr": marathi
    case "bn": bengali
    case "zh": chinese
    case "ja": japanese
    case "th", "lo": thai
    case "vi": vietnamese
    case "id", "ms": indonesian
    case "he": hebrew
    case "hr", "sr", "bs": croatian
    case "sl": slovenian
    case "ca": catalan
    // Languages that write "5." for the fifth.
    case "et", "is", "lv", "eu": anyLanguage + "\nordinals"
    default: anyLanguage
    }
  }
}

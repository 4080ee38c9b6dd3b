import Documents

/// The languages of a text in a word processor. It keeps three at a time and uses the one that fits the script.
struct ScriptLanguages: Equatable {
  /// BCP 47; empty if the style inherits the language.
  var western = ""
  /// The language of Chinese, Japanese and Korean characters.
  var asian = ""
  /// The language of scripts from right to left and of those of India and South-East Asia.
  var complex = ""

  /// These languages, completed by those of `outer`.
  func within(_ outer: ScriptLanguages) -> ScriptLanguages {
    ScriptLanguages(
      western: western.isEmpty ? outer.western : western, asian: asian.isEmpty ? outer.asian : asian,
      complex: complex.isEmpty ? outer.complex : complex)
  }

  /// The language of a text, by its first letter that belongs to one of the three groups.
  func language(of text: UnsafeBufferPointer<UInt8>) -> String {
    for byte in text {
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, 0xC3...0xD5: return western
      // U+0590 to U+0FFF.
      case 0xD6...0xDF, 0xE0: return complex
      // U+3000 to U+D7FF.
      case 0xE3...0xED: return asian
      default: continue
      }
    }
    // Numbers and signs belong to no language.
    return ""
  }

  /// A tag in BCP 47; empty for codes that mean "no language".
  static func tag(_ language: String?, _ country: String? = nil) -> String {
    guard let language, !["", "none", "zxx", "x-none", "und"].contains(language.lowercased()) else { return "" }
    let country = country.map { $0.lowercased() == "none" ? "" : $0 } ?? ""
    return LanguageTag.clean(country.isEmpty ? language : "\(language)-\(country)")
  }
}

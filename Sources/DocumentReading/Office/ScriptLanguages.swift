import Documents

/// The languages of a text in a word processor, which keeps three at a time and takes the one of the script.
struct ScriptLanguages: Equatable {
  /// BCP 47; empty where the style leaves it as it is around it.
  var western = ""
  /// Of Chinese, Japanese and Korean characters.
  var asian = ""
  /// Of scripts that run from right to left, and of those of India and South-East Asia.
  var complex = ""

  /// With what `outer` says where nothing is said here.
  func within(_ outer: ScriptLanguages) -> ScriptLanguages {
    ScriptLanguages(
      western: western.isEmpty ? outer.western : western, asian: asian.isEmpty ? outer.asian : asian,
      complex: complex.isEmpty ? outer.complex : complex)
  }

  /// The language of a text, by its first letters that are of one of the three.
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
    // Numbers and signs are in no language of their own.
    return ""
  }

  /// A tag as it is written here; those that say that it is in none are none.
  static func tag(_ language: String?, _ country: String? = nil) -> String {
    guard let language, !["", "none", "zxx", "x-none", "und"].contains(language.lowercased()) else { return "" }
    let country = country.map { $0.lowercased() == "none" ? "" : $0 } ?? ""
    return LanguageTag.clean(country.isEmpty ? language : "\(language)-\(country)")
  }
}

/// A BCP 47 language tag in the engine's spelling (lower case, hyphens), and its substitutes.
struct VoiceLanguageTag: Equatable {
  let text: String

  /// Accepts `de-DE`, and POSIX locales too (`de_DE.UTF-8@euro`); `C` and `POSIX` name no language.
  init(_ tag: String) {
    let end = tag.firstIndex { $0 == "." || $0 == "@" } ?? tag.endIndex
    let text = String(tag[..<end].lowercased().map { $0 == "_" ? "-" : $0 })
    self.text = text == "c" || text == "posix" ? "" : text
  }

  /// True if `tag` is only a language with a script or a region, such as `zh-HK`, and so not the name of a voice.
  static func isRegional(_ tag: String) -> Bool {
    let parts = VoiceLanguageTag(tag).text.split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy { $0.isASCIILetterOrDigit } }) else {
      return false
    }
    func isScript(_ part: Substring) -> Bool { part.count == 4 && part.allSatisfy(\.isLetter) }
    func isRegion(_ part: Substring) -> Bool {
      part.count == 2 && part.allSatisfy(\.isLetter) || part.count == 3 && part.allSatisfy(\.isNumber)
    }
    guard (2...3).contains(parts[0].count), parts[0].allSatisfy(\.isLetter) else { return false }
    return parts.count == 2
      ? isScript(parts[1]) || isRegion(parts[1]) : isScript(parts[1]) && isRegion(parts[2])
  }

  /// The primary language, the tag's first part.
  var language: String { String(text.prefix { $0 != "-" }) }

  /// The tags to search for, best first.
  var candidates: [String] { prefixes.flatMap { tag in (Self.aliases[tag].map { [$0] } ?? []) + [tag] } }

  /// The tag and its ever shorter beginnings.
  var prefixes: [String] {
    var prefixes: [String] = []
    var parts = text.split(separator: "-", omittingEmptySubsequences: false)
    while !parts.isEmpty {
      prefixes.append(parts.joined(separator: "-"))
      parts.removeLast()
      // A single letter begins an extension and means nothing alone (RFC 4647, 3.4).
      if parts.last?.count == 1, parts.count > 1 { parts.removeLast() }
    }
    return prefixes
  }

  /// Tags whose best voice has another tag. If that voice is missing, the tag itself is searched for.
  private static let aliases: [String: String] = {
    var aliases = [
      "zh-hk": "yue", "zh-mo": "yue", "zh-yue": "yue", "zh-hant-hk": "yue", "zh-hant-mo": "yue",
      "zh-hakka": "hak", "zh-hak": "hak",
      // `en` alone is American, as CLDR's likely subtags say; the Commonwealth is nearer to British.
      "en": "en-us", "en-ca": "en-us", "en-ph": "en-us",
      // Old codes (RFC 5646, 2.2.1), and languages that a voice of a related language reads well.
      "no": "nb", "nn": "nb", "iw": "he", "in": "id", "mo": "ro", "sh": "hr", "hbs": "hr", "cnr": "sr",
      "nb-no": "nb", "pes": "fa", "prs": "fa", "arb": "ar", "zsm": "ms", "ekk": "et", "lvs": "lv", "swh": "sw",
    ]
    for region in ["au", "nz", "ie", "za", "in", "sg", "my", "hk", "ke", "ng", "gh", "mt"] {
      aliases["en-" + region] = "en-gb"
    }
    for region in [
      "mx", "ar", "bo", "cl", "co", "cr", "cu", "do", "ec", "gt", "hn", "ni", "pa", "pe", "pr", "py", "sv", "us", "uy",
      "ve",
    ] {
      aliases["es-" + region] = "es-419"
    }
    return aliases
  }()
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}

/// The usual spelling of language tags (BCP 47, RFC 5646, 2.1.1).
public enum LanguageSpelling {
  /// `en-US`, `zh-Hant-HK`, `en-GB-x-rp`, `es-419` for a tag in any case. Tags mean the same in every case; this is the
  /// form for people and for output. A text that cannot be a tag, such as `de_DE.UTF-8`, stays as it is.
  public static func usual(_ tag: some StringProtocol) -> String {
    guard tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }) else { return String(tag) }
    var isExtension = false
    return tag.split(separator: "-", omittingEmptySubsequences: false).enumerated().map { index, part in
      let isLetters = part.allSatisfy { $0.isASCII && $0.isLetter }
      defer { isExtension = isExtension || part.count == 1 }
      switch part.count {
      case 2 where index > 0 && isLetters && !isExtension: return part.uppercased()
      case 4 where index > 0 && isLetters && !isExtension:
        return part.prefix(1).uppercased() + part.dropFirst().lowercased()
      default: return part.lowercased()
      }
    }.joined(separator: "-")
  }
}

/// A language with what a scan needs to know of it.
struct ExpectedLanguage {
  /// A scalar, seen from the language. One look-up tells all that a scan asks of it.
  struct Letter {
    fileprivate let bits: UInt16

    /// Another script, a digit or a mark.
    static let none = Letter(bits: 0)

    fileprivate init(bits: UInt16) { self.bits = bits }

    /// - Parameter small: the small form, below U+2000.
    fileprivate init(small: UInt32, isStrange: Bool) { bits = UInt16(small) | (isStrange ? 0x8000 : 0) }

    /// True for a letter of the language's script.
    var isLetter: Bool { bits != 0 }
    /// True for a letter of its script that the language is not written with.
    var isStrange: Bool { bits & 0x8000 != 0 }
    /// The small form of a letter.
    var small: UInt32 { UInt32(bits & 0x1FFF) }
  }

  /// The number in `LanguageWords`.
  let index: Int
  /// True if a to z are letters of its script.
  let isLatin: Bool
  /// By scalar below U+2000: no script that is scanned lies above.
  let letters: [Letter]

  /// Nil for a language without frequent words.
  init?(_ tag: String) {
    guard let index = LanguageWords.index(of: tag) else { return nil }
    let facts = LanguageWords.all[index]
    let isLatin = index < LanguageWords.latin.count
    guard let script = isLatin ? [0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF] : Self.script(of: facts)
    else { return nil }
    var letters = Array(repeating: Letter.none, count: 0x2000)
    // The letters of Devanagari are not listed.
    let areListed = isLatin || !facts.letters.isEmpty
    for range in script {
      for scalar in range {
        let small = TextEvidence.small(scalar)
        letters[Int(scalar)] = Letter(small: small, isStrange: areListed && small == scalar)
      }
    }
    for letter in facts.letters.unicodeScalars where letter.value < 0x2000 {
      letters[Int(letter.value)] = Letter(small: TextEvidence.small(letter.value), isStrange: false)
    }
    (self.index, self.isLatin, self.letters) = (index, isLatin, letters)
  }

  private static func script(of facts: LanguageWords) -> [ClosedRange<UInt32>]? {
    let first = facts.letters.unicodeScalars.first?.value ?? 0x904
    return scripts.first { $0.contains { $0.contains(first) } }
  }

  /// The scripts that several languages share, each without its digits.
  private static let scripts: [[ClosedRange<UInt32>]] = [
    [0x400...0x481, 0x48A...0x52F],
    [0x610...0x65F, 0x66E...0x6D3, 0x6D5...0x6EF, 0x6FA...0x6FF],
    [0x900...0x963, 0x970...0x97F],
    [0x980...0x9E5, 0x9F0...0x9FE],
  ]
}

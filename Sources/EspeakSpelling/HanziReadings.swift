package import Chinese

/// Chinese characters as the voices of espeak-ng 1.51 read them right.
package struct HanziReadings: HanziSpelling {
  /// The spoken language of the voice.
  package let dialect: ChineseNormalizer.Dialect
  /// True for the voice that reads pinyin with digits for the tones: words are corrected by pinyin.
  package let readsPinyin: Bool

  /// A voice by its identifier.
  package init(_ dialect: ChineseNormalizer.Dialect, voice: String) {
    // Also with a variant.
    self.init(dialect, readsPinyin: dialect == .mandarin && voice.utf8.starts(with: "sit/cmn-Latn-pinyin".utf8))
  }

  /// A voice that reads pinyin, or none.
  package init(_ dialect: ChineseNormalizer.Dialect, readsPinyin: Bool) {
    (self.dialect, self.readsPinyin) = (dialect, readsPinyin)
  }

  /// True for a character that a voice says as its code, or not at all.
  package func isUnread(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // 〆, and the numerals and marks that only traders' books have.
    case 0x3006, 0x3021...0x3029, 0x3038...0x303B: true
    // Compatibility characters; those that are the same as an ordinary one have been replaced by it.
    case 0xF900...0xFAFF: true
    case 0x20000...0x3FFFF: dialect == .mandarin || !RareHanzi.cantonese.unicodeScalars.contains(scalar)
    default: false
    }
  }

  /// A word of ``PhraseList``.
  package func reading(
    at place: Int, in scalars: [Unicode.Scalar], where isPermitted: (_ end: Int) -> Bool
  ) -> [String]? {
    readsPinyin ? PhraseList.longestMatch(at: place, in: scalars, where: isPermitted)?.syllables : nil
  }
}

extension Unicode.Scalar {
  /// True for the characters that words of the list consist of.
  var isListedHanzi: Bool { 0x3400...0x9FFF ~= value }

  /// True for a Chinese character that a voice of espeak-ng 1.51 says as its code, or not at all.
  func isHanziWithoutReading(in dialect: ChineseNormalizer.Dialect) -> Bool {
    switch value {
    // 〆, and the numerals and marks that only traders' books have.
    case 0x3006, 0x3021...0x3029, 0x3038...0x303B: true
    // Compatibility characters; those that are the same as an ordinary one have been replaced by it.
    case 0xF900...0xFAFF: true
    case 0x20000...0x3FFFF: dialect == .mandarin || !RareHanzi.cantonese.unicodeScalars.contains(self)
    default: false
    }
  }

  /// True for a letter that the voice would read together with pinyin beside it, and for a digit.
  var isLatinOrDigit: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: true
    default: false
    }
  }
}

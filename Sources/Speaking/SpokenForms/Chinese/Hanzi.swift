extension Unicode.Scalar {
  /// True for the characters that words consist of.
  package var isHanzi: Bool { 0x3400...0x9FFF ~= value }

  /// True for a letter that the voice would read together with pinyin beside it, and for a digit.
  var isLatinOrDigit: Bool {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: true
    default: false
    }
  }
}

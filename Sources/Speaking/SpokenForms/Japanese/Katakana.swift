/// Kana of any kind as katakana.
public enum Katakana {
  /// The katakana for hiragana, half width and iteration marks, with the sign of a long vowel as it is written. Blanks
  /// stay, all other characters are left out.
  public static func folded(_ text: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    var kana: [Unicode.Scalar] = []
    for scalar in text {
      switch scalar.value {
      case 0x3041...0x3096: if let full = Unicode.Scalar(scalar.value + 0x60) { kana.append(full) }
      case 0xFF66...0xFF9D: kana.append(halfWidth[Int(scalar.value - 0xFF66)])
      case 0xFF9E, 0x3099, 0x309B: if let last = kana.popLast() { kana.append(Kana.voiced(last)) }
      case 0xFF9F, 0x309A, 0x309C: if let last = kana.popLast() { kana.append(Kana.plosive(last)) }
      default:
        if Kana.isKatakana(scalar) || scalar == " " {
          kana.append(scalar)
        } else if let voiced = Kana.iteration(scalar), let last = kana.last {
          kana.append(voiced ? Kana.voiced(last) : last)
        }
      }
    }
    return kana
  }

  /// U+FF66…U+FF9D.
  private static let halfWidth: [Unicode.Scalar] = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars)
}

import SpokenForms

/// Katakana in the form that espeak-ng 1.51 reads without naming a letter. It calls out small kana and signs of a long
/// vowel that stand where it expects none, and breaks up the words in which they are.
package struct KatakanaReadings: KatakanaSpelling {
  /// The only spelling.
  package init() {}

  /// Mends what the engine would call out.
  ///
  /// - Parameter before: what is said already.
  package func spelled(_ kana: [Unicode.Scalar], after before: [Unicode.Scalar]) -> String {
    var said = before
    for scalar in kana {
      switch scalar {
      case "ヲ": Self.add("オ", to: &said, before.count)
      case "ヮ": Self.add("ワ", to: &said, before.count)
      case "ヵ": said.append("カ")
      case "ヶ": said.append("ケ")
      case "ヷ": for part in ["ヴ", "ァ"] as [Unicode.Scalar] { Self.add(part, to: &said, before.count) }
      case "ヸ": for part in ["ヴ", "ィ"] as [Unicode.Scalar] { Self.add(part, to: &said, before.count) }
      case "ヹ": for part in ["ヴ", "ェ"] as [Unicode.Scalar] { Self.add(part, to: &said, before.count) }
      case "ヺ": for part in ["ヴ", "ォ"] as [Unicode.Scalar] { Self.add(part, to: &said, before.count) }
      case Kana.longVowel: if Self.canBeLonger(said) { said.append(scalar) }
      case Kana.smallTsu: if said.last != scalar { said.append(scalar) }
      default: Self.add(scalar, to: &said, before.count)
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: said[before.count...])
    return String(text)
  }

  /// Adds a kana with a sound.
  private static func add(_ scalar: Unicode.Scalar, to said: inout [Unicode.Scalar], _ count: Int) {
    guard let full = Kana.full(scalar) else {
      if noGemination.contains(scalar) { endGemination(&said, count) }
      // After the same vowel the engine takes ヴ for a long one.
      said.append(scalar == "ヴ" && said.last.flatMap(Kana.vowel) == "ウ" ? "ブ" : scalar)
      return
    }
    if isLong(said, full) { return }
    if takesSmallVowel(said, full) {
      said.append(scalar)
    } else {
      endGemination(&said, count)
      said.append(full)
    }
  }

  /// Sounds before which the engine knows no ッ.
  private static let noGemination = Set("アイウエオヤユヨワヰヱヴンャュョ".unicodeScalars)

  /// Takes a ッ from the end. One that is said already is followed by a blank.
  private static func endGemination(_ said: inout [Unicode.Scalar], _ count: Int) {
    guard said.last == Kana.smallTsu else { return }
    if said.count > count { said.removeLast() } else { said.append(" ") }
  }

  /// True if a sign of a long vowel may follow.
  private static func canBeLonger(_ said: [Unicode.Scalar]) -> Bool {
    guard let last = said.last, let vowel = Kana.vowel(last) else { return false }
    let isVowel = last == vowel || Kana.full(last) != nil
    guard isVowel, said.count > 1 else { return true }
    // "カア" is long already, as is "ネェ".
    return Kana.vowel(said[said.count - 2]) != vowel && said[said.count - 2] != Kana.longVowel
  }

  /// True if the end is a long `vowel`.
  private static func isLong(_ said: [Unicode.Scalar], _ vowel: Unicode.Scalar) -> Bool {
    guard said.count > 1, let last = said.last else { return false }
    let before = said[said.count - 2]
    if last == Kana.longVowel { return Kana.vowel(before) == vowel }
    let isVowel = last == vowel || Kana.full(last) == vowel
    return isVowel && Kana.vowel(before) == vowel
  }

  /// True if the engine reads the kana and the small vowel as one syllable, or as a long one.
  private static func takesSmallVowel(_ said: [Unicode.Scalar], _ full: Unicode.Scalar) -> Bool {
    guard let last = said.last else { return false }
    // In "スウェ" the engine takes "スウ" for a long syllable.
    if Kana.vowel(last) == last, said.count > 1, Kana.vowel(said[said.count - 2]) == last { return false }
    return syllables[full]?.contains(last) ?? false
  }

  private static let syllables: [Unicode.Scalar: Set<Unicode.Scalar>] = [
    "ア": Set("カガクグサザタダツナハバパフマヤラワヴ".unicodeScalars), "イ": Set("イウキギクグシジチヂツテデニヒビピフミリヰヴ".unicodeScalars),
    "ウ": Set("ウクグスズツヅトドヌフブプムユルヴ".unicodeScalars), "エ": Set("イウエクグケゲシジセゼチツテデネフヘベペメレヱヴ".unicodeScalars),
    "オ": Set("ウオクグコゴソゾツトドノフホボポモヨロヲヴ".unicodeScalars),
  ]
}

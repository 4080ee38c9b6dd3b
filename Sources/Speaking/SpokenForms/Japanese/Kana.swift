/// Facts about single characters of Japanese writing.
package enum Kana {
  /// The sign of a long vowel.
  package static let longVowel: Unicode.Scalar = "ー"
  /// The sign of a doubled consonant.
  package static let smallTsu: Unicode.Scalar = "ッ"
  static let moraicN: Unicode.Scalar = "ン"

  /// True for katakana with a sound, and the sign of a long vowel.
  static func isKatakana(_ scalar: Unicode.Scalar) -> Bool {
    0x30A1...0x30FA ~= scalar.value || scalar == longVowel
  }

  static func isHiragana(_ scalar: Unicode.Scalar) -> Bool { 0x3041...0x3096 ~= scalar.value }

  /// True for katakana of half the width, with their marks.
  static func isHalfWidth(_ scalar: Unicode.Scalar) -> Bool { 0xFF66...0xFF9F ~= scalar.value }

  /// True for a character with a sound, or an iteration mark of kana.
  static func isKana(_ scalar: Unicode.Scalar) -> Bool {
    isKatakana(scalar) || isHiragana(scalar) || isHalfWidth(scalar) || iteration(scalar) != nil
  }

  /// True for a Chinese character, with 々, 〆 and 〇.
  static func isKanji(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: true
    default: false
    }
  }

  /// For an iteration mark of kana: true if it makes the sound voiced.
  static func iteration(_ scalar: Unicode.Scalar) -> Bool? {
    switch scalar {
    case "ゝ", "ヽ": false
    case "ゞ", "ヾ": true
    default: nil
    }
  }

  /// The small vowels, which write a syllable together with the kana before, and their full forms.
  package static func full(_ small: Unicode.Scalar) -> Unicode.Scalar? {
    switch small {
    case "ァ": "ア"
    case "ィ": "イ"
    case "ゥ": "ウ"
    case "ェ": "エ"
    case "ォ": "オ"
    default: nil
    }
  }

  /// The vowel of a katakana, as its kana; `nil` for ッ, ン and ー.
  package static func vowel(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "ァ", "ア", "ャ", "ヤ", "ラ", "ヮ", "ワ", "ヵ", "ナ", "マ": "ア"
    case "ィ", "イ", "リ", "ヰ", "ニ", "ミ": "イ"
    case "ゥ", "ウ", "ュ", "ユ", "ル", "ヴ", "ヌ", "ム": "ウ"
    case "ェ", "エ", "レ", "ヱ", "ヶ", "ネ", "メ": "エ"
    case "ォ", "オ", "ョ", "ヨ", "ロ", "ヲ", "ノ", "モ": "オ"
    default: vowelInRow(scalar)
    }
  }

  /// The rows with voiced forms stand in pairs and triples.
  private static func vowelInRow(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let vowels: [Unicode.Scalar] = ["ア", "イ", "ウ", "エ", "オ"]
    switch scalar.value {
    case 0x30AB...0x30C2: return vowels[Int(scalar.value - 0x30AB) / 2 % 5]
    case 0x30C4...0x30C9: return vowels[2 + Int(scalar.value - 0x30C4) / 2]
    case 0x30CF...0x30DD: return vowels[Int(scalar.value - 0x30CF) / 3]
    default: return nil
    }
  }

  /// カ as ガ, ハ as バ; others as they are.
  static func voiced(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x30AB...0x30C2 where (scalar.value - 0x30AB) % 2 == 0: next(scalar, 1)
    case 0x30C4, 0x30C6, 0x30C8: next(scalar, 1)
    case 0x30CF...0x30DD where (scalar.value - 0x30CF) % 3 == 0: next(scalar, 1)
    case 0x30A6: "ヴ"
    default: scalar
    }
  }

  /// ハ as パ; others as they are.
  static func plosive(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    0x30CF...0x30DD ~= scalar.value && (scalar.value - 0x30CF) % 3 == 0 ? next(scalar, 2) : scalar
  }

  private static func next(_ scalar: Unicode.Scalar, _ distance: UInt32) -> Unicode.Scalar {
    Unicode.Scalar(scalar.value + distance) ?? scalar
  }
}

extension String {
  /// This kana with another first character.
  func withFirst(_ change: (Unicode.Scalar) -> Unicode.Scalar) -> String {
    var scalars = unicodeScalars
    guard let first = scalars.first else { return self }
    scalars.replaceSubrange(scalars.startIndex..<scalars.index(after: scalars.startIndex), with: [change(first)])
    return String(scalars)
  }
}

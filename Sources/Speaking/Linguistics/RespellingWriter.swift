import CICU
import Speech

/// Writes a text in the letters that the engine reads, and notes the place of each character of the original.
struct RespellingWriter {
  private(set) var text = ""
  private(set) var rules: [AppliedRule] = []
  /// The place in ``text`` of each Unicode scalar of the original, and at last of its end.
  private(set) var places: [TextPlace] = []
  private var place = TextPlace.start
  private let scalars: [Unicode.Scalar]
  /// The words of the original, if a sign repeats one.
  private let words: [TextSpan]
  /// True for languages in which a joiner makes another letter.
  private let keepsJoiners: Bool

  init(_ scalars: [Unicode.Scalar], words: [TextSpan], keepsJoiners: Bool) {
    (self.scalars, self.words, self.keepsJoiners) = (scalars, words, keepsJoiners)
  }

  mutating func write() {
    var index = 0
    while index < scalars.count {
      let end = self.end(ofLetterAt: index)
      write(scalars[index..<end], isWithinWord: isWithinWord(index))
      index = end
    }
    places.append(place)
  }

  /// The characters from `index` on that belong together: a letter with its marks.
  private func end(ofLetterAt index: Int) -> Int {
    if scalars[index].value == 0xE2F, scalars[index...].starts(with: Self.andSoOn) { return index + 3 }
    if scalars[index].value == 0xE4D, index + 1 < scalars.count, scalars[index + 1].value == 0xE32 { return index + 2 }
    var end = index + 1
    while end < scalars.count, scalars[end].value >= 0x300, !aloud_begins_composition(Int32(scalars[end].value)) {
      end += 1
    }
    return end
  }

  /// No word is so long, and a text of signs that repeat a long one must not grow without end.
  private static let longestRepetition = 40

  /// ฯลฯ and its words.
  private static let andSoOn: [Unicode.Scalar] = ["\u{E2F}", "ล", "\u{E2F}"]
  private static let andSoOnInWords = "และอื่นอื่น"

  private func isWithinWord(_ index: Int) -> Bool {
    index > 0 && scalars[index - 1].properties.isAlphabetic || index > 0 && scalars[index - 1].isMark
  }

  /// The word that ends at `index`, or before a space there. It may be the beginning of a longer one.
  private func word(before index: Int) -> ArraySlice<Unicode.Scalar> {
    var end = index
    while end > 0, scalars[end - 1] == " " || scalars[end - 1].respelling == .thaiRepetition { end -= 1 }
    let next = words.partitioningIndex { $0.scalars.upperBound >= end }
    guard next < words.count, words[next].scalars.lowerBound < end else { return [] }
    return scalars[max(words[next].scalars.lowerBound, end - Self.longestRepetition)..<end]
  }

  private mutating func write(_ letter: ArraySlice<Unicode.Scalar>, isWithinWord: Bool) {
    var rule: RespellingRule?
    var said = String.UnicodeScalarView()
    switch letter.first?.respelling {
    case .thaiAbbreviation?:
      rule = .thaiAbbreviation
      if letter.count > 1 { said.append(contentsOf: Self.andSoOnInWords.unicodeScalars) }
    case .thaiRepetition?:
      rule = .thaiRepetition
      said.append(contentsOf: word(before: letter.startIndex))
    case .thaiVowel? where letter.count > 1:
      rule = .thaiVowel
      said.append("\u{E33}")
    default:
      for scalar in letter {
        let change = change(of: scalar, isWithinWord: isWithinWord)
        rule = rule ?? change.rule
        said.append(contentsOf: change.said)
      }
      if letter.count > 1 || rule == .letterShape {
        let composed = Self.composed(said, compatibly: false)
        // Composing a letter takes its Hebrew points out of a shape; they are left out, too.
        let bare = composed.filter { $0.respelling != .hebrewPoint }
        if rule == nil, !bare.elementsEqual(said) { rule = .composedLetter }
        said = String.UnicodeScalarView(bare)
      }
    }
    append(said, for: letter, rule: rule)
  }

  /// The character as it is said, and the rule if that is another one.
  private func change(
    of scalar: Unicode.Scalar, isWithinWord: Bool
  ) -> (rule: RespellingRule?, said: String.UnicodeScalarView) {
    let same = String.UnicodeScalarView([scalar])
    guard let rule = scalar.respelling else { return (nil, same) }
    switch rule {
    case .letterShape:
      let composed = Self.composed(same, compatibly: true)
      return composed.elementsEqual(same) ? (nil, same) : (rule, composed)
    case .hebrewPoint, .tatweel: return (rule, String.UnicodeScalarView())
    case .hebrewAbbreviation, .invisibleCharacter:
      // Between pictures a joiner makes one of them. The grapheme joiner is named wherever it stands.
      let isKept = scalar.value != 0x34F && !isWithinWord || keepsJoiners && scalar.value == 0x200D
      return isKept ? (nil, same) : (rule, String.UnicodeScalarView())
    case .hebrewHyphen: return (rule, String.UnicodeScalarView(["-"]))
    case .composedLetter, .thaiAbbreviation, .thaiVowel, .thaiRepetition: return (nil, same)
    }
  }

  private mutating func append(
    _ said: String.UnicodeScalarView, for letter: ArraySlice<Unicode.Scalar>, rule: RespellingRule?
  ) {
    if let rule {
      let applied = AppliedRule(
        rule: rule.rawValue, from: String(String.UnicodeScalarView(letter)), to: String(said))
      if !rules.contains(applied) { rules.append(applied) }
    }
    let start = place
    for scalar in said { place = place.after(scalar) }
    text.unicodeScalars.append(contentsOf: said)
    // A character that stays as it is has its own place; of others, all but the first are said with the first.
    if rule == nil {
      var next = start
      for scalar in letter {
        places.append(next)
        next = next.after(scalar)
      }
    } else {
      places.append(start)
      places.append(contentsOf: repeatElement(place, count: letter.count - 1))
    }
  }

  /// A text in Unicode's form C, or in its form KC.
  private static func composed(_ text: String.UnicodeScalarView, compatibly: Bool) -> String.UnicodeScalarView {
    let units = Array(String(text).utf16)
    // The longest expansion of a character has 18 units.
    var target = [UInt16](repeating: 0, count: 18 * units.count + 18)
    let count = aloud_compose(units, Int32(units.count), &target, Int32(target.count), compatibly)
    return count < 0 ? text : String(decoding: target[..<Int(count)], as: UTF16.self).unicodeScalars
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
    default: false
    }
  }
}

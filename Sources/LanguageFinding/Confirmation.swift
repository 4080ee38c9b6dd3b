import Documents

/// A quick look at a text that is probably in the expected language, as nearly all of a book is. It reads each byte once
/// and allocates nothing for a usual sentence.
///
/// The text is taken in fragments: sentences, quotations, and the text on both sides of a quotation. A fragment is
/// confirmed if the words alone decide, as `LanguageVerdict.confirmed` does, or if it is too short to contradict.
struct Confirmation {
  private let expected: ExpectedLanguage
  /// The gain of other languages of the document; see `LanguageVerdict`.
  private let gainOfOthers: Int
  private let table = WordTable.shared
  /// Letters of the confirmed text.
  private(set) var letters = 0
  /// The facts of the current fragment.
  private var fragment = Fragment()
  /// The current word.
  private var word = WordHash()
  private var isInWord = false
  private var isSmall = true

  private struct Fragment {
    var start = 0
    var words = 0
    /// Frequent words of the expected language, and of others only.
    var hits = 0
    var others = 0
    /// The weights of words that are of the expected language alone, and of words that are not of it.
    var own = 0
    var foreign = 0
    /// True if a small letter is not the language's.
    var isStrange = false
  }

  init(_ expected: ExpectedLanguage, hints: LanguageHints) {
    self.expected = expected
    gainOfOthers = hints.others.isEmpty ? 0 : 3
  }

  /// True if all of `text` is in the expected language. False if a closer look is needed.
  ///
  /// - Parameter decide: decides a fragment that the words leave open, or that has letters of other languages.
  mutating func confirms(
    _ text: UnsafeBufferPointer<UInt8>, decide: (_ fragment: Range<Int>, _ isStrange: Bool) -> Bool
  ) -> Bool {
    var place = 0
    // True after a mark that ends a sentence if a space follows.
    var isAfterMark = false
    while place < text.count {
      let byte = text[place]
      if byte < 0x80 {
        place += 1
        let small = byte | 0x20
        if small &- 0x61 < 26 {
          guard expected.isLatin else { return false }
          word.add(small)
          letters += 1
          if !isInWord { (isInWord, isSmall) = (true, small == byte) }
          continue
        }
        switch byte {
        case 0x20:
          endWord()
          if isAfterMark {
            guard endFragment(place, decide) else { return false }
          }
        case UInt8(ascii: "'"):
          if isInWord {
            word.add(byte)
            endWord()
          } else if !endFragment(place, decide) {
            return false
          }
        // A full stop ends a sentence only before a space.
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ":"):
          endWord()
          isAfterMark = true
          continue
        case UInt8(ascii: "\n"), UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["),
          UInt8(ascii: "]"):
          guard endFragment(place, decide) else { return false }
        default: endWord()
        }
        isAfterMark = false
        continue
      }
      let (scalar, length) = TextEvidence.scalar(of: text, at: place)
      place += length
      let kind = expected.letter(scalar)
      if kind != .none {
        let small = TextEvidence.small(scalar)
        word.add(small)
        letters += 1
        if !isInWord { (isInWord, isSmall) = (true, small == scalar) }
        // Names keep their spelling in other languages.
        if isSmall, kind == .strange { fragment.isStrange = true }
        isAfterMark = false
        continue
      }
      switch scalar {
      case 0x2019, 0x2BC:
        if isInWord {
          word.add(UInt8(ascii: "'"))
          endWord()
        } else if !endFragment(place, decide) {
          return false
        }
      // Soft hyphens, accents and joiners are within words.
      case 0xAD: continue
      case 0x300...0x36F, 0x200C, 0x200D:
        guard isInWord else { return false }
        word.add(scalar)
      // Quotation marks, and marks that end a sentence.
      case 0x2018...0x201F, 0xAB, 0xBB, 0x2039, 0x203A, 0x2026, 0x61F, 0x6D4, 0x964, 0x965:
        guard endFragment(place, decide) else { return false }
      case 0x80..<0xC0, 0xD7, 0xF7, 0x60C, 0x61B, 0x660...0x669, 0x66A...0x66D, 0x6F0...0x6F9, 0x966...0x96F,
        0x2000...0x2017, 0x2020...0x2BFF, 0xFEFF:
        endWord()
      default: return false
      }
      isAfterMark = false
    }
    return endFragment(text.count, decide)
  }

  private mutating func endFragment(_ place: Int, _ decide: (_ fragment: Range<Int>, _ isStrange: Bool) -> Bool) -> Bool
  {
    endWord()
    let isConfirmed = isPlain || decide(fragment.start..<place, fragment.isStrange)
    fragment = Fragment(start: place)
    return isConfirmed
  }

  private mutating func endWord() {
    guard isInWord else { return }
    isInWord = false
    let languages = table.languages(of: word.value, isSmall: isSmall)
    word = WordHash()
    fragment.words += 1
    guard languages != 0 else { return }
    let bit: UInt64 = 1 << UInt64(expected.index)
    // With a capital within a sentence it may belong to a name, which shows less.
    if languages & bit != 0, !isSmall, fragment.words > 1 { return }
    if languages == bit {
      fragment.hits += 1
      fragment.own += TextEvidence.ownWord
    } else if languages & bit != 0 {
      fragment.hits += 1
    } else {
      fragment.others += 1
      fragment.foreign += TextEvidence.weight(of: languages)
    }
  }

  /// True if the fragment's words decide.
  private var isPlain: Bool {
    // Such a text cannot contradict its surroundings; see `LanguageVerdict.certainty`.
    if fragment.words < LanguageFinder.fewestWords { return true }
    let isShared = fragment.hits * TextEvidence.ownWord > fragment.own
    if fragment.words < 5, fragment.others == 0 || (fragment.others == 1 && !isShared) { return !fragment.isStrange }
    return fragment.hits >= 2 && !fragment.isStrange && fragment.own >= fragment.foreign + gainOfOthers
  }
}

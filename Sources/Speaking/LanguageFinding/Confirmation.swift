import Documents

/// A quick look at a text that is probably in the expected language, as nearly all of a book is. It reads each byte
/// once and allocates nothing for a usual sentence.
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
  mutating func confirms(_ text: Span<UInt8>, decide: (_ fragment: Range<Int>, _ isStrange: Bool) -> Bool) -> Bool {
    let known = expected.letters
    var place = 0
    // True after a mark that ends a sentence if a space follows.
    var isAfterMark = false
    while place < text.count {
      let end = takeLetters(text, from: place, known.span, &isAfterMark)
      guard end == place else {
        place = end
        continue
      }
      let (scalar, length) = text.scalar(at: place)
      place += length
      switch scalar.value {
      case 0x20:
        endWord()
        if isAfterMark {
          guard endFragment(place, decide) else { return false }
        }
      // Latin letters in another script.
      case 0x41...0x5A, 0x61...0x7A: return false
      case 0x27, 0x2019, 0x2BC:
        if isInWord {
          word.add(UInt8(ascii: "'"))
          endWord()
        } else if !endFragment(place, decide) {
          return false
        }
      // . ! ? and : end a sentence only before a space.
      case 0x2E, 0x21, 0x3F, 0x3A:
        endWord()
        isAfterMark = true
        continue
      // Line ends, quotation marks, brackets, and marks that end a sentence.
      case 0x0A, 0x22, 0x28, 0x29, 0x5B, 0x5D, 0x2018...0x201F, 0xAB, 0xBB, 0x2039, 0x203A, 0x2026, 0x61F, 0x6D4, 0x964,
        0x965:
        guard endFragment(place, decide) else { return false }
      // Soft hyphens, accents and joiners are within words.
      case 0xAD: continue
      case 0x300...0x36F, 0x200C, 0x200D:
        guard isInWord else { return false }
        word.add(scalar.value)
      case 0..<0xC0, 0xD7, 0xF7, 0x60C, 0x61B, 0x660...0x669, 0x66A...0x66D, 0x6F0...0x6F9, 0x966...0x96F,
        0x2000...0x2017, 0x2020...0x2BFF, 0xFEFF:
        endWord()
      default: return false
      }
      isAfterMark = false
    }
    return endFragment(text.count, decide)
  }

  /// Takes the letters of the language's script at `start`, which are nearly all of a text.
  ///
  /// - Returns: the place of the first other character.
  private mutating func takeLetters(
    _ text: Span<UInt8>, from start: Int, _ known: Span<ExpectedLanguage.Letter>, _ isAfterMark: inout Bool
  ) -> Int {
    let isLatin = expected.isLatin
    var place = start
    var taken = 0
    // Copies, which the processor keeps in registers.
    var (hash, isStrange) = (word, false)
    while place < text.count {
      let byte = text[place]
      if byte < 0x80 {
        let small = byte | 0x20
        guard isLatin, small &- 0x61 < 26 else { break }
        hash.add(small)
        place &+= 1
      } else {
        let (scalar, length) = text.scalar(at: place)
        guard scalar.value < known.count, case let letter = known[Int(scalar.value)], letter.isLetter else { break }
        hash.add(letter.small)
        isStrange = isStrange || letter.isStrange
        isAfterMark = false
        place &+= length
      }
      taken &+= 1
    }
    guard taken > 0 else { return start }
    if !isInWord {
      let first = text.scalar(at: start).scalar.value
      isSmall = first < 0x80 ? first & 0x20 != 0 : known[Int(first)].small == first
      isInWord = true
    }
    word = hash
    letters += taken
    // Names keep their spelling in other languages.
    if isStrange, isSmall { fragment.isStrange = true }
    return place
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

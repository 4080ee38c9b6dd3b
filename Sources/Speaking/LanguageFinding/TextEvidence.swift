import Documents

/// The evidence for each language in a short text: its frequent words and its letters.
struct TextEvidence {
  /// Words; an elided one and the word after it are two.
  private(set) var words = 0
  /// Words that begin with a small letter, or have no other form. A name has few.
  private(set) var smallWords = 0
  /// Frequent words by language.
  private(set) var hits: [Int]
  /// The weight of these: a word of one language weighs 12, one of several languages less.
  private(set) var weights: [Int]
  /// Letters with accents, or of other scripts than Latin, each once. Those of words with a capital are left out, since
  /// names keep their spelling in other languages.
  private(set) var letters: [UInt32] = []
  /// The words that are no parts of names, for a detector that would take names for words.
  private(set) var smallText: [UInt8] = []
  /// The words of ``smallText``.
  private(set) var textWords = 0
  /// The words, in order.
  private var found: [Word] = []
  /// The letters below U+0800 that were seen.
  private var seen = Array(repeating: false, count: 0x800)

  /// A word as it was read.
  private struct Word {
    var bytes: Range<Int>
    var isSmall: Bool
    /// The bits of the languages in which it is frequent.
    var languages: UInt64
  }

  /// The weight of a word that one language has alone.
  static let ownWord = 12

  /// Reads `text`, valid UTF-8.
  init(_ text: [UInt8]) {
    let count = LanguageWords.all.count
    hits = Array(repeating: 0, count: count)
    weights = Array(repeating: 0, count: count)
    var word = WordHash()
    var isInWord = false
    var isSmall = true
    var place = 0
    var start = 0
    let bytes = text.span
    while place < bytes.count {
      let (decoded, length) = bytes.scalar(at: place)
      let scalar = decoded.value
      if !isInWord { start = place }
      place += length
      switch scalar {
      case 0x27, 0x2019, 0x2BC:
        guard isInWord else { continue }
        word.add(UInt8(ascii: "'"))
        end(&word, isSmall, &isInWord, start..<place)
      case 0x61...0x7A:
        word.add(scalar)
        if !isInWord { (isInWord, isSmall) = (true, true) }
      case 0x41...0x5A:
        word.add(scalar + 0x20)
        if !isInWord { (isInWord, isSmall) = (true, false) }
      case 0xAD: continue
      case 0..<0xC0, 0xD7, 0xF7, 0x2000...0x200B, 0x200E...0x206F, 0x3000...0x303F, 0x60C, 0x61B, 0x61F, 0x6D4,
        0x660...0x669, 0x6F0...0x6F9, 0x964...0x96F, 0xFFFD:
        end(&word, isSmall, &isInWord, start..<place - length)
      default:
        let small = Self.small(scalar)
        word.add(small)
        if !isInWord { (isInWord, isSmall) = (true, small == scalar) }
        if isSmall, Self.isLetter(small) { note(small) }
      }
    }
    end(&word, isSmall, &isInWord, start..<place)
    weigh(text)
  }

  private mutating func note(_ letter: UInt32) {
    if letter < 0x800 {
      guard !seen[Int(letter)] else { return }
      seen[Int(letter)] = true
    } else if letters.count >= 64 || letters.contains(letter) {
      return
    }
    letters.append(letter)
  }

  private mutating func end(_ word: inout WordHash, _ isSmall: Bool, _ isInWord: inout Bool, _ bytes: Range<Int>) {
    guard isInWord else { return }
    isInWord = false
    let languages = WordTable.shared.languages(of: word.value, isSmall: isSmall)
    found.append(Word(bytes: bytes, isSmall: isSmall, languages: languages))
    word = WordHash()
  }

  private mutating func weigh(_ text: [UInt8]) {
    words = found.count
    var names: [UInt64] = []
    for (index, word) in found.enumerated() {
      let isPart = isPartOfName(index)
      if !isPart {
        smallText += text[word.bytes]
        smallText.append(0x20)
        textWords += 1
        if word.isSmall { smallWords += 1 }
      }
      guard word.languages != 0 else { continue }
      if isPart, word.bytes.count > 1 { names.append(word.languages) } else { show(word.languages) }
    }
    // The title of a work or the name of a firm: The New York Times.
    for name in names { show(name, share: smallWords == 0 ? 1 : 3) }
  }

  /// The length of the longest word within a name, such as "upon", in bytes.
  private static let longestLink = 4

  /// True for a word that is probably a part of a name: it has a capital within a sentence, or is a short word between
  /// two such words, as in Frankfurt am Main, or begins the sentence before another one and is not frequent.
  private func isPartOfName(_ index: Int) -> Bool {
    func hasCapital(_ index: Int) -> Bool { found.indices.contains(index) && !found[index].isSmall }
    // The first word of a sentence is no name for its capital letter.
    if index == 0 { return hasCapital(0) && hasCapital(1) && found[0].languages == 0 }
    if !found[index].isSmall { return true }
    return index > 1 && found[index].bytes.count <= Self.longestLink && hasCapital(index - 1) && hasCapital(index + 1)
  }

  /// Counts a word of these languages.
  ///
  /// - Parameter share: 1 for a usual word; a greater number for a part of a name, which shows less and is no hit.
  private mutating func show(_ word: UInt64, share: Int = 1) {
    let weight = max(1, Self.weight(of: word) / share)
    var languages = word
    while languages != 0 {
      let language = languages.trailingZeroBitCount
      if share == 1 { hits[language] += 1 }
      weights[language] += weight
      languages &= languages - 1
    }
  }

  /// The weight of a word that these languages have.
  static func weight(of languages: UInt64) -> Int { max(1, ownWord / languages.nonzeroBitCount) }

  /// False for combining accents and for joiners.
  static func isLetter(_ scalar: UInt32) -> Bool {
    !(0x300...0x36F).contains(scalar) && scalar != 0x200C && scalar != 0x200D
  }

  /// The small form of a letter of the scripts that have capitals.
  @inline(__always)
  static func small(_ scalar: UInt32) -> UInt32 {
    // Most scripts have no capitals.
    if scalar >= 0x530, scalar & 0xFF00 != 0x1E00 { return scalar }
    return switch scalar {
    case 0xC0...0xDE: scalar + 0x20
    case 0x130: 0x69
    case 0x139...0x148, 0x179...0x17E: scalar + (scalar & 1)
    case 0x178: 0xFF
    case 0x100...0x177, 0x1A0...0x1A5, 0x1E00...0x1EFF, 0x218...0x21B, 0x460...0x481, 0x48A...0x4BF, 0x4D0...0x52F:
      scalar | 1
    case 0x1AF: 0x1B0
    case 0x391...0x3AB: scalar + 0x20
    case 0x400...0x40F: scalar + 0x50
    case 0x410...0x42F: scalar + 0x20
    default: scalar
    }
  }
}

/// The frequent words of all languages. A word is known by a hash of 64 bits, so that a lookup allocates nothing.
struct WordTable: Sendable {
  /// A word, and the languages that have it as bits; 0 for no word. Both lie beside each other, since a lookup mostly
  /// waits for memory.
  private struct Slot {
    var key: UInt64 = 0
    var languages: UInt64 = 0
  }

  private var slots: [Slot]
  private let letterI = WordHash(of: "i").value
  private let english = LanguageWords.index(of: "en").map { UInt64(1) << UInt64($0) } ?? 0

  /// The table of `LanguageWords.all`.
  static let shared = WordTable(LanguageWords.all.map(\.words))

  /// A table of lists of words; a list's position is its bit.
  init(_ lists: [String]) {
    slots = Array(repeating: Slot(), count: 16_384)
    for (index, list) in lists.enumerated() {
      var word: WordHash?
      for scalar in list.unicodeScalars {
        if scalar == " " || scalar == "\n" {
          if let word { insert(word.value, bit: 1 << UInt64(index)) }
          word = nil
        } else {
          word = word ?? WordHash()
          word?.add(scalar.value)
        }
      }
      if let word { insert(word.value, bit: 1 << UInt64(index)) }
    }
  }

  private mutating func insert(_ key: UInt64, bit: UInt64) {
    var place = Int(key & UInt64(slots.count - 1))
    while slots[place].languages != 0, slots[place].key != key { place = (place + 1) & (slots.count - 1) }
    slots[place].key = key
    slots[place].languages |= bit
  }

  /// The languages in which a word is frequent, as bits.
  ///
  /// - Parameter isSmall: true if it begins with a small letter.
  func languages(of key: UInt64, isSmall: Bool) -> UInt64 {
    let languages = languages(of: key)
    // The English "I" is never small; "and" in Polish and Croatian, "in" in Czech and Danish mostly is.
    return key == letterI && isSmall ? languages & ~english : languages
  }

  /// The languages in which this is a frequent word, as bits.
  private func languages(of key: UInt64) -> UInt64 {
    slots.withUnsafeBufferPointer { slots in
      var place = Int(key & UInt64(slots.count - 1))
      while slots[place].languages != 0 {
        if slots[place].key == key { return slots[place].languages }
        place = (place + 1) & (slots.count - 1)
      }
      return 0
    }
  }
}

/// The hash of a word's small letters (FNV-1a by scalar, with a final mix).
struct WordHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(of word: String) {
    for scalar in word.unicodeScalars { add(scalar.value) }
  }

  /// Adds a letter of ASCII.
  @inline(__always)
  mutating func add(_ byte: UInt8) { add(UInt32(byte)) }

  /// Adds a scalar.
  @inline(__always)
  mutating func add(_ scalar: UInt32) {
    state = (state ^ UInt64(scalar)) &* 0x100_0000_01B3
  }

  var value: UInt64 { state ^ state >> 29 }
}

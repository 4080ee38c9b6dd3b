/// The frequent words of all languages. A word is known by a hash of 64 bits, so that a lookup allocates nothing.
struct WordTable: Sendable {
  /// A word, and the languages that have it as bits; 0 for no word. Both lie beside each other, since a lookup mostly
  /// waits for memory.
  private struct Slot {
    var key: UInt64 = 0
    var languages: UInt64 = 0
  }

  private var slots: [Slot]

  /// The table of `LanguageFacts.all`.
  static let shared = WordTable(LanguageFacts.all.map(\.words))

  /// A table of lists of words; a list's position is its bit.
  init(_ lists: [String]) {
    slots = Array(repeating: Slot(), count: 16_384)
    for (index, list) in lists.enumerated() {
      for word in list.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
        insert(WordHash(of: word).value, bit: 1 << UInt64(index))
      }
    }
  }

  private mutating func insert(_ key: UInt64, bit: UInt64) {
    var place = Int(key & UInt64(slots.count - 1))
    while slots[place].languages != 0, slots[place].key != key { place = (place + 1) & (slots.count - 1) }
    slots[place].key = key
    slots[place].languages |= bit
  }

  /// The languages in which this is a frequent word, as bits.
  func languages(of key: UInt64) -> UInt64 {
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

/// The hash of a word's small letters (FNV-1a with a final mix).
struct WordHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(of word: some Sequence<UInt8>) {
    for byte in word { add(byte) }
  }

  /// Adds a byte of UTF-8.
  mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// Adds a scalar as UTF-8.
  mutating func add(_ scalar: UInt32) {
    switch scalar {
    case 0..<0x80: add(UInt8(scalar))
    case 0x80..<0x800:
      add(UInt8(0xC0 | scalar >> 6))
      add(UInt8(0x80 | scalar & 0x3F))
    case 0x800..<0x10000:
      add(UInt8(0xE0 | scalar >> 12))
      add(UInt8(0x80 | scalar >> 6 & 0x3F))
      add(UInt8(0x80 | scalar & 0x3F))
    default:
      add(UInt8(0xF0 | scalar >> 18 & 7))
      add(UInt8(0x80 | scalar >> 12 & 0x3F))
      add(UInt8(0x80 | scalar >> 6 & 0x3F))
      add(UInt8(0x80 | scalar & 0x3F))
    }
  }

  var value: UInt64 { state ^ state >> 29 }
}

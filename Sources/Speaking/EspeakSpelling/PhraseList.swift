import CHanziReadings
import SpokenForms

/// The words that the voice reads wrong, with their pinyin.
package enum PhraseList {
  /// A word of the list in a text.
  package struct Match {
    /// The end of the word in the text, in Unicode scalars.
    package var end: Int
    /// The pinyin of each character, with a digit for the tone.
    package var syllables: [String]
  }

  /// A word a line, in the order of the code points, followed by the pinyin of each character.
  package static var lines: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: aloud_hanzi_readings(), count: aloud_hanzi_readings_size())
  }

  /// The longest word of the list, in characters.
  private static let longest = 8
  private static let lineEnd = UInt8(ascii: "\n")

  /// The longest listed word that begins at `place` and whose end is permitted.
  package static func longestMatch(
    at place: Int, in scalars: [Unicode.Scalar], where isPermitted: (_ end: Int) -> Bool
  ) -> Match? {
    let list = Self.lines.span
    var key: [UInt8] = []
    key.reserveCapacity(3 * longest)
    var lower = 0
    var found: (end: Int, pinyin: Int)?
    for end in place..<min(place + longest, scalars.count) {
      guard scalars[end].isHanzi else { break }
      key += Array(UTF8.encode(scalars[end])!)
      lower = firstLine(notBefore: key, from: lower, in: list)
      guard list.hasPrefix(key, at: lower) else { break }
      let pinyin = lower + key.count
      if list[pinyin] < 0x80, isPermitted(end + 1) { found = (end + 1, pinyin) }
    }
    return found.map { Match(end: $0.end, syllables: syllables(at: $0.pinyin, in: list)) }
  }

  /// The first line from `start` on that is not less than `key`; the end of the list if there is none.
  private static func firstLine(notBefore key: [UInt8], from start: Int, in list: Span<UInt8>) -> Int {
    var (lower, upper) = (start, list.count)
    while lower < upper {
      var middle = lower + (upper - lower) / 2
      while middle > lower, list[middle - 1] != lineEnd { middle -= 1 }
      if list.isLess(than: key, at: middle) {
        lower = middle
        while lower < list.count, list[lower] != lineEnd { lower += 1 }
        lower = min(lower + 1, list.count)
      } else {
        upper = middle
      }
    }
    return lower
  }

  private static func syllables(at start: Int, in list: Span<UInt8>) -> [String] {
    var syllables: [String] = []
    var syllable = ""
    var place = start
    while place < list.count, list[place] != lineEnd {
      syllable.unicodeScalars.append(Unicode.Scalar(list[place]))
      if list[place] <= UInt8(ascii: "9") {
        syllables.append(syllable)
        syllable = ""
      }
      place += 1
    }
    return syllables
  }
}

extension Span<UInt8> {
  fileprivate func hasPrefix(_ key: [UInt8], at place: Int) -> Bool {
    guard place + key.count < count else { return false }
    for index in key.indices where self[place + index] != key[index] { return false }
    return true
  }

  /// True if what stands at `place` is less than `key`, which may go on.
  fileprivate func isLess(than key: [UInt8], at place: Int) -> Bool {
    for index in key.indices {
      guard place + index < count else { return true }
      let byte = self[place + index]
      if byte != key[index] { return byte < key[index] }
    }
    return false
  }
}

import EspeakSpelling
import Testing

@Suite(.timeLimit(.minutes(3)))
struct PhraseListTests {
  /// The words are found by halving, so that their order matters.
  @Test func theListIsSortedAndWhole() {
    var last = ""
    var count = 0
    for line in PhraseList.lines.split(separator: UInt8(ascii: "\n")) {
      let word = String(decoding: line.prefix { $0 >= 0x80 }, as: UTF8.self)
      let pinyin = line.drop { $0 >= 0x80 }
      let tones = pinyin.count { 0x31...0x35 ~= $0 }
      #expect(tones == word.unicodeScalars.count && !word.isEmpty, "\(word)")
      #expect(pinyin.allSatisfy { 0x31...0x35 ~= $0 || 0x61...0x7A ~= $0 }, "\(word)")
      #expect(last.utf8.lexicographicallyPrecedes(word.utf8), "\(word)")
      last = word
      count += 1
    }
    #expect(count > 10_000)
  }

  @Test func everyWordIsFound() {
    for line in PhraseList.lines.split(separator: UInt8(ascii: "\n")) {
      let word = String(decoding: line.prefix { $0 >= 0x80 }, as: UTF8.self)
      let pinyin = String(decoding: line.drop { $0 >= 0x80 }, as: UTF8.self)
      let scalars = Array(("我" + word + "。").unicodeScalars)
      let match = PhraseList.longestMatch(at: 1, in: scalars) { _ in true }
      #expect(match?.syllables.joined() == pinyin && match?.end == scalars.count - 1, "\(word)")
    }
  }
}

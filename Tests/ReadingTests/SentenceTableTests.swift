import DesktopSupport
import Documents
import Speech
import Testing
import Vocabulary

@testable import Reading

@Suite struct SentenceTableTests {
  /// Sentences of every kind: near and far, short and long, of ASCII and other text.
  private static let sentences: [SentenceRecord] = {
    var sentences: [SentenceRecord] = []
    var place = TextPlace.start
    for index in 0..<1000 {
      let gap = [0, 1, 2, 130, 70_000][index * 7 % 5]
      let length = [1, 5, 127, 128, 600, 20_000][index * 11 % 6]
      let width = [1, 1, 2, 3, 4][index * 3 % 5]
      place = place + TextPlace(scalars: gap, utf8: gap, utf16: gap)
      let end =
        place + TextPlace(scalars: length, utf8: length * width, utf16: width == 4 ? 2 * length : length)
      let block = BlockClass.allCases[index % BlockClass.allCases.count]
      sentences.append(
        SentenceRecord(span: TextSpan(place, end), flags: index % 3 == 0 ? .continues : [], block: block))
      place = end
    }
    return sentences
  }()

  private func table() -> SentenceTable {
    var table = SentenceTable()
    for sentence in Self.sentences { table.append(sentence) }
    return table
  }

  @Test func everySentenceIsTheOneThatWasAppended() {
    let table = table()
    #expect(table.count == Self.sentences.count)
    for index in Self.sentences.indices { #expect(table[index] == Self.sentences[index]) }
  }

  @Test(arguments: [0..<1000, 0..<0, 5..<6, 15..<17, 100..<333, 990..<2000])
  func sentencesInARowAreThose(range: Range<Int>) {
    var found: [SentenceRecord] = []
    table().forEach(in: range) { found.append($0) }
    #expect(found == Array(Self.sentences[range.clamped(to: 0..<1000)]))
  }

  /// Phrases may be heard in another order than that of the text.
  @Test func sentencesMayStandInAnotherOrder() {
    var (table, generator) = (SentenceTable(), SeededGenerator(seed: 4))
    let shuffled = Self.sentences.shuffled(using: &generator)
    for sentence in shuffled { table.append(sentence) }
    for index in shuffled.indices { #expect(table[index] == shuffled[index]) }
  }

  /// The bytes of so many sentences are in several pieces.
  @Test func everySentenceOfALongTextIsTheOneThatWasAppended() {
    var (table, sentences) = (SentenceTable(), [SentenceRecord]())
    var place = TextPlace.start
    for index in 0..<100_000 {
      let end = place + TextPlace(scalars: 1 + index % 3, utf8: 3 + index % 200, utf16: 1 + index % 3)
      sentences.append(SentenceRecord(span: TextSpan(place, end), block: .paragraph))
      table.append(sentences[index])
      place = end
    }
    for index in sentences.indices where table[index] != sentences[index] {
      Issue.record("sentence \(index) is another one")
      return
    }
    var found: [SentenceRecord] = []
    table.forEach(in: 7..<99_999) { found.append($0) }
    #expect(found == Array(sentences[7..<99_999]))
  }
}

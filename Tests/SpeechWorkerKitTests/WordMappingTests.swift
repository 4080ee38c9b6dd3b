import Foundation
import Speech
import SpeechWorkerKit
import Testing

@Suite(.timeLimit(.minutes(3)))
struct WordMappingTests {
  /// Words of an ASCII text, by their ranges.
  static func words(_ ranges: [Range<Int>]) -> [TextSpan] {
    ranges.map { TextSpan(scalars: $0, utf8: $0, utf16: $0) }
  }

  static func frames(_ ranges: [Range<Int>], length: Int, events: [(Int, Int, Int)], total: Int) -> [Int] {
    let text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
    var mapping = WordMapping(SaidText(written: text, words: words(ranges)))
    var marks = events.flatMap { mapping.add(EngineWord(position: $0.0, length: $0.1, frame: $0.2)) }
    marks += mapping.finish(frames: total)
    #expect(marks.map(\.span.scalars) == ranges)
    return marks.map(\.frame)
  }

  @Test func anEventForEachWordIsTaken() {
    #expect(Self.frames([0..<3, 4..<7], length: 7, events: [(0, 3, 5), (4, 3, 100)], total: 200) == [5, 100])
  }

  @Test func aWordWithoutEventGetsItsShareOfTheWay() {
    #expect(
      Self.frames([0..<4, 5..<9, 10..<14], length: 14, events: [(0, 4, 0), (10, 4, 1000)], total: 2000) == [
        0, 500, 1000,
      ])
    #expect(Self.frames([0..<4, 5..<9], length: 10, events: [(0, 4, 0)], total: 1000) == [0, 500])
    #expect(Self.frames([0..<4, 5..<10], length: 10, events: [], total: 1000) == [0, 500])
  }

  @Test func emptyRepeatedAndEarlierEventsAreDropped() {
    #expect(
      Self.frames(
        [0..<4, 5..<9], length: 9, events: [(0, 4, 10), (5, 0, 20), (5, 4, 30), (7, 2, 40), (0, 4, 50), (99, 4, 60)],
        total: 100) == [10, 30])
  }

  @Test func framesNeverFall() {
    #expect(
      Self.frames([0..<1, 2..<3, 4..<5], length: 5, events: [(0, 1, 50), (2, 1, 20), (4, 1, 60)], total: 70) == [
        50, 50, 60,
      ])
  }

  @Test func anEventForTwoWordsMarksBoth() {
    #expect(Self.frames([0..<2, 3..<6, 7..<9], length: 9, events: [(0, 6, 0), (7, 2, 70)], total: 90) == [0, 30, 70])
  }

  @Test func noSoundLeavesAllMarksAtTheStart() {
    #expect(Self.frames([0..<2, 3..<6], length: 6, events: [], total: 0) == [0, 0])
  }

  /// The frames of words of a text of which the last one alone has an event.
  private static func frames(_ text: String, _ words: [String]) -> [Int] {
    var start = text.startIndex
    let spans = words.map { word -> TextSpan in
      let range = text[start...].range(of: word)!
      start = range.upperBound
      let place = text.unicodeScalars.distance(from: text.startIndex, to: range.lowerBound)
      let scalars = place..<place + word.unicodeScalars.count
      return TextSpan(scalars: scalars, utf8: scalars, utf16: scalars)
    }
    var mapping = WordMapping(SaidText(written: Array(text.utf8), words: spans))
    let last = spans[spans.count - 1].scalars
    let event = EngineWord(position: last.lowerBound, length: last.count, frame: 1000)
    let marks = mapping.add(event) + mapping.finish(frames: 2000)
    return marks.map(\.frame)
  }

  /// A word without an event begins after its share of what is said, and not of what is written.
  @Test(arguments: [
    // Four letters, a pause and a space; eight and one before the last word.
    ("aaaa, bbbb cc", ["aaaa", "bbbb", "cc"], 13 * 1000 / 22),
    ("aaaa bbbb cc", ["aaaa", "bbbb", "cc"], 9 * 1000 / 18),
    // A small kana is no syllable of its own.
    ("キャキャシシカ", ["キャキャ", "シシ", "カ"], 500),
    // Vowels above the line are half a letter.
    ("กีกีกกกค", ["กีกี", "กกก", "ค"], 500),
  ]) func theShareIsThatOfWhatIsSaid(text: String, words: [String], frame: Int) {
    #expect(Self.frames(text, words) == [0, frame, 1000])
  }

  /// The sound ends soon after the last word: the mark at the end is no pause.
  @Test func theEndIsNoPause() {
    let words = Self.words([0..<4, 5..<9])
    for (text, frame) in [("aaaa bbbb", 9 * 1000 / 17), ("aaaa bbbb.", 9 * 1000 / 19)] {
      var mapping = WordMapping(SaidText(written: Array(text.utf8), words: words))
      #expect(mapping.finish(frames: 1000).map(\.frame) == [0, frame])
    }
  }
}

import Espeak
import Speech
import Testing

@Suite(.timeLimit(.minutes(3)))
struct WordMappingTests {
  /// Words of an ASCII text, by their ranges.
  static func words(_ ranges: [Range<Int>]) -> [TextSpan] {
    ranges.map { TextSpan(scalars: $0, utf8: $0, utf16: $0) }
  }

  static func frames(_ ranges: [Range<Int>], length: Int, events: [(Int, Int, Int)], total: Int) -> [Int] {
    var mapping = WordMapping(words: words(ranges), length: length)
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
}

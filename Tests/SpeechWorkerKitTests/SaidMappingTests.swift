import DesktopSupport
import Speech
import SpeechWorkerKit
import Testing

/// Words of a text of which the engine gets another form.
@Suite(.timeLimit(.minutes(3)))
struct SaidMappingTests {
  private static func marks(_ said: SaidText, _ events: [EngineWord], _ end: Int) -> [WordMark] {
    var mapping = WordMapping(said)
    let marks = events.flatMap { mapping.add($0) }
    return marks + mapping.finish(frames: end)
  }

  /// Words with a blank between some of them.
  private static func words(_ dice: inout SeededGenerator) -> [TextSpan] {
    var words: [Range<Int>] = []
    for _ in 0..<Int.random(in: 0...12, using: &dice) {
      let start = (words.last?.upperBound ?? 0) + Int.random(in: 0...1, using: &dice)
      words.append(start..<start + Int.random(in: 1...6, using: &dice))
    }
    return WordMappingTests.words(words)
  }

  private static func said(_ words: [TextSpan], _ dice: inout SeededGenerator) -> SaidText {
    var said = SaidText()
    for word in words {
      switch Int.random(in: 0...5, using: &dice) {
      case 0: said.sayWithLast(word)
      case 1: said.say("", for: word)
      default: said.say(String(repeating: "x", count: Int.random(in: 1...9, using: &dice)), for: word)
      }
      if Bool.random(using: &dice) { said.say(" ") }
    }
    return said
  }

  private static func events(_ length: Int, _ end: Int, _ dice: inout SeededGenerator) -> [EngineWord] {
    (0..<Int.random(in: 0...14, using: &dice)).map { _ in
      EngineWord(
        position: Int.random(in: 0...length + 3, using: &dice), length: Int.random(in: 0...9, using: &dice),
        frame: Int.random(in: 0...end, using: &dice))
    }
  }

  @Test func eachWordGetsOneMarkInOrderAndFramesNeverFall() {
    for seed in 0..<3000 {
      var dice = SeededGenerator(seed: UInt64(seed))
      let words = Self.words(&dice)
      let said = Self.said(words, &dice)
      let end = Int.random(in: 0...1000, using: &dice)
      let events = Self.events(said.scalarCount, end, &dice)
      let marks = Self.marks(said, events, end)
      #expect(marks.map(\.span) == words, "seed \(seed)")
      #expect(zip(marks, marks.dropFirst()).allSatisfy { $0.frame <= $1.frame }, "seed \(seed)")
      #expect(marks.allSatisfy { (0...end).contains($0.frame) }, "seed \(seed)")
    }
  }

  @Test func anEventMarksTheWordThatIsSaidThere() {
    // 三|百|円 is said さん びゃく えん.
    var said = SaidText()
    let words = WordMappingTests.words([0..<1, 1..<2, 2..<3])
    for (word, part) in zip(words, ["さん", " びゃく", " えん"]) { said.say(part, for: word) }
    let events = [(0, 2, 0), (3, 3, 100), (7, 2, 200)].map { EngineWord(position: $0.0, length: $0.1, frame: $0.2) }
    let marks = Self.marks(said, events, 300)
    #expect(marks.map(\.frame) == [0, 100, 200])
  }

  @Test func aWordSaidWithTheOneBeforeBeginsWithIt() {
    var said = SaidText()
    let words = WordMappingTests.words([0..<1, 1..<2, 2..<3])
    said.say("ひとり", for: words[0])
    said.sayWithLast(words[1])
    said.say(" で", for: words[2])
    let events = [(0, 3, 10), (4, 1, 90)].map { EngineWord(position: $0.0, length: $0.1, frame: $0.2) }
    #expect(Self.marks(said, events, 100).map(\.frame) == [10, 10, 90])
  }
}

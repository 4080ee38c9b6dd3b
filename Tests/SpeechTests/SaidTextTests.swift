import Speech
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SaidTextTests {
  private static func span(_ range: Range<Int>) -> TextSpan { TextSpan(scalars: range, utf8: range, utf16: range) }

  @Test func aWordIsSaidByThePartThatFollows() {
    var said = SaidText()
    said.say("さん", for: Self.span(0..<1))
    said.say(" ")
    said.say("", for: Self.span(1..<2))
    said.say("えん", for: Self.span(2..<3))
    said.sayWithLast(Self.span(3..<4))
    #expect(String(decoding: said.bytes, as: UTF8.self) == "さん えん")
    #expect(said.words.map(\.said) == [0..<2, 3..<3, 3..<5, 3..<5])
    #expect(said.words.map(\.span.scalars) == [0..<1, 1..<2, 2..<3, 3..<4])
    #expect(said.scalarCount == 5)
  }

  @Test func aWordWithoutOneBeforeIsSaidByNothing() {
    var said = SaidText()
    said.sayWithLast(Self.span(0..<1))
    #expect(said.words == [SaidWord(span: Self.span(0..<1), said: 0..<0)])
  }

  @Test func aRuleIsNotedOnce() {
    var said = SaidText()
    let (one, two) = (AppliedRule(rule: "a", from: "1", to: "2"), AppliedRule(rule: "a", from: "1", to: "3"))
    for rule in [one, two, one] { said.note(rule) }
    #expect(said.rules == [one, two])
  }

  @Test func aTextThatIsSaidAsItIsWrittenHasItsWordsAtTheirPlaces() {
    let said = SaidText(written: Array("Öl ist".utf8), words: [Self.span(0..<2), Self.span(3..<6)])
    #expect(said.scalarCount == 6)
    #expect(said.words.map(\.said) == [0..<2, 3..<6])
  }

  /// 3百円 is said さん びゃく えん; a crash in its middle leaves the other words.
  @Test func aPartOfARunHasItsOwnPlaces() {
    let text = "3百円"
    var place = TextPlace.start
    let words = text.unicodeScalars.map { scalar in
      let start = place
      place = place.after(scalar)
      return TextSpan(start, place)
    }
    var said = SaidText()
    for (word, part) in zip(words, ["さん", "びゃく", "えん"]) {
      said.say(part, for: word)
      said.say(" ")
    }
    let origin = TextPlace(scalars: 10, utf8: 10, utf16: 10)
    let run = SpokenRun(RunAttributes(voice: "x"), said, origin: TextSpan(origin, origin))
    let part = run.cut(to: 1..<3)
    #expect(String(decoding: part.said.bytes, as: UTF8.self) == "びゃく えん ")
    #expect(part.said.words.map(\.said) == [0..<3, 4..<6] && part.said.scalarCount == 7)
    #expect(part.said.words.map(\.span.utf8) == [0..<3, 3..<6])
    #expect((0..<2).map { part.word($0) } == (1..<3).map { run.word($0) })
    #expect(String(decoding: run.cut(to: 1..<2).said.bytes, as: UTF8.self) == "びゃく ")
    #expect(part.attributes == run.attributes)
  }
}

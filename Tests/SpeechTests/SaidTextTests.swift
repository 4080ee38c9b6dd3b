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
}

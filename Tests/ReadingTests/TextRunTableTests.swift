import Speech
import Testing
import Vocabulary

@testable import Reading

@Suite(.timeLimit(.minutes(1)))
struct TextRunTableTests {
  @Test func theSpansOfEachSentenceComeBack() {
    var table = TextRunTable()
    var known: [Int: [TextRun]] = [:]
    for sentence in stride(from: 3, to: 3000, by: 7) {
      let spans = (0..<sentence % 5 + 1).map { index in
        let start = index * 10
        let voice = VoiceID("voice \((sentence + index) % 40)")
        return TextRun(
          utf8: start..<start + sentence % 9 + 1,
          RunAttributes(
            voice: voice, pauseBefore: Microseconds(Int64(index % 2)), mark: index == 3 ? "m\(sentence)" : nil))
      }
      known[sentence] = spans
      table.append(spans, of: sentence)
    }
    for sentence in 0..<3001 { #expect(table[sentence] == known[sentence] ?? []) }
    var seen: [Int] = []
    table.forEach(in: 100..<200) { sentence, spans in
      seen.append(sentence)
      #expect(spans == known[sentence])
    }
    #expect(seen == known.keys.filter { (100..<200).contains($0) }.sorted())
  }

  @Test func moreWaysThanFitLeaveThePartToTheRestOfItsSentence() {
    var table = TextRunTable()
    table.append((0..<66_000).map { TextRun(utf8: $0..<$0 + 1, voice: VoiceID("\($0)")) }, of: 0)
    #expect(table[0].map(\.attributes.voice?.text) == (0..<65_536).map { "\($0)" })
  }
}

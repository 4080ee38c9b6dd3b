import Speech
import Testing

@Suite(.timeLimit(.minutes(3)))
struct TextRunTests {
  private static func covering(_ count: Int, _ marked: [Range<Int>]) -> [String] {
    let runs = marked.map { TextRun(utf8: $0, RunAttributes(language: "fr", voice: "v")) }
    return TextRun.covering(count, runs, rest: RunAttributes(language: "en")).map { run in
      "\(run.utf8.lowerBound)-\(run.utf8.upperBound) \(run.attributes.language)"
    }
  }

  @Test func theRunsOfATextCoverIt() {
    #expect(Self.covering(6, []) == ["0-6 en"])
    #expect(Self.covering(6, [0..<6]) == ["0-6 fr"])
    #expect(Self.covering(6, [2..<3]) == ["0-2 en", "2-3 fr", "3-6 en"])
    #expect(Self.covering(6, [0..<2, 2..<4]) == ["0-2 fr", "2-4 fr", "4-6 en"])
    #expect(Self.covering(0, []) == ["0-0 en"])
  }
}

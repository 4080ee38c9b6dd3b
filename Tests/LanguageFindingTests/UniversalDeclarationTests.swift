import Documents
import LanguageFinding
import Speech
import Testing

/// A sentence of an article of the Universal Declaration alone is found to be in its language. Rules are tuned on other
/// articles.
@Suite(.timeLimit(.minutes(3)))
struct UniversalDeclarationTests {
  /// The least share of a language's sentences, in percent, that is found right as a whole.
  private static let floors: [String: Int] = ["da": 92, "id": 94]

  @Test func aSentenceIsFoundInItsLanguage() throws {
    #expect(LanguageFinder().prepare(), "libcld2.so.0 is missing: scripts/install-dependencies test")
    var counts: [String: (right: Int, all: Int)] = [:]
    var wrong: [String] = []
    for sample in try Samples.read("udhr.jsonl") {
      // The desktop's language must not help.
      let desktop = sample.language == "en" ? "de" : "en"
      let runs = Samples.runs(sample.text, desktop: desktop)
      let isRight = runs.count == 1 && Self.isRight(runs[0].tag, sample.language)
      counts[sample.language, default: (0, 0)].all += 1
      if isRight {
        counts[sample.language, default: (0, 0)].right += 1
      } else {
        wrong.append("\(sample.language): \(runs.map(\.tag)) \(sample.text.prefix(70))")
      }
    }
    #expect(counts.count == 31)
    #expect(counts.values.reduce(0) { $0 + $1.all } >= 1000)
    for (language, count) in counts.sorted(by: { $0.key < $1.key }) {
      let percent = count.right * 100 / count.all
      #expect(percent >= Self.floors[language] ?? 97, "\(language): \(count.right) of \(count.all)")
    }
    let right = counts.values.reduce(0) { $0 + $1.right }
    #expect(right * 1000 >= 990 * counts.values.reduce(0) { $0 + $1.all }, "\(wrong.joined(separator: "\n"))")
  }

  private static func isRight(_ tag: String, _ language: String) -> Bool {
    switch language {
    case "zh-CN": tag == "zh-Hans" || tag == "zh"
    case "zh-TW": tag == "zh-Hant" || tag == "zh"
    default: tag == language
    }
  }
}

import Documents
import LanguageFinding
import Speech
import Testing

/// Names, loan words and parts in other languages, written by somebody else than the author of the rules.
@Suite(.timeLimit(.minutes(3)))
struct NamesTests {
  /// Names and loan words change nothing in a document whose language is known.
  @Test func aNameStaysInItsSentence() throws {
    let samples = try Samples.read("names.jsonl")
    #expect(samples.count >= 200)
    for sample in samples {
      let others = Self.others(in: sample, surrounding: sample.language)
      #expect(others.isEmpty, "\(sample.language): \(others)")
    }
  }

  /// A sentence with a name is found as a whole where nothing is known: it is not cut into two languages, and few are
  /// taken for the name's.
  @Test func aNameCutsNoSentence() throws {
    let samples = try Samples.read("names.jsonl")
    var wrong: [String] = []
    for sample in samples {
      let others = Self.others(in: sample, surrounding: "")
      if !others.isEmpty { wrong.append("\(sample.language): \(others)") }
      #expect(others.isEmpty || others.map(\.text).joined() == sample.text, "\(sample.language): \(others)")
    }
    #expect(wrong.count * 100 <= samples.count * 6, "\(wrong.count):\n\(wrong.joined(separator: "\n"))")
  }

  /// The parts that are not in the sample's language.
  private static func others(in sample: Samples.Text, surrounding: String) -> [Samples.Part] {
    Samples.runs(sample.text, surrounding: surrounding).filter {
      !Samples.areSame($0.tag, sample.language) && !isForeignWord($0.text, sample.language)
    }
  }

  /// A word in another script than the language's is a run of its own, which is no wrong switch.
  private static func isForeignWord(_ text: String, _ language: String) -> Bool {
    let isASCII = text.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0.value < 0x250 }
    return isASCII
      && ["ja", "zh", "ko", "ru", "uk", "bg", "el", "ar", "he", "fa", "hi", "bn", "th"]
        .contains { language.hasPrefix($0) }
  }

  /// The least share of texts, in percent, in which each letter has its language.
  private static let floor = 80

  @Test func aPartInAnotherLanguageIsFound() throws {
    var wrong: [String] = []
    let samples = try Samples.read("mixed.jsonl")
    #expect(samples.count >= 100)
    for sample in samples {
      let found = Samples.runs(sample.text, surrounding: sample.language)
      let wanted = try #require(sample.runs).map { ($0.text, $0.language) }
      if !Self.agree(found, wanted) { wrong.append("\(sample.language): \(found)") }
    }
    let percent = (samples.count - wrong.count) * 100 / samples.count
    let right = samples.count - wrong.count
    #expect(percent >= Self.floor, "\(right) of \(samples.count):\n\(wrong.joined(separator: "\n"))")
  }

  /// True if each letter has the same language in both; marks and white space may fall on either side.
  private static func agree(_ found: [Samples.Part], _ wanted: [(String, String)]) -> Bool {
    func letters(_ runs: [(String, String)]) -> [(Unicode.Scalar, String)] {
      runs.flatMap { run in run.0.unicodeScalars.filter(\.properties.isAlphabetic).map { ($0, run.1) } }
    }
    let ours = letters(found.map { ($0.text, $0.tag) })
    let theirs = letters(wanted)
    return ours.count == theirs.count
      && zip(ours, theirs).allSatisfy { $0.1 == $1.1 || $1.1.hasPrefix("und") || Samples.areSame($0.1, $1.1) }
  }
}

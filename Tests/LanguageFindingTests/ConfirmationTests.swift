import Documents
import LanguageFinding
import Testing

/// The quick look at a text says what the close look says.
@Suite(.timeLimit(.minutes(3)))
struct ConfirmationTests {
  private static func spans(_ text: String, _ surrounding: String, isQuick: Bool) -> [String] {
    Samples.runs(text, surrounding: surrounding, isQuick: isQuick).map(\.description)
  }

  /// In a document of its own language, and in one of another.
  @Test(arguments: [
    "en", "de", "sv", "da", "ru", "uk", "fa", "es", "pt", "fr", "hi", "bn", "el", "th", "ja", "zh-CN", "ko",
  ])
  func aSentenceIsFoundInEachDocument(document: String) throws {
    var different: [String] = []
    var count = 0
    for sample in try Samples.read("udhr.jsonl") {
      count += 1
      let quick = Self.spans(sample.text, document, isQuick: true)
      let close = Self.spans(sample.text, document, isQuick: false)
      if quick != close { different.append("\(quick) is \(close)") }
    }
    #expect(count > 1000)
    #expect(different.isEmpty, "\(different.joined(separator: "\n"))")
  }

  @Test(arguments: ["names.jsonl", "mixed.jsonl"])
  func namesAndPartsAreFoundAsByACloseLook(file: String) throws {
    var different: [String] = []
    for sample in try Samples.read(file) {
      let quick = Self.spans(sample.text, sample.language, isQuick: true)
      let close = Self.spans(sample.text, sample.language, isQuick: false)
      if quick != close { different.append("\(quick) is \(close)") }
    }
    #expect(different.isEmpty, "\(different.joined(separator: "\n"))")
  }

  /// The quick look is used: it knows the letters of a usual sentence, and leaves those with other parts to the
  /// detector.
  @Test func usualSentencesNeedNoMore() {
    let finder = LanguageFinder()
    func letters(_ text: String, _ language: String) -> Int? {
      finder.letters(of: Array(text.utf8)[...], ifIn: LanguageHints(expected: language, isOfDocument: true))
    }
    #expect(letters("It was the best of times, and it was the worst of times.", "en") == 42)
    #expect(letters("Der Mann ist mit dem Hund in den Wald gegangen.", "de") == 37)
    #expect(letters("Он не знал, что она была там.", "ru") == 21)
    #expect(letters("Der Mann ist mit dem Hund in den Wald gegangen.", "en") == nil)
    #expect(letters("He said: “Ich habe dich gestern nicht gesehen.”", "en") == nil)
    #expect(letters("He went to Москва by train.", "en") == nil)
  }
}

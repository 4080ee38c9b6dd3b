import Documents
import LanguageFinding
import Speech
import Testing

/// Texts without a language, tags that lie, and texts of any length.
@Suite(.timeLimit(.minutes(3)))
struct BadInputTests {
  @Test(arguments: [
    "", "…", "*** --- ***", "12,345.67 € — 89 %", "\u{378}\u{379}\u{E0001}", "\u{202E}\u{2066}\u{200F}\u{2069}", "😀🎉",
    "\u{300}\u{301}", "\u{FFFD}\u{FFFD}", "\u{10FFFF}", "“”«»()", "„“„“„“„“„“„“„“„“„“„“((((((((((((((",
  ]) func aTextWithoutLettersHasTheLanguageOfItsSurroundings(text: String) {
    #expect(Samples.runs(text, surrounding: "fr").map(\.tag) == (text.isEmpty ? [] : ["fr"]))
    #expect(Samples.runs(text, desktop: "sv").map(\.tag) == (text.isEmpty ? [] : ["sv"]))
  }

  @Test func controlsOfDirectionChangeNothing() {
    #expect(Samples.runs("The \u{202E}train\u{202C} leaves \u{2066}in\u{2069} ten minutes.").map(\.tag) == ["en"])
    #expect(Samples.runs("\u{200F}הרכבת יוצאת בעוד עשר דקות\u{200E}").map(\.tag) == ["he"])
  }

  /// Bytes that are no UTF-8 count as signs.
  @Test func brokenTextHasALanguage() {
    let finder = LanguageFinder()
    for bytes: [UInt8] in [[0xFF], [0xC3], [0xE4, 0xBD], [0x41, 0x80, 0x42], [0xF8, 0x88, 0x80, 0x80, 0x80]] {
      var runs = LanguageRuns(surrounding: "de", desktop: "en")
      let spans = runs.spans(of: bytes) { finder.language(of: $0, $1) }
      #expect(spans == [LanguageSpan(utf8: 0..<bytes.count, tag: "de")])
    }
  }

  /// The script wins over a tag that cannot be written in it, and a tag over what is found.
  @Test func aTagThatLiesLosesToTheScript() {
    func declared(_ text: String, _ tag: String) -> [LanguageSpan] {
      [LanguageSpan(utf8: 0..<text.utf8.count, tag: tag)]
    }
    let chinese = "火车十分钟后就要开了，请快一点。"
    #expect(Samples.runs(chinese, declared: declared(chinese, "de")).map(\.tag) == ["zh-Hans"])
    #expect(Samples.runs(chinese, surrounding: "de").map(\.tag) == ["zh-Hans"])
    let english = "The train leaves in ten minutes, so please hurry up."
    #expect(Samples.runs(english, declared: declared(english, "ru")).map(\.tag) == ["en"])
    #expect(Samples.runs(english, declared: declared(english, "fr")).map(\.tag) == ["fr"])
    #expect(Samples.runs(english, declared: declared(english, "a/tag at all")).map(\.tag) == ["en"])
  }

  @Test func declaredPartsKeepTheirPlaces() {
    let text = "We call it Schadenfreude in German."
    let word = LanguageSpan(utf8: 11..<24, tag: "de-AT")
    #expect(
      Samples.runs(text, declared: [word]).map(\.description)
        == ["en:We call it ", "de-AT:Schadenfreude", "en: in German."])
    // Outside the text, empty, over each other, out of order.
    let wild = [
      LanguageSpan(utf8: 30..<9000, tag: "nl"), LanguageSpan(utf8: 12..<13, tag: "fr"), word,
      LanguageSpan(utf8: 5..<5, tag: "fr"), LanguageSpan(utf8: 400..<500, tag: "fr"),
    ]
    #expect(Samples.runs(text, declared: wild).map(\.tag).filter { $0 == "de-AT" }.count == 1)
  }

  /// Ten megabytes without a space, and as many of single words: the memory does not grow, and a detector gets little.
  @Test(arguments: ["a", "é", "字", "ä.", "a “", "Das ist gut. ", "Я ё x "]) func longTextsTakeABoundedTime(unit: String)
  {
    let bytes = Array(String(repeating: unit, count: (10 << 20) / unit.utf8.count).utf8)
    var longest = 0
    var asked = 0
    var runs = LanguageRuns(surrounding: "", desktop: "en")
    let spans = runs.spans(of: bytes) { text, _ in
      longest = max(longest, text.count)
      asked += 1
      return nil
    }
    #expect(spans.first?.utf8.lowerBound == 0 && spans.last?.utf8.upperBound == bytes.count)
    #expect(longest <= 1000)
    #expect(asked <= bytes.count / 3)
  }

  /// Blocks of two languages in any order: the language changes where the block does and nowhere else. Of two languages
  /// that are close to each other, a block may keep the language before it.
  @Test(arguments: [
    ("en", "de", 0), ("fr", "it", 0), ("ru", "uk", 0), ("ja", "zh-CN", 0), ("cs", "hu", 0), ("en", "ar", 0),
    ("sv", "da", 1), ("es", "pt", 1),
  ]) func theLanguageNeverFlickers(one: String, other: String, mostWrong: Int) throws {
    let all = try Samples.read("udhr.jsonl")
    var blocks: [(String, String)] = []
    for language in [one, other] {
      let texts = all.filter { $0.language == language }.map(\.text)
      blocks += stride(from: 0, to: texts.count - 1, by: 2).map { (language, texts[$0] + " " + texts[$0 + 1]) }
    }
    var random = Seeded(state: 13)
    blocks.shuffle(using: &random)
    var document = LanguageRuns(surrounding: "", desktop: "en")
    var wrong: [String] = []
    for (language, text) in blocks {
      let runs = Samples.runs(text, in: &document)
      if runs.count != 1 || !Samples.areSame(runs[0].tag, language) { wrong.append("\(language): \(runs)") }
    }
    #expect(blocks.count > 30)
    #expect(wrong.count <= mostWrong, "\(wrong.count) of \(blocks.count):\n\(wrong.joined(separator: "\n"))")
  }
}

/// The same numbers each time.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 31
  }
}

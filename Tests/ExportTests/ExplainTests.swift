import DesktopSupport
import DocumentSupport
import Foundation
import Testing

/// `aloud explain`, without a desktop.
@Suite(.timeLimit(.minutes(2)))
struct ExplainTests {
  /// The objects of the output, one a line.
  private func objects(_ result: CommandResult) throws -> [[String: Any]] {
    try result.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func aTextIsExplainedSentenceBySentence() async throws {
    try await Exports.with { exports in
      let result = try await exports.explain("-l", "en", "--json", "It rains. We leave at once.")
      #expect(result.succeeded, "\(result)")
      let lines = try objects(result)
      #expect(lines.first?["version"] as? Int == 1)
      #expect((lines.first?["engine"] as? String)?.hasPrefix("espeak-ng") == true)
      let sentences = lines.dropFirst()
      #expect(sentences.map { $0["text"] as? String } == ["It rains.", "We leave at once."])
      #expect(sentences.map { $0["said"] as? String } == ["It rains.", "We leave at once."])
      for sentence in sentences {
        #expect(sentence["voice"] as? String == "gmw/en-US")
        #expect(sentence["language"] as? String == "en")
        #expect((sentence["rules"] as? [Any])?.isEmpty == true)
        let run = try #require((sentence["runs"] as? [[String: Any]])?.first)
        #expect(run["text"] as? String == sentence["text"] as? String)
        #expect(run["phonemes"] as? String == sentence["phonemes"] as? String)
      }
      #expect(sentences.first?["phonemes"] as? String == "ɪt ɹˈeɪnz")
    }
  }

  @Test func peopleSeeWhatIsChangedAndWhy() async throws {
    try await Exports.with { exports in
      let result = try await exports.explain("-v", "hi", "--phonemes", "अच्छा >-स")
      #expect(result.succeeded, "\(result)")
      #expect(result.output.contains("  voice     Hindi (inc/hi), hi\n"))
      #expect(result.output.contains("  said      अच्छा > स\n"))
      #expect(result.output.contains("  rule      hyphen-after-sign: '-' → ' '\n"))
      #expect(result.output.contains("  phonemes  "))
      let aligned = try await exports.explain("-l", "en", "--phonemes", "It rains.")
      #expect(aligned.output.hasSuffix("\n            It  rains.\n  phonemes  ɪt  ɹˈeɪnz\n"), "\(aligned.output)")
      let kept = try await exports.explain("-l", "en", "Dr. Smith saw fig. 3 at 5 p.m. on Monday.")
      #expect(kept.output.contains("  rule      sentence-abbreviation: 'Dr.'\n"), "\(kept.output)")
      let plain = try await exports.explain("-l", "en", "One.")
      #expect(plain.output == "One.\n  voice     English (America) (gmw/en-US), en\n")
    }
  }

  /// A voice reads several tags; the one that was asked for is shown.
  @Test(arguments: [
    (["-l", "zh-TW"], "天氣很好。", ["zh-TW"]), (["-l", "zh-TW"], "天氣很好 Windows。", ["zh-TW", "en"]),
    (["-l", "de-AT"], "Guten Tag.", ["de-AT"]),
    (["--all-in", "de-CH"], "Guten Tag. It was raining.", ["de-CH", "de-CH"]),
    (["-v", "de"], "Guten Tag.", ["de"]),
  ]) func theLanguageIsTheOneThatWasAskedFor(options: [String], text: String, languages: [String]) async throws {
    try await Exports.with { exports in
      let sentences = try objects(try await exports.explain(options + ["--json", "--", text])).dropFirst()
      let runs = sentences.flatMap { $0["runs"] as? [[String: Any]] ?? [] }
      #expect(runs.map { $0["language"] as? String } == languages)
      #expect(sentences.first?["language"] as? String == languages[0])
    }
  }

  @Test func aDocumentIsExplainedWithTheVoicesOfItsLanguages() async throws {
    try await Exports.with { exports in
      try Data("<html lang='de'><body><p>Guten Tag.</p><p lang='fr'>Il pleut.</p></body></html>".utf8).write(
        to: URL(fileURLWithPath: exports.file("page.html")))
      let result = try await exports.explain("--json", "--document", exports.file("page.html"))
      let sentences = try objects(result).dropFirst()
      #expect(sentences.map { $0["voice"] as? String } == ["gmw/de", "roa/fr"])
      #expect(sentences.map { $0["language"] as? String } == ["de", "fr"])
      let one = try await exports.explain("--json", "--all-in", "de", "--document", exports.file("page.html"))
      let all = try objects(one).dropFirst()
      #expect(all.map { $0["voice"] as? String } == ["gmw/de", "gmw/de"])
      // German rules and sounds, whatever the page says.
      #expect(all.map { $0["language"] as? String } == ["de", "de"])
    }
  }

  @Test func aPartInAnotherLanguageIsARunOfItsOwn() async throws {
    try await Exports.with { exports in
      try Data("<html lang='en'><body><p>She said <i lang='de'>guten Tag</i> and left.</p></body></html>".utf8).write(
        to: URL(fileURLWithPath: exports.file("page.html")))
      let result = try await exports.explain("--json", "--document", exports.file("page.html"))
      let sentence = try #require(try objects(result).dropFirst().first)
      let runs = try #require(sentence["runs"] as? [[String: Any]])
      #expect(runs.map { $0["text"] as? String } == ["She said", "guten Tag", "and left."])
      #expect(runs.map { $0["voice"] as? String } == ["gmw/en-US", "gmw/de", "gmw/en-US"])
      #expect(runs.map { $0["language"] as? String } == ["en", "de", "en"])
      #expect(sentence["said"] as? String == "She said guten Tag and left.")
      #expect((sentence["phonemes"] as? String)?.contains("ɡˈuːtən tˈɑːk") == true)
    }
  }

  private struct Sample: Decodable {
    var language: String
    var text: String
  }

  /// A paragraph in each of thirty languages, with nothing said of its language.
  @Test func aTextIsReadByTheVoiceOfItsLanguage() async throws {
    let path = Project.file("Tests/Fixtures/languages/udhr.jsonl")
    let samples = try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Sample.self, from: $0)
    }
    let languages = Dictionary(grouping: samples, by: \.language)
    #expect(languages.count >= 30)
    try await Exports.with { exports in
      for (language, samples) in languages.sorted(by: { $0.key < $1.key }) {
        let text = samples.prefix(3).map(\.text).joined(separator: " ")
        let free = try objects(try await exports.explain("--json", "--", text)).dropFirst()
        let told = try objects(try await exports.explain("--json", "-l", language, "--", text)).dropFirst()
        #expect(
          !free.isEmpty && free.map { $0["voice"] as? String } == told.map { $0["voice"] as? String }, "\(language)")
        #expect(free.map { $0["phonemes"] as? String } == told.map { $0["phonemes"] as? String }, "\(language)")
      }
    }
  }

  @Test func aSentenceInAnotherLanguageHasItsVoice() async throws {
    try await Exports.with { exports in
      func voices(_ text: String, _ options: String...) async throws -> [String] {
        let result = try await exports.explain(["--json"] + options + ["--", text])
        return try objects(result).dropFirst().flatMap { sentence in
          (sentence["runs"] as? [[String: Any]] ?? []).compactMap { $0["voice"] as? String }
        }
      }
      let (english, german) = ("gmw/en-US", "gmw/de")
      let text = "It was raining in the town. Wir gehen heute nicht in die Schule. Then they left for the sea."
      let free = try await voices(text)
      #expect(free == [english, german, english])
      let told = try await voices(text, "-l", "en")
      #expect(told == [english, english, english])
      // Names and loan words change nothing.
      let names = try await voices("Mr. Müller took his Computer to the Meeting in Köln.")
      #expect(names == [english])
      let script = try await voices("He wrote Привет on the wall.")
      #expect(script == [english, "zle/ru", english])
      let toldScript = try await voices("He wrote Привет on the wall.", "-l", "en")
      #expect(toldScript == [english, "zle/ru", english])
      let all = try await voices("He wrote Привет on the wall.", "--all-in", "en")
      #expect(all == [english])
    }
  }

  @Test func japaneseIsExplainedByItsReadings() async throws {
    try await Exports.with { exports in
      let result = try await exports.explain("-l", "ja", "今日は一冊。")
      #expect(result.succeeded, "\(result)")
      #expect(result.output.contains("  said      キョーワ イッサツ。\n"), "\(result)")
      #expect(result.output.contains("  rule      reading: '今日' → 'キョー'\n"))
      #expect(result.output.contains("  rule      particle: 'は' → 'ワ'\n"))
      #expect(result.output.contains("  rule      counter: '一冊' → 'イッサツ'\n"))
    }
  }

  @Test(arguments: ["/var/lib/mecab/dic/ipadic", Project.nowhere])
  func withoutADictionaryInUTF8KanjiAreLeftOutAndTheCommandSaysWhatToInstall(folder: String) async throws {
    try await Exports.with { exports in
      try Data("dicdir = \(folder)\n".utf8).write(to: URL(fileURLWithPath: exports.file("mecabrc")))
      let result = try await exports.shell(
        "MECABRC='\(exports.file("mecabrc"))' '\(Project.program("aloud"))' explain -l ja 'きょうは三百円。文章'")
      #expect(result.exitCode == 5, "\(result)")
      #expect(result.output.contains("  said      キョウワ サンビャクエン。\n"), "\(result)")
      #expect(result.output.contains("  rule      no-reading: '文章' → ''\n"))
      #expect(result.errors.contains("apt install mecab-ipadic-utf8"))
    }
  }

  @Test func standardInputAndFilesAreTextsToo() async throws {
    try await Exports.with { exports in
      let text = exports.file("text.txt")
      try Data("Rain.".utf8).write(to: URL(fileURLWithPath: text))
      for arguments in [
        "< '\(text)'", "- < '\(text)'", "-f '\(text)'", "--document '\(text)'", "--document - < '\(text)'",
      ] {
        let result = try await exports.shell("'\(Project.program("aloud"))' explain -l en \(arguments)")
        #expect(result.output.hasPrefix("Rain.\n"), "\(arguments): \(result)")
      }
    }
  }

  @Test(arguments: [
    (["-f", "x", "word"], "there is more than one text"), (["-v", "nobody", "word"], "there is no voice 'nobody'"),
    (["-l", "xx", "word"], "no voice reads the language 'xx'"), (["--document", Project.nowhere], "cannot read"),
    ([" "], "the text is empty"), (["…"], ""),
  ]) func aWrongCallIsRefused(arguments: [String], message: String) async throws {
    try await Exports.with { exports in
      let result = try await exports.explain(arguments)
      #expect(!result.succeeded || message.isEmpty)
      #expect(message.isEmpty || result.errors.contains(message), "\(result)")
    }
  }
}

import DesktopSupport
import Documents
import Foundation
import Linguistics
import Speech
import Testing

@Suite(.timeLimit(.minutes(3)))
struct SentenceRulesTests {
  /// Sentences divided by `|`.
  @Test(arguments: [
    ("en", "We met at 10 a.m. on May 5.|It was raining."), ("en", "See fig. 3).|Then go to sec. 4.2."),
    ("en", "The meeting is at 9 a.m. Monday.|Bring a pen."), ("en", "5.8.5. Handling of errors|"),
    ("en", "Visit https://example.org/path?q=1 for more.|It helps."), ("en", "“Is it true?” I asked.|“No.”|She left."),
    ("en", "\"Run!\" John shouted.|He ran."), ("en", "I prefer plan B.|The other one failed."),
    ("en", "He paused…|Then he spoke."), ("en", "Well… maybe."), ("en", "Write to info@example.com.|We answer."),
    ("en", "Is it 3.14 or 2.71?|It cost 1,000.50."), ("en", "I bought apples, etc.|Then I went home."),
    ("en", "It weighs 5 kg.|Nobody knew."), ("en", "She works at Yahoo! Research.|Yes."),
    ("en", "(a) one thing.|(b) another."), ("en", "1. First do this|2. Then do that"),
    ("en", "He was a martyr.[1] |The emperor came."), ("en", "Who came?|They left!?|No."),
    ("de", "Am 3. Oktober feiern wir.|Der 1. Absatz ist kurz."), ("de", "Er wurde 12.|Dann ging er."),
    ("de", "Das war um 300 v. Chr. in Rom.|Heute ist es anders."),
    ("de", "Siehe Abb. 3 und Nr. 7, S. 12.|Danach mehr."),
    ("de", "Er wohnt in der Bahnhofstr. 5.|Sie nicht."), ("de", "5. Mai war schön, der 6. Mai auch."),
    ("de", "Die 2. und 3. Klasse fährt am 24. 12. 2020 nach Berlin."), ("de", "Ludwig XIV. von Frankreich starb."),
    ("fr", "« Viens ! » dit-il.|Elle vint."), ("fr", "M. Dupont habite au n° 5 av. Foch.|Il va bien."),
    ("it", "Il sig. Rossi abita in via Roma n. 5.|È medico."), ("es", "¿Qué hora es?|Son las 5 p.m.|Vámonos."),
    ("nl", "Dat is raak.|81 procent wist het."), ("da", "Han kom den 5. maj kl. 8.|Hun gik."),
    ("ru", "Он родился в 1980 г. в Москве.|Потом уехал."), ("ru", "— Привет!|— Здравствуй!"),
    ("ru", "А. С. Пушкин родился в 1799 г.|Он был поэтом."), ("el", "Πού είναι;|Εδώ είναι."),
    ("hy", "Բարև Ձեզ:|Ինչպե՞ս եք:"),
    ("hi", "डॉ. शर्मा आए।|वे बैठे।"), ("am", "እንደምን አለህ፧|መልካም ቀን።"), ("ar", "هل أنت؟|نعم."),
    ("th", "สวัสดีครับ|ผมชื่อสมชาย"), ("th", "ฉันมีแมว 3 ตัว"), ("ko", "안녕하세요.|오늘은 3.5도입니다."),
    ("vi", "Ông Nguyễn sống ở TP. Hồ Chí Minh.|Ông là bác sĩ."), ("ka", "კი!|ეს არის."),
    ("he", "א. ב. יהושע כתב ספר.|הוא גר בחיפה."),
    ("hi", "ए. पी. जे. अब्दुल कलाम आए।|वे बैठे।"), ("ar", "كان ذلك في 300 ق.م. في مصر."), ("th", "ปี พ.ศ. 2563 ยาวนานมาก"),
    ("xx", "See Dr. Smith, No. 5.|Good."),
  ]) func aSentenceEndsWhereAReaderStops(language: String, marked: String) throws {
    let sentences = marked.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(try SentenceStreamTests.sentences(sentences.joined(separator: " "), language: language) == sentences)
  }

  @Test func ideographicTextHasNoSpaces() throws {
    #expect(
      try SentenceStreamTests.sentences("「行こう。」と言った。それから出た。", language: "ja") == ["「行こう。」と言った。", "それから出た。"])
    #expect(try SentenceStreamTests.sentences("《你好！李焕英》很好看。我喜欢。", language: "zh") == ["《你好！李焕英》很好看。", "我喜欢。"])
  }

  @Test(arguments: [
    ("en", "Dr. Smith came. He sat.", "4 abbreviation, 16."), ("en", "See p. 55. It is long.", "7 number, 11."),
    ("en", "1. The item", "3 list-mark"), ("en", "J. Smith", "3 initial"), ("en", "See a.b?c=1 now", "8 address"),
    ("de", "Am 3. Mai kam er. Er ging.", "6 ordinal, 18."), ("hy", "Այո: Ոչ", "5. stop"),
  ]) func aDecisionNamesItsRule(language: String, text: String, expected: String) throws {
    let decisions = try SentenceRules(language: language).decisions(in: text)
    let names = decisions.map { decision in
      "\(decision.place)\(decision.isEnd ? "." : "")\(decision.rule == .unicode ? "" : " \(decision.rule.rawValue)")"
    }
    #expect(names.joined(separator: ", ") == expected)
  }

  @Test func everyFactIsUnderstood() throws {
    let withWord: Set<String> = [
      "never", "may", "final", "number", "starter", "month", "ordinal", "article", "follows", "word", "attribution",
      "name", "stop", "inner", "letter", "continuation", "particle",
    ]
    let folder = Project.file("Sources/Speaking/Linguistics/Languages")
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let lines = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n")
      var seen: Set<Substring> = []
      let facts = lines.drop { !$0.hasSuffix("\"\"\"") }.dropFirst().prefix { !$0.hasSuffix("\"\"\"") }
      for line in facts.map({ $0.drop { $0 == " " } }) where !line.hasPrefix("#") {
        let parts = line.split(separator: " ").prefix { !$0.hasPrefix("#") }
        let kind = String(parts[0])
        let isUnderstood =
          withWord.contains(kind)
          ? parts.count == 2 : ["ordinals", "consonants", "spaces"].contains(kind) && parts.count == 1
        #expect(isUnderstood, "\(file): \(line)")
        #expect(seen.insert(line).inserted, "\(file) says twice: \(line)")
        count += 1
      }
    }
    #expect(count > 3000)
  }

  @Test(arguments: [
    ("z.B. ", "de"), ("z. B. ", "de"), ("No. 5 ", "en"), ("?! ", "en"), ("“…” ", "en"), ("(1) ", "en"), ("ก ", "th"),
  ])
  func aMegabyteOfOneAbbreviationTakesBoundedTime(unit: String, language: String) throws {
    let repetitions = 1 << 20 / unit.utf8.count
    let text = String(repeating: unit, count: repetitions)
    var stream = try SentenceStream(language: language)
    var records: [SentenceRecord] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      stream.append(rest.prefix(65_536))
      rest = rest.dropFirst(65_536)
      records += stream.takeSentences()
    }
    stream.endParagraph()
    records += stream.takeSentences()
    #expect(records.allSatisfy { $0.span.utf16.count <= 600 })
    #expect(zip(records, records.dropFirst()).allSatisfy { $0.span.utf8.upperBound <= $1.span.utf8.lowerBound })
  }

  @Test func aSentenceIsCertainBeforeTheNextWordEnds() throws {
    var stream = try SentenceStream(language: "en")
    stream.append(Array("The owl eats. I".utf8))
    #expect(stream.takeSentences().count == 1, "a word that is no abbreviation needs no look ahead")
    stream.append(Array("t met Dr. W".utf8))
    #expect(stream.takeSentences().isEmpty)
    stream.append(Array("ood and Co. The".utf8))
    #expect(stream.takeSentences().isEmpty, "the word may go on")
    stream.append(Array(" e".utf8))
    #expect(stream.takeSentences().count == 1)
  }
}

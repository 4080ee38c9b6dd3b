import Linguistics
import Speech
import Testing

@Suite(.timeLimit(.minutes(3)))
struct RespellingTests {
  @Test(
    arguments: [
      ("fu\u{308}r", "für", "composed-letter"),
      ("Tie\u{302}\u{301}ng Vie\u{323}\u{302}t", "Tiếng Việt", "composed-letter"),
      ("\u{1112}\u{1161}\u{11AB}", "한", "composed-letter"), ("\u{95C}", "\u{91C}\u{93C}", nil),
      ("ﻛﺘﺎﺏ", "كتاب", "letter-shape"), ("ａｂｃ", "abc", "letter-shape"), ("𝐇𝐢", "Hi", "letter-shape"),
      ("ﬁne", "fine", "letter-shape"), ("\u{F9E1}", "李", "letter-shape"), ("כ\u{5BC}ל", "כל", "hebrew-point"),
      ("שָׁלוֹם", "שלום", "hebrew-point"), ("צה״ל", "צהל", "hebrew-abbreviation"), ("יום־טוב", "יום-טוב", "hebrew-hyphen"),
      ("كـتـاب", "كتاب", "tatweel"), ("می\u{200D}خواهم", "میخواهم", "invisible-character"),
      ("क्\u{200D}षमा", "क्षमा", "invisible-character"), ("ab\u{200E}cd", "abcd", "invisible-character"),
      ("น\u{E49}\u{E4D}\u{E32}", "น\u{E49}\u{E33}", "thai-vowel"), ("ฯลฯ", "และอื่นอื่น", "thai-abbreviation"),
    ] as [(String, String, String?)])
  func lettersBecomeThoseThatAreRead(written: String, said: String, rule: String?) {
    let respelling = Respelling(written, language: "")
    // Strings are equal if they look the same; their characters tell them apart.
    if let rule {
      #expect(respelling.map { Array($0.text.unicodeScalars) } == Array(said.unicodeScalars), "\(written)")
      #expect(respelling?.rules.first?.rule == rule)
    } else {
      #expect(respelling == nil)
    }
  }

  @Test(arguments: [
    "plain", "für", "Tiếng Việt", "한국어", "كِتَابٌ", "می‌خواهم", "क्षमा", "👨‍👩‍👧", "Łódź", "ภาษาไทย", "за\u{301}мок", "カﾞ",
  ])
  func otherTextsStayAsTheyAre(text: String) {
    #expect(Respelling(text, language: "") == nil)
  }

  @Test func thaiWordsAreRepeated() throws {
    let splitter = try WordSplitter(language: "th")
    for (written, said) in [("เด็กๆ", "เด็กเด็ก"), ("ต่าง ๆ กัน", "ต่าง ต่าง กัน"), ("ๆ", "")] {
      let respelling = try #require(Respelling(written, language: "th") { splitter.words(in: $0) })
      #expect(respelling.text == said)
      #expect(respelling.rules.map(\.rule) == ["thai-repetition"])
    }
  }

  @Test func malayalamKeepsItsJoiners() {
    #expect(Respelling("അവന്\u{200D}", language: "ml") == nil)
    #expect(Respelling("അവന്\u{200D}", language: "hi") != nil)
  }

  @Test func wordsKeepTheirPlacesInTheOriginal() throws {
    let text = "\u{200F}fu\u{308}r שָׁלוֹם כـל ﬁn"
    let words = try WordSplitter(language: "he").words(in: text)
    let respelling = try #require(Respelling(text, language: "he"))
    let said = respelling.said(nil, words: words)
    let scalars = Array(String(decoding: said.bytes, as: UTF8.self).unicodeScalars)
    #expect(said.words.map(\.span) == words && words.count == 4)
    let parts = said.words.map { word in
      var part = ""
      part.unicodeScalars.append(contentsOf: scalars[word.said])
      return part
    }
    #expect(parts == ["für", "שלום", "כל", "fin"])
    #expect(said.rules.map(\.rule).contains("hebrew-point"))
  }

  /// A language's own rules may divide the text in other words.
  @Test func otherWordsFindTheirPlaces() throws {
    let text = "fu\u{308}r a"
    let respelling = try #require(Respelling(text, language: "de"))
    var other = SaidText()
    other.say("f", for: TextSpan(scalars: 0..<1, utf8: 0..<1, utf16: 0..<1))
    other.say("ür", for: TextSpan(scalars: 1..<3, utf8: 1..<4, utf16: 1..<3))
    let said = respelling.said(other, words: [TextSpan(scalars: 0..<4, utf8: 0..<5, utf16: 0..<4)])
    #expect(said.words.map(\.span.scalars) == [0..<1, 1..<4] && said.words.map(\.span.utf8) == [0..<1, 1..<5])
    #expect(said.bytes == Array("für".utf8))
    // As many words as the original has, but others.
    let two = [
      TextSpan(scalars: 0..<4, utf8: 0..<5, utf16: 0..<4), TextSpan(scalars: 5..<6, utf8: 6..<7, utf16: 5..<6),
    ]
    #expect(respelling.said(other, words: two).words.map(\.span.scalars) == [0..<1, 1..<4])
  }

  @Test func longRunsOfMarksEndSoon() {
    let marks = "a" + String(repeating: "\u{301}", count: 50_000)
    #expect(Respelling(marks, language: "") != nil)
    let points = String(repeating: "\u{5B0}", count: 50_000)
    #expect(Respelling(points, language: "")?.text.isEmpty == true)
  }
}

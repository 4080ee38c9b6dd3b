import EspeakSpelling
import Linguistics
import Speech
import SpokenForms
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ChineseReadingTests {
  @Test(
    arguments: [
      ("他长大了", "他zhang3 da4了"), ("银行行长", "yin2 hang2 hang2 zhang3"), ("银行长期开放", "yin2 hang2长期开放"),
      ("重新开始", "chong2 xin1开始"), ("A首都B", "A shou3 du1 B"), ("首都地区", "shou3 du1 di4 qu1"), ("yin2 hang2", "yin2 hang2"),
    ])
  func wordsAreSaidAsPinyin(text: String, said: String) throws {
    #expect(try Said(text, readings: true).said == said)
  }

  @Test func otherVoicesGetCharacters() throws {
    #expect(try Said("他长大了").said == "他长大了")
    #expect(try Said("他長大了", .cantonese).said == "他長大了")
    #expect(!HanziReadings(.mandarin, voice: "sit/cmn", release: "1.51").readsPinyin)
    #expect(HanziReadings(.mandarin, voice: "sit/cmn-Latn-pinyin+f3", release: "1.51").readsPinyin)
    #expect(!HanziReadings(.cantonese, voice: "sit/yue", release: "1.51").readsPinyin)
  }

  /// espeak-ng 1.52 reads xiong1 as English letters.
  @Test func aReleaseWithoutIongGetsTheRhymeThatItHas() throws {
    #expect(HanziReadings(.mandarin, voice: "sit/cmn-Latn-pinyin", release: "1.52.0").lacksIong)
    #expect(!HanziReadings(.mandarin, voice: "sit/cmn-Latn-pinyin", release: "1.51").lacksIong)
    let spelling = HanziReadings(.mandarin, readsPinyin: true, lacksIong: true)
    let said = try [("兄弟", "xong1弟"), ("窮人", "qong2人"), ("雄狮", "xong2狮"), ("首都", "shou3 du1")].map { text, said in
      let words = try WordSplitter(language: "zh").words(in: text)
      let result = ChineseNormalizer(dialect: .mandarin, spelling: spelling).said(text, words: words)
      return result.map { String(decoding: $0.bytes, as: UTF8.self) } == said
    }
    #expect(said == [true, true, true, true])
    #expect(try Said("兄弟", readings: true).said == "兄弟")
  }

  @Test func aVoiceThatReadsAllCharactersGetsThem() throws {
    #expect(ChineseNormalizer(dialect: .mandarin).said("首都", words: []) == nil)
    #expect(ChineseNormalizer(dialect: .mandarin).said("\u{3007}〡", words: []) == nil)
  }

  @Test func theDialectIsThatOfTheLanguage() {
    for language in ["zh", "zh-cmn", "cmn-latn-pinyin"] {
      #expect(ChineseNormalizer(language: language)?.dialect == .mandarin)
    }
    for language in ["yue", "zh-yue"] { #expect(ChineseNormalizer(language: language)?.dialect == .cantonese) }
    #expect(ChineseNormalizer(language: "ja") == nil)
  }

  @Test func theRuleIsNamed() throws {
    #expect(
      try Said("首都，首都", readings: true).rules == [AppliedRule(rule: "polyphone", from: "首都", to: "shou3 du1")])
  }

  @Test func charactersWithoutReadingAreRepeatedOrLeftOut() throws {
    #expect(try Said("人々").said == "人人")
    #expect(try Said("々").said == "")
    #expect(try Said("\u{20000}中\u{3021}").said == "中")
    #expect(try Said("\u{30EDE}").rules == [AppliedRule(rule: "unknown-hanzi", from: "\u{30EDE}", to: "")])
    // The Cantonese voice knows 𠝹 and 454 others.
    #expect(try Said("𠝹\u{20000}", .cantonese).said == "𠝹")
    #expect(try Said("首都々", readings: true).said == "shou3 du1 du1")
    // Another voice reads kana and Hangul.
    #expect(try Said("カナ한글").said == "カナ한글")
  }

  /// Each character belongs to one word, and the places of the words follow each other.
  @Test(
    arguments: [
      "银行行长在首都的地区行走，他长大以后重新学习，长度是12345米。", "支付宝到账一万二千三百四十五元", "銀行行長在首都的地區行走，2024年11月24日10:30，人々。",
      "A股上涨3.5%，GDP是1,234亿；電話010-12345678。",
    ])
  func everyCharacterHasOneMark(text: String) throws {
    let said = try Said(text, readings: true)
    var covered = 0
    var end = 0
    for word in said.words {
      #expect(word.span.scalars.lowerBound >= covered)
      covered = word.span.scalars.upperBound
      #expect(word.said.lowerBound >= end && !word.said.isEmpty, "\(said.pairs)")
      end = word.said.upperBound
    }
    let letters = Array(text.unicodeScalars).indices.filter { text.unicodeScalars.map(\.value)[$0] >= 0x3400 }
    let marked = Set(said.words.flatMap { Array($0.span.scalars) })
    let isMark = Set("，。；：".unicodeScalars)
    for place in letters where !isMark.contains(Array(text.unicodeScalars)[place]) { #expect(marked.contains(place)) }
  }

  @Test func aWordOfSeveralCharactersHasAllItsSyllables() throws {
    #expect(try Said("他长大了", readings: true).pairs == ["他=他", "长大=zhang3 da4", "了=了"])
  }
}

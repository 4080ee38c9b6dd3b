import EspeakSpelling
import Morphology
import Speech
import SpokenForms
import Testing

/// Numbers with what they count.
@Suite(.timeLimit(.minutes(2)))
struct CounterTests {
  /// The readings of 1 to 10 with a counter, as they are taught.
  static let table: [(counter: String, readings: String)] = [
    ("本", "イッポン ニホン サンボン ヨンホン ゴホン ロッポン ナナホン ハッポン キューホン ジュッポン"),
    ("匹", "イッピキ ニヒキ サンビキ ヨンヒキ ゴヒキ ロッピキ ナナヒキ ハッピキ キューヒキ ジュッピキ"),
    ("杯", "イッパイ ニハイ サンバイ ヨンハイ ゴハイ ロッパイ ナナハイ ハッパイ キューハイ ジュッパイ"),
    ("分", "イップン ニフン サンプン ヨンプン ゴフン ロップン ナナフン ハップン キューフン ジュップン"),
    ("泊", "イッパク ニハク サンパク ヨンパク ゴハク ロッパク ナナハク ハッパク キューハク ジュッパク"),
    ("冊", "イッサツ ニサツ サンサツ ヨンサツ ゴサツ ロクサツ ナナサツ ハッサツ キューサツ ジュッサツ"),
    ("歳", "イッサイ ニサイ サンサイ ヨンサイ ゴサイ ロクサイ ナナサイ ハッサイ キューサイ ジュッサイ"),
    ("週間", "イッシューカン ニシューカン サンシューカン ヨンシューカン ゴシューカン ロクシューカン ナナシューカン ハッシューカン キューシューカン ジュッシューカン"),
    ("頭", "イットー ニトー サントー ヨントー ゴトー ロクトー ナナトー ハットー キュートー ジュットー"),
    ("足", "イッソク ニソク サンゾク ヨンソク ゴソク ロクソク ナナソク ハッソク キューソク ジュッソク"),
    ("回", "イッカイ ニカイ サンカイ ヨンカイ ゴカイ ロッカイ ナナカイ ハッカイ キューカイ ジュッカイ"),
    ("階", "イッカイ ニカイ サンガイ ヨンカイ ゴカイ ロッカイ ナナカイ ハッカイ キューカイ ジュッカイ"),
    ("個", "イッコ ニコ サンコ ヨンコ ゴコ ロッコ ナナコ ハッコ キューコ ジュッコ"),
    ("軒", "イッケン ニケン サンゲン ヨンケン ゴケン ロッケン ナナケン ハッケン キューケン ジュッケン"),
    ("か月", "イッカゲツ ニカゲツ サンカゲツ ヨンカゲツ ゴカゲツ ロッカゲツ ナナカゲツ ハッカゲツ キューカゲツ ジュッカゲツ"),
    ("枚", "イチマイ ニマイ サンマイ ヨンマイ ゴマイ ロクマイ ナナマイ ハチマイ キューマイ ジューマイ"),
    ("台", "イチダイ ニダイ サンダイ ヨンダイ ゴダイ ロクダイ ナナダイ ハチダイ キューダイ ジューダイ"),
    ("人", "ヒトリ フタリ サンニン ヨニン ゴニン ロクニン シチニン ハチニン キューニン ジューニン"),
    ("円", "イチエン ニエン サンエン ヨエン ゴエン ロクエン ナナエン ハチエン キューエン ジューエン"),
    ("年", "イチネン ニネン サンネン ヨネン ゴネン ロクネン ナナネン ハチネン キューネン ジューネン"),
    ("時", "イチジ ニジ サンジ ヨジ ゴジ ロクジ シチジ ハチジ クジ ジュージ"),
    ("月", "イチガツ ニガツ サンガツ シガツ ゴガツ ロクガツ シチガツ ハチガツ クガツ ジューガツ"),
    ("日", "イチニチ フツカ ミッカ ヨッカ イツカ ムイカ ナノカ ヨーカ ココノカ トーカ"),
    ("羽", "イチワ ニワ サンバ ヨンワ ゴワ ロクワ ナナワ ハチワ キューワ ジュッパ"),
    ("つ", "ヒトツ フタツ ミッツ ヨッツ イツツ ムッツ ナナツ ヤッツ ココノツ"),
  ]

  static func plain(_ text: String) -> String {
    Said.kana(Said.form(PlainWords.words(in: text, at: [])))
  }

  @Test(arguments: table.map(\.counter)) func numbersFromOneToTenAreCounted(counter: String) throws {
    let readings = try #require(Self.table.first { $0.counter == counter }).readings.split(separator: " ")
    let mecab = try MeCab()
    for (index, reading) in readings.enumerated() {
      #expect(Self.plain("\(index + 1)\(counter)") == reading)
      #expect(Said.kana(Said.form(mecab.words(in: "\(index + 1)\(counter)"))) == reading)
    }
  }

  @Test(arguments: [
    // The signs of numbers themselves.
    ("0", "ゼロ"), ("7", "ナナ"), ("10", "ジュー"), ("300", "サンビャク"), ("600", "ロッピャク"), ("800", "ハッピャク"), ("1000", "セン"),
    ("3000", "サンゼン"), ("8000", "ハッセン"), ("9999", "キューセンキューヒャクキュージューキュー"),
    ("12345", "イチマン ニセンサンビャクヨンジューゴ"), ("10000", "イチマン"), ("10000000", "イッセンマン"), ("100000000", "イチオク"),
    ("1000000000000", "イッチョー"), ("8000000000000", "ハッチョー"), ("20000000000000000", "ニケー"),
    ("三百", "サンビャク"), ("千", "セン"), ("一千万", "イッセンマン"), ("千万", "センマン"), ("二十五", "ニジューゴ"), ("二〇二四", "ニセンニジューヨン"),
    ("1億2千万人", "イチオク ニセンマンニン"), ("１億２千万人", "イチオク ニセンマンニン"), ("１２３", "ヒャクニジューサン"),
    ("1,234,567", "ヒャクニジューサンマン ヨンセンゴヒャクロクジューナナ"),
    ("3.14", "サンテンイチヨン"), ("0.5", "レーテンゴ"), ("1.5", "イッテンゴ"), ("10.2", "ジュッテンニ"), ("2.5", "ニーテンゴ"),
    ("090-1234-5678", "ゼロキューゼロノ イチニーサンヨンノ ゴーロクナナハチ"), ("007", "ゼロゼロナナ"),
    // Greater numbers before counters.
    ("三百円", "サンビャクエン"), ("14円", "ジューヨエン"), ("100本", "ヒャッポン"), ("1000本", "センボン"), ("1万本", "イチマンボン"), ("13階", "ジューサンガイ"),
    ("600回", "ロッピャッカイ"), ("100冊", "ヒャクサツ"), ("20歳", "ハタチ"), ("21歳", "ニジューイッサイ"), ("0時", "レージ"), ("19時", "ジュークジ"),
    ("24時間", "ニジューヨジカン"), ("30分", "サンジュップン"), ("4月1日", "シガツ ツイタチ"), ("1日", "イチニチ"), ("14日", "ジューヨッカ"),
    ("17日", "ジューシチニチ"),
    ("20日", "ハツカ"), ("24日", "ニジューヨッカ"), ("31日", "サンジューイチニチ"), ("3日間", "ミッカカン"), ("12月", "ジューニガツ"),
    ("10時30分", "ジュージ サンジュップン"), ("一冊", "イッサツ"), ("六本", "ロッポン"), ("十人", "ジューニン"), ("何人", "ナンニン"), ("何本", "ナンボン"),
    ("何百円", "ナンビャクエン"), ("50%", "ゴジュッパーセント"), ("¥500", "ゴヒャクエン"), ("3分の1", "サンブン ノ イチ"),
    ("2024/04/01", "ニセンニジューヨネン シガツ ツイタチ"), ("10:30", "ジュージ サンジュップン"), ("0:05", "レージ ゴフン"),
    ("1/2", "ニブンノ イチ"), ("−5度", "マイナス ゴド"), ("3〜4個", "サンカラ ヨンコ"), ("3ヶ月", "サンカゲツ"), ("8パーセント", "ハッパーセント"),
  ]) func aNumberIsReadAsItIsSaid(text: String, reading: String) {
    let said = Said.form(PlainWords.words(in: text, at: []))
    #expect(Said.trimmed(said) == reading)
  }

  /// As long as a text may be for the engine.
  @Test(arguments: ["9", "0", "一", "何", "千", "万", "1,", "1.", "10:", "1/", "¥1", "三本", "−", "々", "1万"])
  func endlessNumbersEnd(sign: String) throws {
    let text = String(repeating: sign, count: 8000 / sign.utf8.count)
    for words in [PlainWords.words(in: text, at: []), try MeCab().words(in: text)] {
      let said = Said.form(words)
      #expect(said.words.allSatisfy { $0.said.upperBound <= said.scalarCount })
      let places = zip(said.words, said.words.dropFirst())
      #expect(
        places.allSatisfy { $0.said.lowerBound <= $1.said.lowerBound && $0.said.upperBound <= $1.said.upperBound })
      #expect(places.allSatisfy { $0.span.utf8.upperBound <= $1.span.utf8.lowerBound })
    }
  }

  @Test func aReadingIsSaidForTheSignsThatWriteIt() {
    let said = Said.form(PlainWords.words(in: "一人で三本", at: []))
    let text = Array(String(decoding: said.bytes, as: UTF8.self).unicodeScalars)
    let parts = said.words.map { String(String.UnicodeScalarView(text[$0.said])) }
    #expect(parts == ["ヒト", "リ", "デ", "サン", "ボン"])
  }
}

/// Helpers of these tests.
enum Said {
  /// Words as the voice gets them.
  static func form(_ words: [Morpheme]) -> SaidText { JapaneseText.said(words, spelling: KatakanaReadings()) }

  static func text(_ said: SaidText) -> String { String(decoding: said.bytes, as: UTF8.self) }

  /// The said kana without blanks.
  static func kana(_ said: SaidText) -> String { text(said).filter { $0 != " " } }

  /// What is said, with single blanks.
  static func trimmed(_ said: SaidText) -> String { text(said).split(separator: " ").joined(separator: " ") }
}

import Speech
import SpokenForms
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ChineseNumberTests {
  @Test(
    arguments: [
      ("0", "零"), ("2", "二"), ("10", "十"), ("15", "十五"), ("100", "一百"), ("101", "一百零一"), ("110", "一百一十"),
      ("1000", "一千"), ("1001", "一千零一"), ("1010", "一千零一十"), ("2000", "两千"), ("9999", "九千九百九十九"),
      ("10000", "一万"), ("10300", "一万零三百"), ("12345", "一万二千三百四十五"), ("20000", "两万"), ("100000", "十万"),
      ("100010", "十万零一十"), ("110000", "十一万"), ("120300", "十二万零三百"), ("1000000", "一百万"),
      ("10000000", "一千万"), ("100000000", "一亿"), ("100010000", "一亿零一万"), ("123456789", "一亿二千三百四十五万六千七百八十九"),
      ("1000000000", "十亿"), ("10000000000", "一百亿"), ("100000000000", "一千亿"), ("1000000000000", "一万亿"),
      ("1000000000001", "一万亿零一"), ("2000000000000", "两万亿"), ("1,234,567", "一百二十三万四千五百六十七"),
      ("１２３", "一百二十三"), ("12,345.67", "一万二千三百四十五点六七"),
    ])
  func numbersAreWrittenOut(digits: String, words: String) throws {
    #expect(try Said(digits).said == words)
    #expect(try Said("有" + digits + "。").said == "有" + words + "。")
  }

  @Test(
    arguments: [
      ("3.14", "三点一四"), ("0.5", "零点五"), ("50%", "百分之五十"), ("99.5％", "百分之九十九点五"), ("-5", "负五"),
      ("气温是-12.5度", "气温是负十二点五度"), ("1/3", "三分之一"), ("2024年", "二零二四年"), ("公元618年", "公元六百一十八年"),
      ("3000年前", "三千年前"), ("2000年", "二零零零年"), ("2024年11月24日", "二零二四年十一月二十四日"),
      ("2024-11-24", "二零二四年十一月二十四日"), ("2024/1/5", "二零二四年一月五日"), ("10:30", "十点三十分"),
      ("2:05", "两点零五分"), ("10:00", "十点"), ("23:59:01", "二十三点五十九分零一秒"), ("3:2", "三比二"),
      ("10-20人", "十至二十人"), ("10~20", "十至二十"), ("5%-10%", "百分之五至百分之十"), ("5-10%", "百分之五至百分之十"),
      ("1998-2003年", "一九九八至二零零三年"), ("13800138000", "一三八零零一三八零零零"),
      ("010-12345678", "零一零 一二三四五六七八"), ("400-123-4567", "四零零 一二三 四五六七"), ("电话：62345678", "电话：六二三四五六七八"),
      ("我的QQ号码是123456", "我的QQ号码是一二三四五六"), ("110101199003071234", "一一零一零一一九九零零三零七一二三四"), ("007", "零零七"),
      ("2个人", "两个人"), ("第2个", "第二个"), ("2月2日", "二月二日"), ("2年级", "二年级"), ("2.5个", "二点五个"), ("1.2.3", "一点二点三"),
      ("GB2312", "GB二三一二"), ("B12", "B十二"), ("1+1=2", "一加一等于二"), ("3×4", "三乘四"), ("8÷2", "八除以二"),
      ("12500000000元", "一百二十五亿元"), ("13800138000元", "一百三十八亿零一十三万八千元"),
    ])
  func expressionsAreSaidAsTheyAreRead(written: String, said: String) throws {
    #expect(try Said(written).said == said)
  }

  @Test(
    arguments: [
      ("12345", "一萬二千三百四十五"), ("2個", "兩個"), ("10:30", "十點三十分"), ("3.5", "三點五"), ("2024年", "二零二四年"),
      ("-3", "負三"), ("100000000", "一億"), ("2024-11-24", "二零二四年十一月二十四號"),
    ])
  func cantoneseHasItsOwnWords(written: String, said: String) throws {
    #expect(try Said(written, .cantonese).said == said)
  }

  @Test(arguments: ["没有数字。", "二〇二四年十一月", "A股", "——", "3D".filter { $0 == "D" }, ""])
  func aTextWithoutDigitsStaysAsItIs(text: String) throws {
    let said = try Said(text)
    #expect(said.said == text && said.rules.isEmpty)
  }

  @Test func aNumberBeyondTheWordsIsReadDigitByDigit() throws {
    let groups = Array(repeating: "234", count: 13).joined(separator: ",")
    let said = try Said("有1,\(groups)。").said
    #expect(said == "有一" + String(repeating: "二三四", count: 13) + "。")
    #expect(try Said("有1,234,567,890,123,456。").said.contains("亿"))
  }

  /// Random numbers of each length, with every sign around them, for both voices.
  @Test(arguments: 0..<4 as Range<UInt64>) func randomNumbersAreRead(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let scripts = [Array("0123456789"), Array("０１２３４５６７８９")]
    let signs = ["", ",", "，", ".", "-", "/", ":", "%", "~", "×", " ", "年", "个", "万亿", "第", "电话", "A"]
    for length in 1...40 {
      for _ in 0..<4 {
        var text = ""
        for _ in 0...random(5) {
          let script = scripts[random(2)]
          text += signs[random(signs.count)]
          for _ in 0..<(1 + random(length)) { text.append(script[random(10)]) }
          text += signs[random(signs.count)]
        }
        for dialect in [ChineseNormalizer.Dialect.mandarin, .cantonese] {
          let said = try Said(text, dialect).said
          #expect(!said.contains { $0.isASCII && $0.isNumber }, "\(text): \(said)")
        }
      }
    }
  }

  @Test func everyPowerOfTenIsRead() throws {
    for (exponent, words) in zip(0..., Self.powers) {
      let digits = "1" + String(repeating: "0", count: exponent)
      #expect(try Said(digits).said == words)
      // With one at the end there is exactly one zero in between.
      if exponent > 1 { #expect(try Said(digits.dropLast() + "1").said == words + "零一") }
    }
  }

  private static let powers = [
    "一", "十", "一百", "一千", "一万", "十万", "一百万", "一千万", "一亿", "十亿", "一百亿", "一千亿", "一万亿",
  ]

  @Test func rulesHaveNames() throws {
    let said = try Said("2024年有12345人，占50%。")
    #expect(
      said.rules == [
        AppliedRule(rule: "year", from: "2024", to: "二零二四"),
        AppliedRule(rule: "number", from: "12345", to: "一万二千三百四十五"),
        AppliedRule(rule: "percent", from: "50%", to: "百分之五十"),
      ])
    #expect(try Said("10:30到13800138000").rules.map(\.rule) == ["time", "digits"])
    #expect(
      try Said("2024-11-24 1/3 3:2 5-6 -1").rules.map(\.rule) == [
        "date", "fraction", "ratio", "range", "sign", "number",
      ])
  }

  @Test func eachWordKeepsItsPlace() throws {
    #expect(try Said("有12345人").pairs == ["有=有", "12345=一万二千三百四十五", "人=人"])
    #expect(try Said("10:30开会").pairs.suffix(1) == ["开会=开会"])
    #expect(try Said("2024-11-24").pairs == ["2024=二零二四年", "11=十一月", "24=二十四日"])
    // The second word has no place of its own.
    #expect(try Said("1/3的人").pairs.prefix(2) == ["1=三分之一", "3=三分之一"])
    #expect(try Said("5-10岁").pairs == ["5=五至", "10=十", "岁=岁"])
  }

  @Test func aLongTextOfDigitsAndSignsEndsSoon() throws {
    for unit in ["1-", "1:", "1/", "1.", "1,", "1%-", "12:30:", "1~", "+1=", "1,234", "电话1", "0"] {
      let text = String(repeating: unit, count: 100_000 / unit.count)
      #expect(try !Said(text).said.isEmpty, "\(unit)")
    }
  }
}

import EventLoop
import Linguistics
import Speech
import Testing
import Workers

/// Chinese as the engine's own phonemes tell it.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct ChineseTests {
  static let mandarin = "sit/cmn-Latn-pinyin"
  static let cantonese = "sit/yue"

  init() { TestLoop.start() }

  /// Words with a character of several readings, in simplified and traditional writing.
  static let words = """
    银行 yin2 hang2,行走 xing2 zou3,长大 zhang3 da4,长度 chang2 du4,重新 chong2 xin1,重要 zhong4 yao4,首都 shou3 du1,\
    都市 du1 shi4,地区 di4 qu1,土地 tu3 di4,秘书长 mi4 shu1 zhang3,银行行长 yin2 hang2 hang2 zhang3,校长 xiao4 zhang3,\
    市长 shi4 zhang3,重复 chong2 fu4,重庆 chong2 qing4,重量 zhong4 liang4,西藏 xi1 zang4,藏族 zang4 zu2,收藏 shou1 cang2,\
    曾经 ceng2 jing1,曾国藩 zeng1 guo2 fan1,出差 chu1 chai1,差别 cha1 bie2,参差 cen1 ci1,调查 diao4 cha2,调整 tiao2 zheng3,\
    学校 xue2 xiao4,校对 jiao4 dui4,音乐 yin1 yue4,快乐 kuai4 le4,会计 kuai4 ji4,开会 kai1 hui4,归还 gui1 huan2,\
    率领 shuai4 ling3,效率 xiao4 lv4,觉得 jue2 de5,睡觉 shui4 jiao4,了解 liao3 jie3,便宜 pian2 yi5,方便 fang1 bian4,\
    背包 bei1 bao1,背景 bei4 jing3,处理 chu3 li3,到处 dao4 chu4,传说 chuan2 shuo1,自传 zi4 zhuan4,弹琴 tan2 qin2,\
    子弹 zi3 dan4,当然 dang1 ran2,上当 shang4 dang4,供应 gong1 ying4,应该 ying1 gai1,兴奋 xing1 fen4,高兴 gao1 xing4,\
    血液 xue4 ye4,着急 zhao2 ji2,著名 zhu4 ming2,空气 kong1 qi4,空白 kong4 bai2,朝阳 chao2 yang2,朝代 chao2 dai4,\
    尽管 jin3 guan3,尽力 jin4 li4,假期 jia4 qi1,假如 jia3 ru2,宁可 ning4 ke3,宿舍 su4 she4,解散 jie3 san4,散文 san3 wen2,\
    铺路 pu1 lu4,店铺 dian4 pu4,中奖 zhong4 jiang3,中国 zhong1 guo2,因为 yin1 wei4,成为 cheng2 wei2,任务 ren4 wu4,\
    贷款 dai4 kuan3,媒体 mei2 ti3,罗马 luo2 ma3,东西 dong1 xi5,西班牙 xi1 ban1 ya2,佛教 fo2 jiao4,\
    銀行 yin2 hang2,長大 zhang3 da4,長度 chang2 du4,首都 shou3 du1,地區 di4 qu1,秘書長 mi4 shu1 zhang3,\
    銀行行長 yin2 hang2 hang2 zhang3,校長 xiao4 zhang3,會計 kuai4 ji4,乾淨 gan1 jing4,並且 bing4 qie3,調整 tiao2 zheng3,\
    學校 xue2 xiao4,音樂 yin1 yue4,歸還 gui1 huan2,傳說 chuan2 shuo1,彈琴 tan2 qin2,應該 ying1 gai1,高興 gao1 xing4
    """

  @Test @Core func charactersOfSeveralReadingsAreReadAsTheirWordWants() async throws {
    let session = try Session()
    let words = Self.words.split(separator: ",").map { $0.split(separator: " ", maxSplits: 1) }
    let characters = try await session.explain(words.map { $0[0] + "。" }.joined(), Self.mandarin)
    let pinyin = try await session.explain(words.map { $0[1] + "。" }.joined(), Self.mandarin)
    let (said, wanted) = (characters.syllables, pinyin.syllables)
    #expect(words.count > 100 && said.count == words.count && wanted.count == words.count)
    for index in words.indices { #expect(said[index] == wanted[index], "\(words[index][0])") }
    session.end()
  }

  @Test @Core func readingsHoldInSentences() async throws {
    let session = try Session()
    for (text, said) in [
      ("他是银行行长，在首都长大。", "他是yin2 hang2 hang2 zhang3，在shou3 du1 zhang3 da4。"),
      ("他银行长期没有还贷款。", nil), ("他的长度和重量都很重要", nil),
    ] {
      let explanation = try await session.explain(text, Self.mandarin)
      if let said { #expect(explanation.said == said) }
      #expect(explanation.rules.allSatisfy { $0.rule == "polyphone" })
    }
    let money = try await session.explain("支付宝到账一万二千三百四十五元", Self.mandarin)
    let digits = try await session.explain("支付宝到账12345元", Self.mandarin)
    #expect(money.syllables == digits.syllables && money.said == digits.said)
    #expect(digits.rules.contains(AppliedRule(rule: "number", from: "12345", to: "一万二千三百四十五")))
    session.end()
  }

  /// The characters of GB 2312, and those of the first level of Big5.
  static func characters(_ encoding: String, _ leads: ClosedRange<UInt8>, _ trails: [ClosedRange<UInt8>]) -> [String] {
    var characters: [String] = []
    for lead in leads {
      for trail in trails.joined() {
        var text: [UInt8] = []
        CharacterConverter(encoding: encoding)?.convert([lead, trail], isLast: true, into: &text)
        let character = String(decoding: text, as: UTF8.self)
        if let first = character.unicodeScalars.first, character.unicodeScalars.count == 1,
          0x3000...0x9FFF ~= first.value, first.value != 0x3005
        {
          characters.append(character)
        }
      }
    }
    return characters
  }

  @Test(arguments: [mandarin, cantonese])
  @Core func noCharacterIsNamedOrSpelled(voice: String) async throws {
    let session = try Session()
    let characters =
      Self.characters("GB2312", 0xB0...0xF7, [0xA1...0xFE])
      + Self.characters("Big5", 0xA4...0xC6, [0x40...0x7E, 0xA1...0xFE])
    #expect(characters.count >= 6763 + 5400)
    for first in stride(from: 0, to: characters.count, by: 1000) {
      let part = characters[first..<min(first + 1000, characters.count)]
      let explanation = try await session.explain(part.joined(separator: "。\n") + "。", voice)
      let lines = explanation.phonemes.split(separator: "\n")
      #expect(lines.count == part.count)
      for (character, line) in zip(part, lines) {
        // A code is five syllables or more.
        let isSpelled = line.split(separator: " ").count > 2 || line.unicodeScalars.contains("(")
        #expect(!isSpelled && !line.isEmpty, "\(character) \(line)")
      }
    }
    session.end()
  }

  /// Marks as they are heard: each word of the text once, in order.
  @Test(arguments: [mandarin, cantonese])
  @Core func everyCharacterIsMarkedOnce(voice: String) async throws {
    let session = try Session()
    for text in [
      "银行行长在首都的地区行走，他长大以后重新学习，长度是12345米。", "銀行行長在首都的地區行走，2024年11月24日10:30，人々都來。",
      "A股上涨3.5%，GDP是1,234亿；电话010-12345678。",
    ] {
      let spoken = await session.speak(text, VoiceConfiguration.voice(voice))
      #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.skipped.isEmpty)
      let words = try WordSplitter(language: "zh").words(in: text)
      #expect(spoken.marks.map(\.span) == words)
      let frames = spoken.marks.map(\.frame)
      #expect(frames == frames.sorted() && frames.last! < spoken.samples.count)
      let measured = await session.measure(text, VoiceConfiguration.voice(voice))
      #expect(try measured.get() == spoken.samples.count)
    }
    session.end()
  }
}

extension Explanation {
  /// The phonemes of each clause without marks of stress.
  var syllables: [String] {
    phonemes.split(separator: "\n").map { line in line.filter { $0 != "ˈ" && $0 != "ˌ" && $0 != " " } }
  }
}

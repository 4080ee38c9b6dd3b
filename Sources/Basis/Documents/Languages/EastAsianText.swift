/// Counts of the characters that tell Japanese, simplified and traditional Chinese, and Cantonese apart.
struct EastAsianText {
  private(set) var kana = 0
  private(set) var han = 0
  private var japanese = 0
  private var simplified = 0
  private var traditional = 0
  private var cantonese = 0

  /// Counts the characters of a part.
  mutating func add(_ text: ArraySlice<UInt8>) {
    let bytes = text.span
    let sets = Self.sets
    var place = 0
    while place < bytes.count {
      let (scalar, length) = bytes.scalar(at: place)
      place += length
      if let system = WritingSystem(scalar) { add(scalar, system, sets.span) }
    }
  }

  @inline(__always)
  private mutating func add(_ scalar: Unicode.Scalar, _ system: WritingSystem, _ sets: Span<CharacterSet>) {
    switch system {
    case .kana: kana += 1
    case .han:
      han += 1
      let index = Int(scalar.value) - Self.first
      guard sets.indices.contains(index) else { return }
      switch sets[index] {
      case .none: break
      case .japanese: japanese += 1
      case .simplified: simplified += 1
      case .traditional: traditional += 1
      case .cantonese: cantonese += 1
      }
    default: break
    }
  }

  /// The weight of the letters of a text, if each of its sentences and quotations may be in the language `expected`;
  /// nil if one may not, or if there are letters of other scripts.
  static func letters(of text: ArraySlice<UInt8>, ifIn expected: String) -> Int? {
    let language = EastAsianLanguage(expected)
    let sets = Self.sets
    var letters = 0
    var fragment = EastAsianText()
    let bytes = text.span
    var place = 0
    while place < bytes.count {
      let (scalar, length) = bytes.scalar(at: place)
      place += length
      switch scalar.value {
      case 0x4E00...0x9FFF:
        letters += WritingSystem.han.weight
        fragment.add(scalar, .han, sets.span)
      case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FE:
        letters += WritingSystem.kana.weight
        fragment.kana += 1
      case 0x3001, 0x3000, 0x20, 0x30...0x39, 0x2C: break
      // The ends of sentences and the marks of quotations.
      case 0x3002, 0xFF01, 0xFF1F, 0xFF0E, 0x21, 0x3F, 0x0A, 0x3008...0x3011, 0x201C, 0x201D, 0xFF08, 0xFF09, 0x28,
        0x29, 0x22:
        guard fragment.isIn(language) else { return nil }
        fragment = EastAsianText()
      default:
        guard let (system, isMark) = WritingSystem.found(scalar) else { continue }
        guard system == .han || system == .kana else { return nil }
        if !isMark { letters += system.weight }
        fragment.add(scalar, system, sets.span)
      }
    }
    return fragment.isIn(language) ? letters : nil
  }

  /// True if the text may be in the language `expected`.
  private func isIn(_ expected: EastAsianLanguage) -> Bool { han == 0 || language(expected: expected) == expected.tag }

  /// The language, if the text is expected to be in `expected`: a text without kana can be Japanese, and one with a
  /// word in kana Chinese.
  func language(expected: String) -> String { language(expected: EastAsianLanguage(expected)) }

  private func language(expected: EastAsianLanguage) -> String {
    let isSparse = kana <= 2 && simplified > 0
    if kana >= 2, kana * 8 >= kana + han, !isSparse { return expected.isJapanese ? expected.tag : "ja" }
    // A Japanese sentence has kana; a title or a name may have none.
    let isLong = han >= 12 && japanese == 0
    if expected.isJapanese, simplified == 0, cantonese == 0, !isLong { return expected.tag }
    if japanese > simplified, !expected.isChinese { return "ja" }
    return chinese(expected)
  }

  private func chinese(_ expected: EastAsianLanguage) -> String {
    if cantonese >= 2 || (cantonese == 1 && han <= 12) { return expected.isCantonese ? expected.tag : "yue" }
    if simplified > traditional {
      return expected.isChinese && !expected.isTraditional ? expected.tag : "zh-Hans"
    }
    if traditional > simplified {
      return expected.isChinese && !expected.isSimplified ? expected.tag : "zh-Hant"
    }
    return expected.isChinese ? expected.tag : "zh"
  }

  private enum CharacterSet: UInt8 { case none, japanese, simplified, traditional, cantonese }

  /// The first of the unified ideographs.
  private static let first = 0x4E00

  /// The set of each of them.
  private static let sets: [CharacterSet] = {
    var sets = Array(repeating: CharacterSet.none, count: 0x5200)
    let members: [(CharacterSet, String)] = [
      (.japanese, onlyJapanese), (.simplified, onlySimplified), (.traditional, onlyTraditional),
      (.cantonese, onlyCantonese),
    ]
    for (set, characters) in members {
      for scalar in characters.unicodeScalars { sets[Int(scalar.value) - first] = set }
    }
    return sets
  }()

  /// Characters that were simplified in Japan alone or made there: in JIS X 0208, in neither GB 2312 nor Big5.
  private static let onlyJapanese = """
    円駅広働込峠畑図気売読払転戦権検経沢辺県労帰関発変歩毎徳歳剣渋圧囲応桜価拡楽観拠挙険験鉱済剤斎雑桟蔵渓顕単団弾\
    遅
    """

  /// Frequent characters of simplified Chinese: in GB 2312, in neither Big5 nor JIS X 0208.
  private static let onlySimplified = """
    们这说时对现动过开长见关头问进实业东车马门间话语给让谁请难题样电书习买卖钱银务员场华历际义议论认识许该诉词试诗\
    读课调谈谢译证评设访诺谋谓谊谦护报达运还远连迟选递逻邮钟钢铁错锻镇闭闲闻阅阳阴阵阶队陆陈险雾页顶项顺须顾顿预领\
    频颗额风飞饭饮驶驱验鱼鲜鸟鸡鸣齐龙为仅仓仪众传伤伦伟侧侦俭债倾兰养兴军农冻净减凤击刘则刚创删别剂剧劝办劳势匀协\
    单卢卫厅压厉厌厕县发变叹启吴呜响哑唤啸喷团园围图圆块坚坛
    """

  /// Frequent characters of traditional Chinese: in Big5, not in GB 2312.
  private static let onlyTraditional = """
    這個們說國會來對發經學過兩點與為從當實關應體將無變總產區權條數錢讓聽讀寫買賣給圖團圍圓處據爭黨歸戰擇證譯讚釋錄\
    鐵隨險雙雜雞廣廳彈復戀戲戶擔擴歐歲歷殘氣溫滿澤濟濱燒營爾獨獻瑤畫盜盡眾稱穀竊粵繪繼續羅聯聲職脫膽舊舉萬藝藥號裝\
    觀覺觸時現動開長見頭問進業東車馬門話語誰請難題樣電機書習銀務員場華際義議論認識許該訴詞試詩課調談謝評設訪護報達\
    運還遠連遲適選遞邏郵鐘鋼錯鎮閉閒間聞閱陽陰陣隊陸陳霧頁頂項順須顧頓預領頻顆額風飛飯飲駛驅驗魚鮮鳥鳴黃齊龍僅倉儀\
    價優傳傷倫偉側偵債傾兒蘭養興軍農決況凍淨涼減幾鳳憑擊劉則剛創刪別剎劑劇勸辦勞勢勻醫協單衛廠壓厲厭廁縣參葉嘆啟吳\
    嗚響啞喚嘯噴囑園聖壞塊堅壇
    """

  /// Characters of Cantonese words that Mandarin hardly writes.
  private static let onlyCantonese = "嘅唔佢喺咗嗰啲嘢冇咁睇嚟噉嘥瞓"
}

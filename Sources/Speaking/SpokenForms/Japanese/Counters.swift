/// The words that count, by their writing.
///
/// The sounds are those of standard Japanese; of two usual forms the table has one.
enum Counters {
  /// The longest writing in the table, in characters.
  static let longest = 5

  static subscript(writing: String) -> Counter? { table[writing] }

  private static let table: [String: Counter] = {
    var table: [String: Counter] = [
      "人": Counter("ニン", short: [4, 7], whole: [1: "ヒトリ", 2: "フタリ"]), "人前": Counter("ニンマエ", short: [4, 7]),
      "人目": Counter("ニンメ", short: [4, 7], whole: [1: "ヒトリメ", 2: "フタリメ"]),
      "人組": Counter("ニングミ", short: [4, 7], whole: [1: "ヒトリグミ", 2: "フタリグミ"]),
      "円": Counter("エン", short: [4]), "年": Counter("ネン", short: [4]), "年間": Counter("ネンカン", short: [4]),
      "年生": Counter("ネンセー", short: [4]), "年度": Counter("ネンド", short: [4]), "年前": Counter("ネンマエ", short: [4]),
      "年代": Counter("ネンダイ", short: [4]), "畳": Counter("ジョー", short: [4]),
      "時": Counter("ジ", short: [4, 7, 9], whole: [0: "レージ"]), "時間": Counter("ジカン", short: [4, 9]),
      "時間目": Counter("ジカンメ", short: [4, 9]), "時限": Counter("ジゲン", short: [4, 9]),
      "時半": Counter("ジハン", short: [4, 7, 9]),
      "月": month, "日": day, "日間": dayLong, "日目": dayIn,
      "つ": Counter("ツ", whole: ones), "つ目": Counter("ツメ", whole: ones.mapValues { $0 + "メ" }),
      "度": Counter("ド", whole: [0: "レード"]), "℃": Counter("ド", whole: [0: "レード"]), "°": Counter("ド", whole: [0: "レード"]),
      "階": Counter("カイ", .voicedK), "軒": Counter("ケン", .voicedK), "足": Counter("ソク", .voicedS),
      "桁": Counter("ケタ", .k, whole: [1: "ヒトケタ", 2: "フタケタ"]), "組": Counter("クミ", .k, whole: [1: "ヒトクミ", 2: "フタクミ"]),
      "口": Counter("クチ", .k, whole: [1: "ヒトクチ", 2: "フタクチ"]), "言": Counter("コト", whole: [1: "ヒトコト", 2: "フタコト"]),
      "晩": Counter("バン", whole: [1: "ヒトバン", 2: "フタバン"]), "部屋": Counter("ヘヤ", .plain, whole: [1: "ヒトヘヤ", 2: "フタヘヤ"]),
      "羽": Counter("ワ", .wa), "把": Counter("ワ", .wa),
      "分": Counter("フン", .plosiveH), "分間": Counter("フンカン", .plosiveH), "泊": Counter("ハク", .plosiveH),
      "発": Counter("ハツ", .plosiveH), "歩": Counter("ホ", .plosiveH), "拍": Counter("ハク", .plosiveH),
      "歳": Counter("サイ", .s, whole: [20: "ハタチ"]), "才": Counter("サイ", .s, whole: [20: "ハタチ"]),
    ]
    add(
      &table, .plain,
      [
        "枚": "マイ", "台": "ダイ", "倍": "バイ", "番": "バン", "番目": "バンメ", "名": "メー", "面": "メン", "問": "モン", "行": "ギョー",
        "字": "ジ", "文字": "モジ", "段": "ダン", "語": "ゴ", "号": "ゴー", "号車": "ゴーシャ", "膳": "ゼン", "合": "ゴー", "秒": "ビョー",
        "秒間": "ビョーカン", "部": "ブ", "位": "イ", "両": "リョー", "列": "レツ", "輪": "リン", "割": "ワリ", "話": "ワ", "代": "ダイ",
        "議席": "ギセキ", "枠": "ワク", "行目": "ギョーメ", "月間": "ゲッカン",
        "ドル": "ドル", "ユーロ": "ユーロ", "メートル": "メートル", "ミリ": "ミリ", "リットル": "リットル", "グラム": "グラム", "ワット": "ワット",
      ])
    add(
      &table, .k,
      [
        "回": "カイ", "回目": "カイメ", "個": "コ", "ヶ月": "カゲツ", "カ月": "カゲツ", "か月": "カゲツ", "ヵ月": "カゲツ", "ケ月": "カゲツ",
        "箇月": "カゲツ", "個月": "カゲツ", "ヶ国": "カコク", "カ国": "カコク", "か国": "カコク", "ヵ国": "カコク", "ヶ国語": "カコクゴ",
        "カ国語": "カコクゴ", "か国語": "カコクゴ", "ヶ所": "カショ", "カ所": "カショ", "か所": "カショ", "ヵ所": "カショ", "箇所": "カショ",
        "個所": "カショ", "ヶ年": "カネン", "カ年": "カネン", "級": "キュー", "曲": "キョク", "機": "キ", "巻": "カン", "脚": "キャク",
        "件": "ケン", "球": "キュー", "課": "カ", "期": "キ", "校": "コー", "箇条": "カジョー",
        "区": "ク", "区間": "クカン", "局": "キョク",
      ])
    add(
      &table, .s,
      [
        "冊": "サツ", "週": "シュー", "週間": "シューカン", "世紀": "セーキ", "隻": "セキ", "席": "セキ", "社": "シャ", "周": "シュー",
        "周年": "シューネン", "種": "シュ", "種類": "シュルイ", "章": "ショー", "試合": "シアイ", "升": "ショー", "首": "シュ", "世帯": "セタイ",
        "勝": "ショー", "節": "セツ", "層": "ソー", "曹": "ソー", "センチ": "センチ", "セット": "セット", "シーズン": "シーズン",
        "センチメートル": "センチメートル", "頭": "トー", "通": "ツー", "点": "テン", "隊": "タイ", "トン": "トン", "着": "チャク",
        "丁": "チョー", "丁目": "チョーメ", "党": "トー", "体": "タイ", "艇": "テー", "滴": "テキ", "等": "トー", "等分": "トーブン",
        "パーセント": "パーセント", "%": "パーセント", "％": "パーセント", "ポイント": "ポイント", "ページ": "ページ", "頁": "ページ",
        "ポンド": "ポンド", "ピース": "ピース", "パック": "パック", "種目": "シュモク",
      ])
    add(
      &table, .voicedH,
      [
        "本": "ホン", "本目": "ホンメ", "匹": "ヒキ", "杯": "ハイ", "杯目": "ハイメ", "票": "ヒョー", "遍": "ヘン", "俵": "ヒョー",
      ])
    add(
      &table, .h,
      [
        "版": "ハン", "班": "ハン", "犯": "ハン", "品": "ヒン", "敗": "ハイ", "篇": "ヘン", "編": "ヘン",
      ])
    add(
      &table, .foreignK,
      [
        "キロ": "キロ", "キログラム": "キログラム", "キロメートル": "キロメートル", "カロリー": "カロリー", "カラット": "カラット", "キロワット": "キロワット",
      ])
    return table
  }()

  private static func add(_ table: inout [String: Counter], _ sounds: Counter.Sounds, _ words: [String: String]) {
    for (writing, reading) in words { table[writing] = Counter(reading, sounds) }
  }

  private static let ones = [
    1: "ヒトツ", 2: "フタツ", 3: "ミッツ", 4: "ヨッツ", 5: "イツツ", 6: "ムッツ", 7: "ナナツ", 8: "ヤッツ", 9: "ココノツ",
  ]

  private static let month = Counter("ガツ", short: [7, 9], whole: [4: "シガツ"])

  /// The days that have a name of their own.
  private static let days = [
    2: "フツカ", 3: "ミッカ", 4: "ヨッカ", 5: "イツカ", 6: "ムイカ", 7: "ナノカ", 8: "ヨーカ", 9: "ココノカ", 10: "トーカ",
    14: "ジューヨッカ", 20: "ハツカ", 24: "ニジューヨッカ",
  ]
  private static let day = Counter("ニチ", short: [7, 9], whole: days)
  private static let dayLong = Counter("ニチカン", short: [7, 9], whole: days.mapValues { $0 + "カン" })
  private static let dayIn = Counter("ニチメ", short: [7, 9], whole: days.mapValues { $0 + "メ" })

  /// The first day of a month; for a day of work 1日 is イチニチ.
  static let firstOfMonth = "ツイタチ"
}

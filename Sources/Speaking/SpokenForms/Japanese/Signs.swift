/// Signs between and instead of words.
enum Signs {
  /// Signs that are read by a name.
  static let names = [
    "%": "パーセント", "％": "パーセント", "‰": "パーミル", "℃": "ド", "&": "アンド", "＆": "アンド", "@": "アットマーク", "＠": "アットマーク",
    "+": "プラス", "＋": "プラス", "=": "イコール", "＝": "イコール", "×": "カケル", "÷": "ワル", "#": "シャープ", "＃": "シャープ",
    "〒": "ユービンバンゴー", "￥": "エン", "¥": "エン", "$": "ドル", "＄": "ドル", "㎏": "キログラム", "㎝": "センチ", "㎜": "ミリ", "㎞": "キロ",
    "㌔": "キロ", "㌢": "センチ", "㌘": "グラム", "㌧": "トン", "㍑": "リットル", "㍍": "メートル", "㌫": "パーセント", "㈱": "カブシキガイシャ",
    "①": "イチ", "②": "ニ", "③": "サン", "④": "ヨン", "⑤": "ゴ", "⑥": "ロク", "⑦": "ナナ", "⑧": "ハチ", "⑨": "キュー", "⑩": "ジュー",
    "〇": "マル", "〆": "シメ",
  ]

  /// The name of one or more signs; `nil` if one of them has none.
  static func name(of text: String) -> String? {
    var name = ""
    for scalar in text.unicodeScalars {
      guard let part = names[String(scalar)] else { return nil }
      name += (name.isEmpty ? "" : " ") + part
    }
    return name.isEmpty ? nil : name
  }

  /// True for a sign that opens what follows.
  static func opens(_ text: String) -> Bool {
    switch text.unicodeScalars.last {
    case "「", "『", "（", "(", "“", "‘": true
    default: false
    }
  }

  /// Marks that belong to the kana before.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3099...0x309C: true
    default: false
    }
  }

  /// Punctuation that the engine knows, as it is; other signs as blanks: the engine would say their names.
  static func spoken(_ text: String) -> String {
    var said = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { said.append(isKnown(scalar) ? scalar : " ") }
    return String(said)
  }

  private static func isKnown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "。", "、", "，", "．", "！", "？", "：", "；", "「", "」", "『", "』", "（", "）", "…": true
    case ".", ",", "!", "?", ":", ";", "(", ")", "\"", "'", "“", "”", "‘", "’": true
    default: false
    }
  }
}

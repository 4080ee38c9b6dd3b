package import SpokenForms

/// Chinese characters as the voices of espeak-ng 1.51 and 1.52 read them right.
package struct HanziReadings: HanziSpelling {
  /// The spoken language of the voice.
  package let dialect: ChineseNormalizer.Dialect
  /// True for the voice that reads pinyin with digits for the tones: words are corrected by pinyin.
  package let readsPinyin: Bool
  /// True for a release that reads the syllables xiong, qiong, jiong and r as English letters, also where its own
  /// dictionary has them for a character, such as 兄.
  package let lacksIong: Bool

  /// A voice by its identifier.
  ///
  /// - Parameter release: that of the engine, such as `1.52.0`.
  package init(_ dialect: ChineseNormalizer.Dialect, voice: String, release: String) {
    // Also with a variant.
    self.init(
      dialect, readsPinyin: dialect == .mandarin && voice.utf8.starts(with: "sit/cmn-Latn-pinyin".utf8),
      lacksIong: Self.lacksIong(release))
  }

  /// A voice that reads pinyin, or none.
  package init(_ dialect: ChineseNormalizer.Dialect, readsPinyin: Bool, lacksIong: Bool = false) {
    (self.dialect, self.readsPinyin, self.lacksIong) = (dialect, readsPinyin, lacksIong)
  }

  /// The last parts of the identifiers of the Chinese voices.
  package static let voices = ["cmn", "cmn-latn-pinyin", "yue", "yue-latn-jyutping"]

  /// The mark of a release whose spelling is another one, in the engine's name; empty for the usual spelling.
  package static func version(release: String) -> String { lacksIong(release) ? "-iong" : "" }

  private static func lacksIong(_ release: String) -> Bool { release == "1.52" || release.hasPrefix("1.52.") }

  /// True for a character that a voice says as its code, or not at all.
  package func isUnread(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // 〆, and the numerals and marks that only traders' books have.
    case 0x3006, 0x3021...0x3029, 0x3038...0x303B: true
    // Compatibility characters; those that are the same as an ordinary one have been replaced by it.
    case 0xF900...0xFAFF: true
    case 0x20000...0x3FFFF: dialect == .mandarin || !RareHanzi.cantonese.unicodeScalars.contains(scalar)
    default: false
    }
  }

  /// A word of ``PhraseList``.
  package func reading(
    at place: Int, in scalars: [Unicode.Scalar], where isPermitted: (_ end: Int) -> Bool
  ) -> [String]? {
    guard readsPinyin else { return nil }
    let syllables = PhraseList.longestMatch(at: place, in: scalars, where: isPermitted)?.syllables
    guard lacksIong else { return syllables }
    if let syllables { return syllables.map(Self.withoutIong) }
    return isPermitted(place + 1) ? Self.charactersWithIong[scalars[place]].map { [Self.withoutIong($0)] } : nil
  }

  /// A syllable with the rhyme ong for iong: after x, q and j it sounds nearly alike.
  private static func withoutIong(_ syllable: String) -> String {
    if syllable.hasPrefix("r"), syllable.utf8.count == 2 { return "e" + syllable }
    guard let first = syllable.first, "xqj".contains(first), syllable.dropFirst().hasPrefix("iong") else {
      return syllable
    }
    return String(first) + syllable.dropFirst(2)
  }

  /// The characters of GB 2312 and of the first level of Big5 that the engine's dictionary has with these syllables.
  private static let charactersWithIong: [Unicode.Scalar: String] = {
    var characters: [Unicode.Scalar: String] = ["兒": "r5"]
    let syllables = [
      ("xiong1", "兄兇凶匈汹洶胸芎"), ("xiong2", "熊雄"), ("qiong1", "銎"), ("qiong2", "琼瓊穷窮穹筇茕蛩跫邛"),
      ("jiong1", "冂扃"), ("jiong3", "炯窘迥"),
    ]
    for (syllable, hanzi) in syllables {
      for character in hanzi.unicodeScalars { characters[character] = syllable }
    }
    return characters
  }()
}

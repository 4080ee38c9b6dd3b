/// The facts that a language tag tells about a text in Chinese characters. Each sentence of a text asks for them, so
/// the tag is taken apart once.
struct EastAsianLanguage {
  /// The tag: BCP 47, may be empty.
  let tag: String
  let isJapanese: Bool
  /// True for all languages of China.
  let isChinese: Bool
  /// True for Cantonese, and for the Chinese of Hong Kong.
  let isCantonese: Bool
  let isTraditional: Bool
  let isSimplified: Bool

  init(_ tag: String) {
    let primary = tag.prefix { $0 != "-" }.lowercased()
    let lowered = tag.lowercased()
    func ends(in regions: [String]) -> Bool { regions.contains { lowered.hasSuffix("-\($0)") } }
    self.tag = tag
    isJapanese = primary == "ja"
    isChinese = ["zh", "cmn", "yue", "hak", "wuu", "nan", "lzh", "hsn", "gan"].contains(primary)
    isCantonese = primary == "yue" || ends(in: ["hk"])
    isTraditional = primary == "yue" || ends(in: ["hant", "tw", "hk", "mo"])
    isSimplified = ends(in: ["hans", "cn", "sg"])
  }
}

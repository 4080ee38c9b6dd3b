public import Speech

/// A Japanese text in katakana, for an engine that reads no Chinese characters and little else than digits.
public struct JapaneseText {
  /// The form in which a word is said.
  struct Item {
    /// Katakana, or the text as it is written if ``isKana`` is false.
    var said: String
    var isKana = true
    /// True if no blank stands before it: the engine gives each word between blanks its own stress.
    var isJoined = false
    /// True if it is said by the word before.
    var isShared = false
    /// True if it gets a mark.
    var isWord = true
    /// The rule that changes it.
    var rule: String?
  }

  let words: [Morpheme]
  private let spelling: any KatakanaSpelling
  var items: [Item] = []
  /// The rules that change several words together.
  var rulesOfPhrases: [Int: AppliedRule] = [:]

  /// Returns the kana that are said for a text.
  ///
  /// - Parameters:
  ///   - words: all words and signs of the text, in order.
  ///   - spelling: that of the voice.
  ///   - namesSigns: true if the engine says the names of punctuation marks.
  public static func said(
    _ words: [Morpheme], spelling: any KatakanaSpelling, namesSigns: Bool = false
  ) -> SaidText {
    var text = JapaneseText(words: words, spelling: spelling)
    text.items = words.map { text.item($0, namesSigns) }
    text.joinPrefixes()
    text.repeatKanji()
    text.readByContext()
    text.readNumbers()
    return text.joined()
  }

  private init(words: [Morpheme], spelling: any KatakanaSpelling) { (self.words, self.spelling) = (words, spelling) }

  // MARK: Single words

  private func item(_ word: Morpheme, _ namesSigns: Bool) -> Item {
    let scalars = word.text.unicodeScalars
    let isKanji = scalars.contains(where: Kana.isKanji)
    let isJoined = [.particle, .inflection, .suffix].contains(word.kind)
    if let pronunciation = Readings.pronunciation(of: word), !pronunciation.isEmpty {
      let isChanged = isKanji || pronunciation != spelling.of(word.text)
      let rule = word.kind == .particle && !isKanji ? "particle" : "reading"
      return Item(said: pronunciation, isJoined: isJoined, rule: isChanged ? rule : nil)
    }
    if let name = Signs.name(of: word.text) { return Item(said: name, rule: "sign") }
    if isKanji { return Item(said: word.text, rule: "no-reading") }
    if scalars.allSatisfy({ Kana.isKana($0) || Signs.isMark($0) }), scalars.contains(where: Kana.isKana) {
      let isHalf = scalars.contains(where: Kana.isHalfWidth)
      let beginsLong = scalars.first == Kana.longVowel
      return Item(said: word.text, isJoined: isJoined || beginsLong, rule: isHalf ? "half-width" : nil)
    }
    if word.kind == .sign
      || !scalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    {
      let said = namesSigns ? word.text : Signs.spoken(word.text)
      return Item(said: said, isKana: false, isJoined: true, isWord: namesSigns, rule: said == word.text ? nil : "sign")
    }
    return Item(said: word.text, isKana: false)
  }

  /// A prefix, such as お, is said with its word.
  private mutating func joinPrefixes() {
    for index in items.indices.dropFirst() where words[index - 1].kind == .prefix && items[index].isKana {
      items[index].isJoined = true
    }
  }

  /// 々 after a single character, if the dictionary does not know the word.
  private mutating func repeatKanji() {
    for index in items.indices.dropFirst() where words[index].text == "々" {
      guard words[index - 1].sign.map(Kana.isKanji) == true, words.touch(index - 1) else { continue }
      items[index] = Item(said: items[index - 1].said, isJoined: true, rule: "repetition")
    }
  }

  /// Words whose reading depends on others.
  private mutating func readByContext() {
    var hasObject = false
    for index in items.indices {
      switch words[index].text {
      case "何": if isBeforeNan(index) { items[index].said = "ナン" }
      case "を": hasObject = true
      // 行った is イッタ, but with an object オコナッタ.
      case "行っ": items[index].said = hasObject ? "オコナッ" : "イッ"
      // The sound lengthens the one before, as in デショー; so does that of すごーい.
      case "う" where words[index].kind == .inflection: items[index].said = "ー"
      default: if index > 0, words[index - 1].text == "ー", words.touch(index - 1) { items[index].isJoined = true }
      }
      if words[index].kind == .sign { hasObject = false }
    }
  }

  /// True for 何 before sounds of the rows of タ, ダ and ナ, such as です, but not before に.
  private func isBeforeNan(_ index: Int) -> Bool {
    guard words.touch(index) else { return false }
    switch Katakana.folded(words[index + 1].text.unicodeScalars).first {
    case "デ", "ダ", "ド", "ト", "ノ", "ナ": return true
    default: return false
    }
  }

  // MARK: Numbers

  private mutating func readNumbers() {
    var index = 0
    while index < words.count {
      if let end = readDate(index) ?? readTime(index) ?? readFraction(index) ?? readNumber(index) {
        index = end
      } else {
        index += 1
      }
    }
  }

  // MARK: The whole

  private func joined() -> SaidText {
    var said = SaidText()
    // The word for the engine that is not ended yet.
    var phrase = ""
    for (index, item) in items.enumerated() {
      let word = words[index]
      let follows = index > 0 && words.touch(index - 1)
      if let rule = rulesOfPhrases[index] { said.note(rule) }
      guard !item.isShared else {
        said.sayWithLast(word.span)
        continue
      }
      let isOpened = index > 0 && follows && Signs.opens(words[index - 1].text)
      if said.scalarCount > 0, !item.isJoined || !follows || phrase.isEmpty && item.isWord, !isOpened {
        said.say(" ")
        phrase = ""
      }
      let text = item.isKana ? spelling.of(item.said, after: phrase) : item.said
      said.say(text, for: item.isWord ? word.span : nil)
      phrase = item.isKana ? phrase + text : ""
      if let rule = item.rule { said.note(AppliedRule(rule: rule, from: word.text, to: text)) }
    }
    return said
  }
}

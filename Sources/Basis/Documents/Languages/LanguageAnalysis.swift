import Speech

/// Decides the language of each word of one part of a text.
struct LanguageAnalysis {
  let outline: TextOutline
  let text: ArraySlice<UInt8>
  let declared: [LanguageSpan]
  let surroundings: LanguageSurroundings
  let detect: LanguageDetector

  /// The languages that the text itself showed, with the letters in them.
  private(set) var found: [(tag: String, letters: Int, isQuotation: Bool)] = []
  /// The language of each group.
  private(set) var groupTags: [String] = []
  /// The language of each word.
  private(set) var wordTags: [String] = []

  /// The words of each group, without those that are declared.
  private var groupWords: [[Int]] = []
  /// The words of quotations of several sentences, by the first of these.
  private var quotationWords: [Int: [Int]] = [:]
  /// The script with the most text, and the language of the block in it.
  private var mainSystem: WritingSystem?
  private var blockTag = ""
  /// The words by which the block's language was decided, and true if they showed it.
  private var blockWords = 0
  private var isShown = false

  /// Words from which on a language is looked for in a shared script.
  static let fewestWords = 3
  /// The most bytes of a text that a detector gets.
  static let mostDetected = 1000

  init(
    outline: TextOutline, text: ArraySlice<UInt8>, declared: [LanguageSpan], surroundings: LanguageSurroundings,
    detect: @escaping LanguageDetector
  ) {
    self.outline = outline
    self.text = text
    self.declared = declared
    self.surroundings = surroundings
    self.detect = detect
  }

  /// Decides nothing but the words in scripts that `language` is not written in: the text is known to be in it.
  mutating func run(in language: String) {
    wordTags = outline.words.map { declaredTag(of: $0) ?? "" }
    groupTags = Array(repeating: language, count: outline.groups.count)
    for segment in outline.segments {
      // The language of a sentence in which everything is declared.
      let tags = wordTags[segment.words]
      if let first = tags.first, !first.isEmpty, tags.allSatisfy({ $0 == first }) { groupTags[segment.group] = first }
    }
    decideWords()
  }

  mutating func run() {
    wordTags = outline.words.map { declaredTag(of: $0) ?? "" }
    groupWords = Array(repeating: [], count: outline.groups.count)
    groupTags = Array(repeating: "", count: outline.groups.count)
    for segment in outline.segments {
      groupWords[segment.group] += segment.words.filter { wordTags[$0].isEmpty }
      // The language of a sentence in which everything is declared.
      if groupTags[segment.group].isEmpty { groupTags[segment.group] = wordTags[segment.words].first ?? "" }
    }
    for (index, group) in outline.groups.enumerated() where group.continuesQuotation {
      guard let first = group.parent else { continue }
      quotationWords[first, default: groupWords[first]] += groupWords[index]
    }
    let all = outline.words.indices.filter { wordTags[$0].isEmpty }
    let expected = surroundings.areKnown ? WritingSystems(of: surroundings.base) : []
    mainSystem = heaviest(of: all) { expected.includes($0) }
    if let mainSystem { decideBlock(mainSystem, words: all) }
    decideGroups()
    decideWords()
    noteDeclared()
  }

  /// The tag of the element that the word is in, if its language is written in the word's script.
  private func declaredTag(of word: ScriptWord) -> String? {
    guard let index = word.declared else { return nil }
    let tag = declared[index].tag
    return WritingSystems(of: tag).includes(word.system) ? tag : nil
  }

  // MARK: The block

  private mutating func decideBlock(_ system: WritingSystem, words: [Int]) {
    let own = words.filter { outline.words[$0].system.family == system }
    blockWords = own.count
    guard system.isShared else {
      (blockTag, isShown) = (fixed(system, words: own, expected: eastAsian), true)
      return
    }
    let fallback = self.fallback(system, own)
    blockTag = fallback
    guard own.count >= Self.fewestWords else { return }
    // Quotations are decided apart from the text around them.
    var isOuter = Array(repeating: false, count: outline.words.count)
    for segment in outline.segments where outline.groups[segment.group].parent == nil {
      for word in segment.words { isOuter[word] = true }
    }
    let outer = own.filter { isOuter[$0] }
    var tag = outer.count >= Self.fewestWords ? accepted(outer, system, fallback) : nil
    if tag == nil, outer.count < Self.fewestWords || (outer.count < own.count && !surroundings.areKnown(in: system)) {
      tag = accepted(own, system, fallback)
      if let found = tag, found != fallback, !outer.isEmpty, outer.count < Self.fewestWords {
        let lean = detected(outer, expected: fallback)?.tag
        if lean != found, lean == fallback || surroundings.areKnown(in: system) { tag = nil }
      }
    }
    guard let tag, tag == fallback || !surroundings.areKnown(in: system) || !leans(to: fallback, system, of: own.count)
    else {
      return
    }
    (blockTag, isShown) = (tag, true)
  }

  /// True if a good part of the block's sentences are rather in `tag`: a longer sentence among them is then foreign.
  private func leans(to tag: String, _ system: WritingSystem, of all: Int) -> Bool {
    var leaning = 0
    for (index, group) in outline.groups.enumerated() where group.parent == nil {
      let own = groupWords[index].filter { outline.words[$0].system.family == system }
      guard own.count >= Self.fewestWords, own.count < all else { continue }
      if detected(own, expected: tag)?.tag == tag { leaning += own.count }
    }
    return leaning * 7 > all
  }

  /// The language of a block's words, if they show one.
  private func accepted(_ words: [Int], _ system: WritingSystem, _ expected: String) -> String? {
    guard let guess = detected(words, expected: expected) else { return nil }
    return guess.certainty >= (surroundings.areKnown(in: system) ? .certain : .likely) ? guess.tag : nil
  }

  // MARK: Sentences and quotations

  private mutating func decideGroups() {
    for (index, group) in outline.groups.enumerated() {
      // A sentence in which everything is declared has that language.
      if groupWords[index].isEmpty, !groupTags[index].isEmpty { continue }
      groupTags[index] = group.parent.map { groupTags[$0] } ?? (mainSystem == nil ? surroundings.base : blockTag)
      // A sentence that is too short has the language of the whole quotation.
      if let words = quotationWords[index], let tag = shownTag(index, words) { groupTags[index] = tag }
      decideGroup(index, groupWords[index])
    }
  }

  private mutating func decideGroup(_ index: Int, _ words: [Int]) {
    guard let (system, own) = mainWords(of: words) else { return }
    if system == mainSystem, own.count == blockWords {
      groupTags[index] = blockTag
      if isShown { note(own, blockTag, in: index) }
    } else if isSign(own), !WritingSystems(of: groupTags[index]).includes(system) {
      return
    } else if system.isShared {
      decideGroup(index, system, own)
    } else {
      groupTags[index] = fixed(system, words: own, expected: system == mainSystem ? blockTag : eastAsian)
      note(own, groupTags[index], in: index)
    }
  }

  /// The script with the most text among some words, and the words in it.
  private func mainWords(of words: [Int]) -> (system: WritingSystem, words: [Int])? {
    guard let system = heaviest(of: words, preferred: { $0 == mainSystem }) else { return nil }
    return (system, words.filter { outline.words[$0].system.family == system })
  }

  /// The language that a whole quotation shows for certain; nil if it shows none.
  private func shownTag(_ index: Int, _ words: [Int]) -> String? {
    guard let (system, own) = mainWords(of: words), system.isShared, own.count < blockWords,
      own.count >= Self.fewestWords, WritingSystems(of: groupTags[index]).includes(system),
      let guess = detected(own, expected: groupTags[index], isShown: isShown && groupTags[index] == blockTag)
    else { return nil }
    return guess.certainty == .certain ? guess.tag : nil
  }

  private mutating func decideGroup(_ index: Int, _ system: WritingSystem, _ words: [Int]) {
    // In another script than the text around it, the text around it says nothing.
    let isForeign = !WritingSystems(of: groupTags[index]).includes(system)
    if isForeign { groupTags[index] = fallback(system, words) }
    let isBlocks = isShown && groupTags[index] == blockTag
    guard words.count >= Self.fewestWords,
      let guess = detected(words, expected: groupTags[index], isShown: isBlocks)
    else { return }
    let isAlone = outline.groups[index].parent == nil && !surroundings.areKnown(in: system)
    let isEnough = isForeign || guess.tag == blockTag || isAlone
    let needed: LanguageGuess.Certainty = isEnough ? .likely : .certain
    if guess.certainty >= needed {
      groupTags[index] = guess.tag
      note(words, guess.tag, in: index)
    }
  }

  // MARK: Words

  /// Words in the script of their group have its language. Stretches of other scripts have their own.
  private mutating func decideWords() {
    for segment in outline.segments {
      var place = segment.words.lowerBound
      while place < segment.words.upperBound {
        var end = place + 1
        if wordTags[place].isEmpty {
          while end < segment.words.upperBound, wordTags[end].isEmpty,
            outline.words[end].system.family == outline.words[place].system.family
          {
            end += 1
          }
          let tag = language(ofStretch: Array(place..<end), in: segment.group)
          for word in place..<end { wordTags[word] = tag }
        }
        place = end
      }
    }
  }

  private func language(ofStretch words: [Int], in group: Int) -> String {
    let system = outline.words[words[0]].system
    let around = groupTags[group]
    let systems = WritingSystems(of: around)
    if words.allSatisfy({ systems.includes(outline.words[$0].system) }) || isSign(words) {
      return around
    }
    guard system.isShared else { return fixed(system.family, words: words, expected: eastAsian) }
    let fallback = self.fallback(system, words)
    guard words.count >= Self.fewestWords, let guess = detected(words, expected: fallback), guess.certainty >= .likely
    else { return fallback }
    return guess.tag
  }

  /// True for a single letter that may be a sign, such as α or x.
  private func isSign(_ words: [Int]) -> Bool {
    words.count == 1 && outline.words[words[0]].letters == 1 && outline.words[words[0]].system.hasLettersAsSigns
  }

  // MARK: Languages

  /// The language of words that do not show one: what their letters say, else the document.
  private func fallback(_ system: WritingSystem, _ words: [Int]) -> String {
    let expected = surroundings.fallback(in: system)
    for word in words.prefix(64) {
      let part = text[outline.words[word].utf8].prefix(Self.mostDetected)
      if let tag = LikelyLanguage.byLetters(part, in: system) {
        // Other languages in this script have the Persian letters, too.
        return expected.hasPrefix(tag) || (tag == "fa" && !expected.hasPrefix("ar")) ? expected : tag
      }
    }
    return expected
  }

  /// The language of a script that one language has, or few that are told apart by their characters.
  private func fixed(_ system: WritingSystem, words: [Int], expected: String) -> String {
    guard system == .han else { return surroundings.fallback(in: system) }
    var counts = EastAsianText()
    var rest = 4 * Self.mostDetected
    for word in words where rest > 0 {
      let part = text[outline.words[word].utf8].prefix(rest)
      counts.add(part)
      rest -= part.count
    }
    if counts.han == 0 { return surroundings.fallback(in: .kana) }
    // Kana near a word makes it Japanese, unless the document is Chinese.
    let isWord = expected.isEmpty && counts.kana == 0 && counts.han <= 8
    let isNearKana = isWord && outline.words.contains { $0.system == .kana }
    return counts.language(expected: isNearKana ? "ja" : expected)
  }

  /// The East Asian language that is expected; empty if none is.
  private var eastAsian: String {
    if let tag = surroundings.document.main(in: .han) { return tag }
    return [surroundings.surrounding, surroundings.desktop].first {
      WritingSystems(of: $0).includes(.han)
    } ?? ""
  }

  private func detected(_ words: [Int], expected: String, isShown: Bool = false) -> LanguageGuess? {
    var part: [UInt8] = []
    for word in words {
      let bytes = text[outline.words[word].utf8]
      guard part.count + bytes.count < Self.mostDetected else { break }
      if !part.isEmpty { part.append(0x20) }
      part += bytes
    }
    guard !part.isEmpty else { return nil }
    let isOfDocument = isShown || surroundings.areKnown(in: outline.words[words[0]].system)
    let others = surroundings.document.tags.filter { $0 != expected }
    return detect(part, LanguageHints(expected: expected, isOfDocument: isOfDocument, others: others))
  }

  // MARK: Counting

  /// The script with the most text among some words; a preferred one if a fifth of the text is in it.
  private func heaviest(of words: [Int], preferred: (WritingSystem) -> Bool) -> WritingSystem? {
    var weights = Array(repeating: 0, count: WritingSystem.allCases.count)
    for word in words {
      let word = outline.words[word]
      // Names and terms in Latin are frequent in all scripts, and words of other scripts rare in Latin texts.
      let weight = word.system == .latin ? 1 : max(2, word.system.weight)
      weights[Int(word.system.family.rawValue)] += word.letters * weight
    }
    let all = weights.reduce(0, +)
    guard all > 0 else { return nil }
    let systems = WritingSystem.allCases
    return systems.first { weights[Int($0.rawValue)] * 5 >= all && preferred($0) }
      ?? systems.max { weights[Int($0.rawValue)] < weights[Int($1.rawValue)] }
  }

  /// The languages of tags belong to the document, too.
  private mutating func noteDeclared() {
    var letters: [String: Int] = [:]
    for word in outline.words {
      if let tag = declaredTag(of: word) { letters[tag, default: 0] += word.letters * word.system.weight }
    }
    let isPart = outline.words.contains { $0.declared == nil }
    for (tag, count) in letters.sorted(by: { $0.key < $1.key }) { found.append((tag, count, isPart)) }
  }

  private mutating func note(_ words: [Int], _ tag: String, in group: Int) {
    // The second sentence of a quotation has the language of the first, which is not that of the text.
    let outer = outline.groups[group].root
    let isQuotation = outer != group && groupTags[outer] != tag
    let letters = words.reduce(0) { $0 + outline.words[$1].letters * outline.words[$1].system.weight }
    if letters >= 8 { found.append((tag, letters, isQuotation)) }
  }
}

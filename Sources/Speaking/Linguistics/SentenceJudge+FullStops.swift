extension SentenceJudge {
  /// Decides about a full stop after which Unicode's rules end a sentence.
  ///
  /// - Parameters:
  ///   - stop: the full stop.
  ///   - closing: the last closing mark after it, or the full stop.
  ///   - place: the beginning of what follows.
  mutating func fullStop(at stop: Int, closing: Int, isClosed: Bool, _ place: Int) -> SentenceVerdict {
    if facts.innerMarks.contains(units[stop]) { return .goesOn(.innerMark) }
    if !isClosed, place > stop + 1, isEvidentlyWord(before: stop) { return .ends(at: place, .unicode) }
    let first = wordStart(before: stop)
    let word = units[first..<stop].filter { !$0.isFormat }
    let isOneStop = stop == start || units[stop - 1] != 0x2E
    if isClosed { return closedFullStop(stop, closing, word, first, isOneStop: isOneStop, place) }
    guard isOneStop else { return .ends(at: place, .unicode) }
    if word.isEmpty {
      // ".NET"
      let isName = place == stop + 1 && stop > start && units[stop - 1].isSpace && at(place).isLetter
      return isName ? .goesOn(.address) : ellipsis(at: stop, place)
    }
    if place == stop + 1 {
      let next = at(place)
      if next.isLower || next.isUpper {
        return isSpaceMissing(after: stop) ? .ends(at: place, .missingSpace) : .goesOn(.address)
      }
      // Scripts without capital letters: "ق.م".
      if word.count <= 3, next.isLetter, next < 0x2E80 { return .goesOn(.abbreviation) }
    }
    if word.allSatisfy({ $0.isDigit || $0 == 0x2E }) { return number(word, first, place) }
    if word.count <= 4, let verdict = longAbbreviation(word, place) { return verdict }
    if word.count == 1, word[0].isLower || word[0].isUpper { return letter(word, first, place) }
    if Self.isLetterOfOtherScript(word), isInitialOfOtherScript(word, first, place) { return .goesOn(.initial) }
    return self.word(word, first, place)
  }

  /// True for a word in small letters that is like no abbreviation. Most sentences end in such a word, for which
  /// nothing needs to be looked up.
  private func isEvidentlyWord(before stop: Int) -> Bool {
    var first = stop
    var hasVowel = false
    while first > start, stop - first < LanguageFacts.longestWord {
      let unit = units[first - 1]
      guard unit.isLower || (unit.isLetter && unit >= 0x80) else { break }
      hasVowel = hasVowel || unit >= 0x80 || Self.isVowel(unit)
      first -= 1
    }
    let count = stop - first
    // A word in front of which another abbreviation can stand needs a closer look.
    guard count >= 2, hasVowel || count > 4, first - 2 >= start, units[first - 1] == 0x20, units[first - 2] != 0x2E
    else {
      return false
    }
    return !facts.mayBeAbbreviation(first: units[first], last: units[stop - 1], count: count)
  }

  /// True for a, e, i, o, u and y.
  private static func isVowel(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x61, 0x65, 0x69, 0x6F, 0x75, 0x79: true
    default: false
    }
  }

  /// A full stop before a closing mark: "1.)" at the beginning, "(u. a.) Freunde" within a sentence.
  private mutating func closedFullStop(
    _ stop: Int, _ closing: Int, _ word: [UInt16], _ first: Int, isOneStop: Bool, _ place: Int
  ) -> SentenceVerdict {
    guard units[closing] == 0x29, isOneStop, !word.isEmpty else { return .ends(at: place, .unicode) }
    if closing == stop + 1, isAtStart(first), listMark(at: first) != nil { return .goesOn(.listMark) }
    let near = units[max(start, stop - 16)..<stop]
    guard let opening = near.lastIndex(of: 0x28), opening > head,
      !facts.abbreviation(word).isDisjoint(with: [.never, .may, .number])
    else { return .ends(at: place, .unicode) }
    return isStarter(nextWord(at: place).word) ? .ends(at: place, .unicode) : .goesOn(.abbreviation)
  }

  /// Full stops with spaces between them: three stand for omitted words, a fourth one ends the sentence.
  private func ellipsis(at stop: Int, _ place: Int) -> SentenceVerdict {
    var first = stop
    var count = 1
    while count < 6, first - 2 >= start, units[first - 1].isSpace, units[first - 2] == 0x2E {
      first -= 2
      count += 1
    }
    let followsWord = first > start && !units[first - 1].isSpace
    if count == 3, !followsWord { return .goesOn(.ellipsis) }
    if count == 4, followsWord { return .ends(at: first + 2, .ellipsis) }
    return .ends(at: place, .unicode)
  }

  /// "5.": a mark of a list, an ordinal number, a date, or the end of a sentence.
  private mutating func number(_ word: [UInt16], _ first: Int, _ place: Int) -> SentenceVerdict {
    let hasStops = word.contains(0x2E)
    if isAtStart(first), word.count <= 3 || hasStops, word.count <= 12 { return .goesOn(.listMark) }
    guard facts.hasOrdinals, !hasStops, word.count <= 3 else { return .ends(at: place, .unicode) }
    let (next, nextStart) = nextWord(at: place)
    let isNumber = next.first?.isDigit == true
    let kinds = facts.exactly(next)
    let isDay = word.count <= 2
    let previous = previousWord(before: first).word
    if !isNumber, !kinds.contains(.month), facts.abbreviation(withoutStop(previous)).contains(.number) {
      // "Nr. 5." is no ordinal number.
      return .ends(at: place, .unicode)
    }
    if isDay, isNumber { return .goesOn(.date) }
    if isDay, kinds.contains(.month) { return .goesOn(.ordinal) }
    if kinds.contains(.ordinal) { return .goesOn(.ordinal) }
    if isStarter(next), !isInitial(next, nextStart) { return .ends(at: place, .unicode) }
    if facts.exactly(previous.map(\.lowercased)).contains(.article) { return .goesOn(.ordinal) }
    guard isDay, nextStart < units.count, !at(place).isClosing, !at(place).isOpening else {
      return .ends(at: place, .unicode)
    }
    return .goesOn(.ordinal)
  }

  private func withoutStop(_ word: ArraySlice<UInt16>) -> [UInt16] {
    Array(word.last == 0x2E ? word.dropLast() : word)
  }

  /// True if the word is one letter with a full stop, and thus begins no sentence.
  mutating func isInitial(_ word: [UInt16], _ first: Int) -> Bool { word.count == 1 && at(first + 1) == 0x2E }

  /// The first part of an abbreviation with a space in it: "v. Chr.".
  private mutating func longAbbreviation(_ word: [UInt16], _ place: Int) -> SentenceVerdict? {
    guard facts.mayBeginAbbreviation(word) else { return nil }
    let (next, first) = nextWord(at: place)
    guard first == place, (1...4).contains(next.count), at(first + next.count) == 0x2E else { return nil }
    let kinds = facts.abbreviation(word + [0x2E] + next)
    return kinds.isDisjoint(with: .abbreviations) ? nil : .goesOn(.abbreviation)
  }

  /// The facts about an abbreviation whose last part is this word: "z. B.", "u. v. a. m.".
  private mutating func spacedAbbreviation(endingIn word: [UInt16], at first: Int, parts: Int) -> LanguageFacts.Kinds {
    var whole = word
    var first = first
    for _ in 0..<parts {
      let previous = previousWord(before: first)
      guard previous.word.last == 0x2E, (2...5).contains(previous.word.count),
        !previous.word.contains(where: \.isDigit)
      else { break }
      whole = Array(previous.word) + whole
      first = previous.start
      let kinds = facts.abbreviation(whole)
      if !kinds.isDisjoint(with: .abbreviations) { return kinds.intersection(.abbreviations) }
    }
    return []
  }

  /// One letter: a mark of a list, a part of an abbreviation, an initial, a unit, or a word.
  private mutating func letter(_ word: [UInt16], _ first: Int, _ place: Int) -> SentenceVerdict {
    if isAtStart(first) { return .goesOn(word[0].isLower ? .listMark : .initial) }
    let spaced = spacedAbbreviation(endingIn: word, at: first, parts: 4)
    if !spaced.isEmpty { return abbreviation(spaced, first, place) }
    let kinds = facts.abbreviation(word)
    let previous = previousWord(before: first).word
    if kinds.contains(.word) {
      // "Albert I. Jones", but "you and I. Then".
      guard word[0].isUpper, previous.first?.isUpper == true, !isStarter(Array(previous)) else {
        return .ends(at: place, .unicode)
      }
      return isStarter(nextWord(at: place).word) ? .ends(at: place, .unicode) : .goesOn(.initial)
    }
    if !kinds.isDisjoint(with: .abbreviations) {
      let verdict = abbreviation(kinds, first, place)
      if case .goesOn = verdict { return verdict }
      if word[0].isLower { return verdict }
    }
    // "12 V. Then": a unit.
    if previous.last?.isDigit == true { return .ends(at: place, .unicode) }
    if previous.last == 0x2E, previous.count == 2 { return .goesOn(.initial) }
    let (next, nextStart) = nextWord(at: place)
    return isStarter(next) && !isInitial(next, nextStart) ? .ends(at: place, .unicode) : .goesOn(.initial)
  }

  /// True for one letter with its vowel signs, in a script without capital letters.
  private static func isLetterOfOtherScript(_ word: [UInt16]) -> Bool {
    (1...3).contains(word.count) && (0x590..<0xE00).contains(word[0]) && word[0].isLetter
      && word.dropFirst().allSatisfy(\.isCombining)
  }

  /// True if the letter is an initial: always in Hebrew and Arabic, elsewhere beside another one: "ए. पी. जे. कलाम".
  private mutating func isInitialOfOtherScript(_ word: [UInt16], _ first: Int, _ place: Int) -> Bool {
    if word[0] < 0x700 { return true }
    let previous = previousWord(before: first).word
    if previous.last == 0x2E, Self.isLetterOfOtherScript(Array(previous.dropLast())) { return true }
    let (next, nextStart) = nextWord(at: place)
    return !next.isEmpty && Self.isLetterOfOtherScript(next) && at(nextStart + next.count) == 0x2E
  }

  /// A longer word: an abbreviation or the last word of a sentence.
  private mutating func word(_ word: [UInt16], _ first: Int, _ place: Int) -> SentenceVerdict {
    let kinds = facts.abbreviation(word)
    if !kinds.isDisjoint(with: .abbreviations) { return abbreviation(kinds, first, place) }
    let spaced = spacedAbbreviation(endingIn: word, at: first, parts: 1)
    if !spaced.isEmpty { return abbreviation(spaced, first, place) }
    if word.contains(0x2E) {
      return Self.isDotted(word) ? unlessStarter(.abbreviation, place) : .ends(at: place, .unicode)
    }
    if word.count <= 7, word.allSatisfy(\.isRoman) {
      if isAtStart(first) { return .goesOn(.listMark) }
      return facts.hasOrdinals ? unlessStarter(.ordinal, place) : .ends(at: place, .unicode)
    }
    if Self.isWithoutVowel(word), !facts.hasConsonantWords,
      previousWord(before: first).word.last?.isDigit != true
    {
      // "ftp" and "html" end sentences, too.
      if word[0].isUpper { return unlessStarter(.abbreviation, place) }
      return nextWord(at: place).word.first?.isDigit == true ? .goesOn(.abbreviation) : .ends(at: place, .unicode)
    }
    return .ends(at: place, .unicode)
  }

  private mutating func unlessStarter(_ rule: SentenceRule, _ place: Int) -> SentenceVerdict {
    let next = nextWord(at: place).word
    return next.isEmpty || isStarter(next) ? .ends(at: place, .unicode) : .goesOn(rule)
  }

  /// True for short parts, at least one of them a letter: "U.S.A", "Ph.D".
  private static func isDotted(_ word: [UInt16]) -> Bool {
    let parts = word.split(separator: 0x2E, omittingEmptySubsequences: false)
    return parts.allSatisfy { (1...2).contains($0.count) && $0.allSatisfy(\.isLetter) }
      && parts.contains { $0.count == 1 }
  }

  /// True for "bzw" and "Mdm", but not for "DVD" and "hmm".
  private static func isWithoutVowel(_ word: [UInt16]) -> Bool {
    guard (2...4).contains(word.count), word[word.count - 1] != word[word.count - 2] else { return false }
    return word.dropFirst().allSatisfy { (0x61...0x7A).contains($0) }
      && word.allSatisfy { unit in unit.isASCIILetter && !isVowel(unit.lowercased) }
  }

  // MARK: Abbreviations

  /// Decides about the full stop of an abbreviation that begins at `first`.
  private mutating func abbreviation(
    _ kinds: LanguageFacts.Kinds, _ first: Int, _ place: Int
  ) -> SentenceVerdict {
    if kinds.contains(.never), !kinds.contains(.number) { return .goesOn(.abbreviation) }
    let (next, nextStart) = nextWord(at: place)
    let isNumber = next.first?.isDigit == true
    let isStarter = isStarter(next) && !isInitial(next, nextStart)
    if kinds.contains(.number) {
      let sign = at(place)
      if isNumber || Self.isNumberSign(sign) || (sign == 0x28 && at(place + 1).isDigit) { return .goesOn(.number) }
      if !isStarter, !next.isEmpty, next.allSatisfy(\.isRoman) || (next.count == 1 && next[0].isUpper) {
        return .goesOn(.number)
      }
    }
    if kinds.contains(.never) { return .goesOn(.abbreviation) }
    if kinds.contains(.may) { return isStarter ? .ends(at: place, .unicode) : .goesOn(.abbreviation) }
    guard kinds.contains(.final), let initial = next.first, !isNumber else { return .ends(at: place, .unicode) }
    if initial.isLower || facts.exactly(next).contains(.follows) { return .goesOn(.abbreviation) }
    // "At 5 a.m. Mr. Smith": a sentence of two words has no verb.
    if facts.abbreviation(next).contains(.never), words(before: first, atMost: 3) <= 2 { return .goesOn(.abbreviation) }
    return .ends(at: place, .unicode)
  }

  /// True for signs that begin a number: # § № [ ? ° + $.
  private static func isNumberSign(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x23, 0xA7, 0x2116, 0x5B, 0x3F, 0xB0, 0x2B, 0x24: true
    default: false
    }
  }
}

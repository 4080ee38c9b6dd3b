/// Places at which a sentence may end although Unicode's rules do not say so.
struct SentenceTrigger {
  enum Kind {
    /// "…": Unicode's rules end no sentence after it.
    case ellipsis
    /// A mark of this language alone.
    case stop
    /// A full stop before digits, which may point to a footnote.
    case footnote
    /// A full stop and a space before digits: "raak. 81 procent".
    case digits
    /// A mark and a space before a sentence that begins with full stops.
    case points
    /// A full stop without a space before a capital letter.
    case missingSpace
    /// A full stop after a whole word and before a small letter.
    case wholeWord
    /// A dash after a space.
    case dash
    /// A space in a language without other marks.
    case space
    /// A space before what may be the mark of a list's item.
    case item
    /// The end of the text that has come: it is not known what follows.
    case unknown
  }

  var kind: Kind
  var index: Int

  /// Finds the places in a text by looking at two or three characters.
  static func all(in units: [UInt16], facts: LanguageFacts, isComplete: Bool) -> [SentenceTrigger] {
    var triggers: [SentenceTrigger] = []
    let hasStops = !facts.stops.isEmpty
    var next = 0
    while let index = nextCandidate(in: units, from: next, facts: facts, hasStops: hasStops) {
      next = index + 1
      let unit = units[index]
      if let kind = kind(of: unit, units, index, facts, isComplete) {
        triggers.append(SentenceTrigger(kind: kind, index: index))
      }
    }
    return triggers
  }

  /// The next character that is no letter and no space before a word.
  private static func nextCandidate(
    in units: [UInt16], from first: Int, facts: LanguageFacts, hasStops: Bool
  ) -> Int? {
    units.withUnsafeBufferPointer { units in
      var index = first
      while index < units.count {
        let unit = units[index]
        // One comparison for each of the two ranges, since every character of a text passes here.
        if unit &- 0x40 < 0x2000 - 0x40 || unit &- 0x3040 < 0xFF00 - 0x3040, unit != 0xA0 {
          guard !hasStops || !facts.stops.contains(unit) else { return index }
          index &+= 1
        } else if unit == 0x20, index + 2 < units.count, units[index + 1] > 0x3F, units[index + 1] < 0xE00,
          units[index + 2] > 0x3F, !isRoman(units[index + 2])
        {
          index += 1
        } else {
          return index
        }
      }
      return nil
    }
  }

  private static func kind(
    of unit: UInt16, _ units: [UInt16], _ index: Int, _ facts: LanguageFacts, _ isComplete: Bool
  ) -> Kind? {
    if !facts.stops.isEmpty, facts.stops.contains(unit) { return .stop }
    switch unit {
    case 0x2026: return .ellipsis
    case 0x2D, 0x2013, 0x2014: return index > 0 && units[index - 1].isSpace ? .dash : nil
    case 0x2E, 0x21, 0x3F: break
    default:
      guard unit.isSpace else { return nil }
      guard index + 1 < units.count else { return isComplete ? nil : .unknown }
      let next = units[index + 1]
      if facts.hasSpaces, next >= 0xE00 { return .space }
      return mayBeItem(units, index + 1, isComplete) ? .item : nil
    }
    guard index + 1 < units.count else { return isComplete ? nil : .unknown }
    let next = units[index + 1]
    if next.isSpace { return kind(ofStop: unit, units, index, facts, isComplete) }
    guard unit == 0x2E else { return nil }
    if next.isASCIIDigit { return .footnote }
    return next.isUpper ? .missingSpace : nil
  }

  /// The kind of a mark before a space.
  private static func kind(
    ofStop unit: UInt16, _ units: [UInt16], _ index: Int, _ facts: LanguageFacts, _ isComplete: Bool
  ) -> Kind? {
    var following = index + 1
    while following < units.count, units[following].isSpace { following += 1 }
    guard following < units.count else { return isComplete ? nil : .unknown }
    let next = units[following]
    if next == 0x2E || next == 0x2026 { return .points }
    guard unit == 0x2E else { return nil }
    if next.isDigit { return .digits }
    return !facts.finalLetters.isEmpty && next.isLower ? .wholeWord : nil
  }

  /// True for i, v and x.
  private static func isRoman(_ unit: UInt16) -> Bool { unit == 0x69 || unit == 0x76 || unit == 0x78 }

  /// True if a list's mark may begin at `index`. Only the digits or letters before the full stop or bracket count.
  private static func mayBeItem(_ units: [UInt16], _ index: Int, _ isComplete: Bool) -> Bool {
    let first = units[index]
    if first == 0x28 || first.isASCIIDigit || first.isBullet { return true }
    guard first.isASCIILetter else { return false }
    for end in index + 1..<index + 6 {
      guard end < units.count else { return !isComplete }
      if units[end] == 0x29 || units[end] == 0x2E { return true }
      // Only Roman numerals have more letters.
      guard isRoman(units[end - 1]), isRoman(units[end]) else { return false }
    }
    return false
  }
}

extension SentenceJudge {
  /// Decides about a place that Unicode's rules do not name.
  ///
  /// - Returns: `nil` if no rule speaks of it.
  mutating func verdict(on trigger: SentenceTrigger, list: ListMark?) -> SentenceVerdict? {
    let index = trigger.index
    switch trigger.kind {
    case .unknown:
      ranOut = true
      return nil
    case .ellipsis, .stop: return mark(trigger)
    case .points:
      let place = after(spacesAt: index + 1)
      var end = place
      while end - place < 6, at(end) == 0x2E || at(end) == 0x2026 { end += 1 }
      guard end > place + 1 || at(place) == 0x2026, at(end).isLetter else { return nil }
      return .ends(at: place, .ellipsis)
    case .missingSpace: return isSpaceMissing(after: index) ? .ends(at: index + 1, .missingSpace) : nil
    case .footnote: return footnote(after: index)
    case .digits: return digits(after: index)
    case .wholeWord: return wholeWord(before: index)
    case .dash: return speaker(at: index)
    case .space: return space(at: index)
    case .item: return item(at: index + 1, list)
    }
  }

  /// "…", or a mark of this language, with its closing marks and a space.
  private mutating func mark(_ trigger: SentenceTrigger) -> SentenceVerdict? {
    var end = trigger.index + 1
    while at(end).isClosing { end += 1 }
    let place = after(spacesAt: end)
    guard place > end else { return nil }
    if trigger.kind == .stop { return place < units.count ? .ends(at: place, .stop) : nil }
    guard at(place).isUpper else { return nil }
    let hasWord = units[min(head, trigger.index)..<trigger.index].contains { $0.isLetter || $0.isDigit }
    return hasWord ? .ends(at: place, .ellipsis) : .goesOn(.mark)
  }

  /// "a consultation.11 12 Take": the numbers of footnotes lost their place above the line.
  private mutating func footnote(after stop: Int) -> SentenceVerdict? {
    guard stop > start else { return nil }
    let before = units[stop - 1]
    if before != 0x29, before != 0x201D, before != 0x22, before != 0x2019, before != 0x5D {
      var first = stop
      while first > start, stop - first < LanguageFacts.longestWord, units[first - 1].isLetter { first -= 1 }
      guard stop - first >= 4, before.isLower, facts.abbreviation(Array(units[first..<stop])).isEmpty else {
        return nil
      }
      guard first == start || units[first - 1].isSpace || units[first - 1].isOpening || units[first - 1].isDash else {
        return nil
      }
    }
    var end = stop
    for _ in 0..<4 {
      var digits = end + 1
      while digits - end < 5, at(digits).isASCIIDigit { digits += 1 }
      guard (2...4).contains(digits - end) else { break }
      end = digits
      guard at(end) == 0x2C || at(end) == 0x20 || at(end).isDash else { break }
    }
    guard end > stop, at(end) == 0x20 else { return nil }
    let place = after(spacesAt: end)
    return at(place).isUpper ? .ends(at: place, .footnote) : nil
  }

  /// "raak. 81 procent": Unicode's rules skip the number and find a small letter.
  private mutating func digits(after stop: Int) -> SentenceVerdict? {
    let place = after(spacesAt: stop + 1)
    let first = wordStart(before: stop)
    let word = units[first..<stop]
    if word.allSatisfy(\.isDigit), !word.isEmpty {
      var end = place
      while end - place < 8, at(end).isDigit { end += 1 }
      if facts.hasOrdinals || at(end) == 0x2E || isAtStart(first) { return .goesOn(.date) }
    } else if word.count < 4 || word.contains(0x2E) {
      return nil
    }
    return verdict(at: place)
  }

  /// Greek words end in few letters, so that a word with another end is an abbreviation.
  private func wholeWord(before stop: Int) -> SentenceVerdict? {
    guard stop - 3 >= start, facts.finalLetters.contains(units[stop - 1]), units[stop - 2].isLetter,
      units[stop - 3].isLetter, units[stop + 1] == 0x20
    else { return nil }
    return .ends(at: stop + 2, .stop)
  }

  /// A dash before a capital letter, after a question or within a dialogue.
  private mutating func speaker(at dash: Int) -> SentenceVerdict? {
    var last = dash - 1
    while last > start, units[last].isSpace { last -= 1 }
    guard last > start, last < dash - 1 else { return nil }
    switch units[last] {
    case 0x21, 0x3F: break
    case 0x2E, 0x2026: guard units[min(head, last)].isDash else { return nil }
    default: return nil
    }
    var next = dash + 1
    while at(next).isDash || at(next).isSpace { next += 1 }
    return at(next).isUpper ? .ends(at: dash, .dash) : nil
  }

  /// Thai and Lao: a space between two clauses, or after a particle of courtesy.
  private mutating func space(at index: Int) -> SentenceVerdict? {
    guard index > start, Self.isThai(units[index - 1]) else { return nil }
    var end = index + 1
    while end - index <= 16, Self.isThai(at(end)) { end += 1 }
    guard end > index + 1 else { return .goesOn(.space) }
    let before = units[start..<index]
    if facts.particles.contains(where: { before.reversed().starts(with: $0.reversed()) }) {
      return .ends(at: index + 1, .space)
    }
    let length = index - head
    if length >= 8, facts.starters.contains(where: { starts($0, at: index + 1) }) {
      return .ends(at: index + 1, .space)
    }
    // A short part is a member of a list or a name.
    guard length >= 16, end - index > 10, !facts.continuations.contains(where: { starts($0, at: index + 1) }) else {
      return .goesOn(.space)
    }
    return .ends(at: index + 1, .space)
  }

  /// True for the letters and vowels of Thai and Lao, but not for ๆ and ฯ.
  private static func isThai(_ unit: UInt16) -> Bool {
    switch unit {
    case 0xE46, 0xE2F, 0xEC6, 0xEAF: false
    case 0xE01...0xE4E, 0xE81...0xECE: true
    default: false
    }
  }

  /// The next item of the list that the paragraph contains.
  private mutating func item(at place: Int, _ list: ListMark?) -> SentenceVerdict? {
    guard let list, let mark = listMark(at: place), mark.follows(list) else { return nil }
    guard mark.shape == .count(.digits, .fullStop), facts.hasOrdinals, !isEnd(before: place) else {
      return .ends(at: place, .listItem)
    }
    // "5. Mai war schön, der 6. Mai auch": ordinal numbers.
    let previous = previousWord(before: place).word.map(\.lowercased)
    guard words(before: place, atMost: 4) > 3, !facts.exactly(previous).contains(.article), at(mark.end).isUpper,
      !facts.exactly(nextWord(at: mark.end).word).contains(.month)
    else { return nil }
    return .ends(at: place, .listItem)
  }

  /// True if the last character that is no space ends a sentence.
  private func isEnd(before place: Int) -> Bool {
    guard let last = units[start..<place].last(where: { !$0.isSpace }) else { return false }
    return last == 0x2E || last == 0x21 || last == 0x3F
  }
}

/// Decides at one place after the other whether a sentence ends there.
///
/// All decisions are a function of the sentence up to the place and of the next few characters. A decision for which
/// these characters have not come sets ``ranOut`` and does not count. The decisions thus do not depend on how a text is
/// divided into pieces.
struct SentenceJudge {
  /// The longest look back and ahead for brackets, in code units.
  private static let longestBrackets = 64

  let units: [UInt16]
  let facts: LanguageFacts
  /// The beginning of the sentence, and its first character that is not a space.
  private(set) var start: Int
  private(set) var head: Int
  /// True if the sentence is the rest of a longer one that was cut.
  private let isRest: Bool
  /// True if a decision needed characters that have not come.
  var ranOut = false

  init(_ units: [UInt16], facts: LanguageFacts, isRest: Bool) {
    self.units = units
    self.facts = facts
    self.isRest = isRest
    start = 0
    head = 0
  }

  /// Begins the next sentence.
  mutating func begin(at place: Int) {
    start = place
    head = after(spacesAt: place)
  }

  // MARK: Looking

  /// The character at a place; 0 outside the sentence and after the end.
  mutating func at(_ index: Int) -> UInt16 {
    guard index < units.count else {
      ranOut = true
      return 0
    }
    return index >= start ? units[index] : 0
  }

  /// The first place at or after `index` that is not a space.
  mutating func after(spacesAt index: Int) -> Int {
    var index = index
    while at(index).isSpace { index += 1 }
    return index
  }

  /// The word at or after `index`, and its beginning. Opening marks before it are skipped.
  mutating func nextWord(at index: Int) -> (word: [UInt16], start: Int) {
    var first = index
    while first - index < 4, at(first).isSurrounding { first += 1 }
    var end = first
    while end - first < LanguageFacts.longestWord {
      let unit = at(end)
      guard unit.isLetter || unit.isDigit || unit == 0x27 || unit == 0x2019 else { break }
      end += 1
    }
    return (Array(units[min(first, units.count)..<min(end, units.count)]), first)
  }

  /// The beginning of the word with inner full stops that ends before `end`.
  mutating func wordStart(before end: Int) -> Int {
    var first = end
    while first > start, end - first < LanguageFacts.longestWord {
      let unit = units[first - 1]
      guard unit.isLetter || unit.isDigit || unit == 0x2E || unit == 0xB0 || unit.isFormat else { break }
      first -= 1
    }
    while first < end, units[first] == 0x2E { first += 1 }
    return first
  }

  /// The word before `index`, with its full stops, and its beginning.
  func previousWord(before index: Int) -> (word: ArraySlice<UInt16>, start: Int) {
    var end = index
    while end > start, units[end - 1].isSpace { end -= 1 }
    var first = end
    while first > start, end - first < LanguageFacts.longestWord {
      let unit = units[first - 1]
      guard unit.isLetter || unit.isDigit || unit == 0x2E else { break }
      first -= 1
    }
    return (units[first..<end], first)
  }

  /// True if a word begins sentences in this language. "They're" begins one because "They" does.
  func isStarter(_ word: [UInt16]) -> Bool {
    if facts.exactly(word).contains(.starter) { return true }
    guard let apostrophe = word.firstIndex(where: { $0 == 0x27 || $0 == 0x2019 }) else { return false }
    return facts.exactly(Array(word[..<apostrophe])).contains(.starter)
  }

  /// True if there are only marks between the beginning of the sentence and `index`.
  func isAtStart(_ index: Int) -> Bool {
    guard !(isRest && start == 0), index - head <= 8 else { return false }
    return index <= head || units[head..<index].allSatisfy { !$0.isLetter && !$0.isDigit }
  }

  /// The number of words between the beginning of the sentence and `index`, or `limit` if there are more.
  func words(before index: Int, atMost limit: Int) -> Int {
    var count = 0
    var isInWord = false
    guard index - head <= 4 * Self.longestBrackets else { return limit }
    for unit in units[min(head, index)..<index] {
      if unit.isSpace {
        isInWord = false
      } else if !isInWord {
        isInWord = true
        count += 1
        if count == limit { break }
      }
    }
    return count
  }

  // MARK: Deciding

  /// Decides about a place at which Unicode's rules end a sentence.
  mutating func verdict(at place: Int) -> SentenceVerdict {
    var last = place - 1
    while last >= start, units[last].isSpace { last -= 1 }
    guard last >= start else { return .goesOn(.mark) }
    if place - head <= 16,
      !units[min(head, place)..<place].contains(where: { $0.isLetter || $0.isDigit || $0 >= 0xD800 })
    {
      return .goesOn(.mark)
    }
    if let footnote = footnote(last, place) { return footnote }
    // An opening mark before the place belongs to the next sentence.
    while last > start, units[last].isOpening || units[last].isSpace { last -= 1 }
    var stop = last
    var isClosed = false
    while stop > start, units[stop].isClosing || units[stop].isFormat {
      isClosed = isClosed || units[stop].isClosing
      stop -= 1
    }
    let next = at(place)
    if isClosed, next.isLower { return .goesOn(.quotation) }
    if let verdict = around(place, next, isSpaced: last < place - 1) { return verdict }
    if isClosed, next == 0x28 || next == 0x5B, isReference(at: place) { return .goesOn(.reference) }
    switch units[stop] {
    case 0x2E, 0x2024, 0xFF0E:
      return fullStop(at: stop, closing: last, isClosed: isClosed, place)
    case 0x21, 0x3F:
      return mark(at: stop, closing: last, isClosed: isClosed, place)
    case 0x3002, 0xFF01, 0xFF1F, 0xFF61:
      return ideographicMark(at: stop, isClosed: isClosed, place)
    default: return .ends(at: place, .unicode)
    }
  }

  /// Marks after the place that belong to the sentence before it.
  private mutating func around(_ place: Int, _ next: UInt16, isSpaced: Bool) -> SentenceVerdict? {
    // A line of a verse ends, and № begins no sentence.
    if next == 0x2F, at(place + 1).isSpace { return .goesOn(.verse) }
    if next == 0x2116 { return .goesOn(.number) }
    guard next.isClosing else { return nil }
    let following = at(place + 1)
    if isClauseMark(following), !next.isOpening { return .goesOn(.quotation) }
    // French: « Viens ! » dit-il.
    guard isSpaced, next == 0xBB || next == 0x201D || next == 0x29, following.isSpace else { return nil }
    let end = after(spacesAt: place + 1)
    return at(end).isLower || end >= units.count ? .goesOn(.quotation) : .ends(at: end, .quotation)
  }

  private func isClauseMark(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x2E, 0x2C, 0x3B, 0x21, 0x3F: true
    default: false
    }
  }

  /// True if the brackets that open at `index` contain no sentence and a mark follows them: `[...]" (Smith 55).`
  private mutating func isReference(at index: Int) -> Bool {
    var end = index + 1
    while end - index < Self.longestBrackets {
      switch at(end) {
      case 0x29, 0x5D: return isClauseMark(at(end + 1)) || at(end + 1) == 0x3A
      case 0x2E, 0x21, 0x3F, 0: return false
      default: end += 1
      }
    }
    return false
  }

  /// A footnote's number after the mark: "martyr.[1] The", "martyr.¹ The".
  private mutating func footnote(_ last: Int, _ place: Int) -> SentenceVerdict? {
    var end = place
    if units[last] == 0x5B, at(place).isDigit {
      end = last
      while at(end) == 0x5B {
        var inner = end + 1
        while inner - end < 12, at(inner).isDigit || at(inner) == 0x2C || at(inner) == 0x20 || at(inner).isDash {
          inner += 1
        }
        guard at(inner) == 0x5D else { return nil }
        end = inner + 1
      }
    } else if last == place - 1, at(place).isSuperscript {
      while at(end).isSuperscript { end += 1 }
    } else {
      return nil
    }
    let next = after(spacesAt: end)
    return next > end && !at(next).isLower ? .ends(at: next, .footnote) : .goesOn(.footnote)
  }

  /// 。！？ within the title of a work, or at the end of a quotation that the sentence continues.
  private mutating func ideographicMark(at stop: Int, isClosed: Bool, _ place: Int) -> SentenceVerdict {
    if isClosed {
      guard facts.continuations.contains(where: { starts($0, at: place) }) else { return .ends(at: place, .unicode) }
      let isStarter = facts.starters.contains { starts($0, at: place) }
      return isStarter ? .ends(at: place, .unicode) : .goesOn(.quotation)
    }
    for unit in units[max(start, stop - 32)..<stop].reversed() {
      if unit == 0x300A { return .goesOn(.title) }
      if unit == 0x300B { break }
    }
    return .ends(at: place, .unicode)
  }

  /// True if the text continues with these characters.
  mutating func starts(_ text: [UInt16], at place: Int) -> Bool {
    for (offset, unit) in text.enumerated() where at(place + offset) != unit { return false }
    return true
  }
}

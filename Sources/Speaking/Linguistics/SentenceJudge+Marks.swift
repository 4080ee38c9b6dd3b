extension SentenceJudge {
  /// Decides about a question mark or an exclamation mark.
  ///
  /// - Parameters:
  ///   - stop: the mark.
  ///   - closing: the last closing mark after it, or the mark itself.
  ///   - place: the beginning of what follows.
  mutating func mark(at stop: Int, closing: Int, isClosed: Bool, _ place: Int) -> SentenceVerdict {
    if isClosed {
      return isAttribution(at: place) ? .goesOn(.attribution) : .ends(at: place, .unicode)
    }
    let next = at(place)
    if place == closing + 1, isAddress(at: stop, next) { return .goesOn(.address) }
    if next.isLower {
      // "Who? what? where?"
      let word = nextWord(at: place)
      let following = at(word.start + word.word.count)
      return following == 0x21 || following == 0x3F ? .ends(at: place, .question) : .goesOn(.lowerCase)
    }
    let name = Array(previousWord(before: stop).word) + [units[stop]]
    if facts.exactly(name).contains(.name), !isStarter(nextWord(at: place).word) { return .goesOn(.name) }
    return .ends(at: place, .unicode)
  }

  /// True for a mark within an address or a word, without a space after it: "path?q=1", "Y!J", "!Kung", but "Stop!Go".
  private func isAddress(at stop: Int, _ next: UInt16) -> Bool {
    let isCased = next.isLower || next.isUpper
    if isCased, stop == start || units[stop - 1].isSpace { return true }
    if next.isLower || next.isASCIIDigit { return true }
    switch next {
    case 0x3D, 0x26, 0x2F, 0x25, 0x23, 0x5F, 0x2D: return true
    default: break
    }
    guard isCased, stop > start else { return false }
    if next.isUpper, (0x41...0x5A).contains(units[stop - 1]) { return true }
    // The rest of an address: "https://example.org/?Q".
    let near = units[max(start, stop - 64)..<stop]
    let first = (near.lastIndex { $0.isSpace } ?? near.startIndex - 1) + 1
    // A search in a String would link the regular expressions of Swift's library, 1.5 MB in each worker.
    let address = Array(units[first..<stop])
    let hasScheme = address.indices.dropLast(2).contains {
      address[$0] == 0x3A && address[$0 + 1] == 0x2F && address[$0 + 2] == 0x2F
    }
    return hasScheme || address.starts(with: "www.".utf16)
  }

  /// True if words follow that belong to the quotation before them: "I asked", "Mary cried".
  private mutating func isAttribution(at place: Int) -> Bool {
    guard facts.hasAttributions, at(place).isUpper else { return false }
    let speaker = nextWord(at: place)
    guard speaker.start == place, speaker.word == [0x49] || !isStarter(speaker.word) else { return false }
    let end = speaker.start + speaker.word.count
    guard at(end) == 0x20 else { return false }
    return facts.exactly(nextWord(at: end + 1).word).contains(.attribution)
  }

  /// True if a sentence ends at this full stop although no space follows: "world.Today".
  mutating func isSpaceMissing(after stop: Int) -> Bool {
    guard stop - 2 >= start, at(stop + 1).isUpper else { return false }
    let (next, first) = nextWord(at: stop + 1)
    let following = at(first + next.count)
    let kinds = facts.exactly(next)
    let begins = kinds.contains(.starter) && (following == 0x20 || following == 0x2C)
    if units[stop - 1].isDigit {
      return begins && next.count > 1 && !isAtStart(wordStart(before: stop))
    }
    guard units[stop - 1].isLower, units[stop - 2].isLower else { return false }
    var word = stop
    while word > start, stop - word < LanguageFacts.longestWord, units[word - 1].isLetter { word -= 1 }
    if word > start {
      let before = units[word - 1]
      guard before.isSpace || before == 0x28 || before == 0x22 || before == 0x201C || before == 0x201E || before == 0xAB
      else { return false }
    }
    if begins { return true }
    if next.count > 1, next.allSatisfy(\.isRoman), stop - word >= 4, following == 0x20 { return true }
    return facts.abbreviation(next).contains(.never) && following == 0x2E && at(first + next.count + 1) == 0x20
  }
}

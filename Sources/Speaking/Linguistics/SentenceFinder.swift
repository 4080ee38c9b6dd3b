/// Finds the ends of the sentences of one paragraph: Unicode's rules first, which the rules of a language correct.
struct SentenceFinder: ~Copyable {
  /// The finder's knowledge about the part of a paragraph that it no longer sees.
  struct State {
    /// The mark of the last item of a list in this paragraph.
    var list: ListMark?
    /// True if a new sentence begins that was not examined.
    var begins = true
    /// True if the text begins with the rest of a sentence that was cut because of its length.
    var isRest = false
  }

  private let boundaries: Boundaries
  private let facts: LanguageFacts

  /// - Parameter locale: an ICU locale.
  init(locale: String) throws(LinguisticsError) {
    boundaries = try Boundaries(.sentence, locale: locale)
    facts = LanguageFacts.of(locale)
  }

  /// The ends of the sentences of a text that begins with a sentence.
  ///
  /// - Parameters:
  ///   - state: in and out; it belongs to the text after the last end.
  ///   - isComplete: true if the paragraph ends with the text. If false, only ends are returned that no further text
  ///     can change.
  ///   - decided: receives each place about which a rule decided.
  /// - Returns: the beginnings of what follows each sentence, without the end of the text.
  func ends(
    in units: [UInt16], _ state: inout State, isComplete: Bool, decided: (SentenceDecision) -> Void = { _ in }
  ) -> [Int] {
    guard !units.isEmpty else { return [] }
    var places: [Int] = []
    boundaries.forEach(in: units[...]) { end, _ in places.append(end) }
    let certain = isComplete ? units.count - 1 : Self.lastDeciding(units)
    let triggers = SentenceTrigger.all(in: units, facts: facts, isComplete: isComplete)
    var judge = SentenceJudge(units, facts: facts, isRest: state.isRest)
    judge.begin(at: 0)
    var ends: [Int] = []
    var nextPlace = 0
    var nextTrigger = 0
    while true {
      while nextPlace < places.count, places[nextPlace] <= judge.start { nextPlace += 1 }
      while nextTrigger < triggers.count, triggers[nextTrigger].index < judge.start { nextTrigger += 1 }
      if state.begins {
        judge.ranOut = false
        judge.begin(at: judge.start)
        if let mark = judge.listMark(at: judge.head), !judge.ranOut || isComplete { state.list = mark }
        guard !judge.ranOut || isComplete else { break }
        state.begins = false
      }
      let place = nextPlace < places.count ? places[nextPlace] : Int.max
      let verdict: SentenceVerdict?
      let asked: Int
      judge.ranOut = false
      if nextTrigger < triggers.count, triggers[nextTrigger].index < place {
        asked = triggers[nextTrigger].index + 1
        verdict = judge.verdict(on: triggers[nextTrigger], list: state.list)
        nextTrigger += 1
      } else {
        guard place < units.count, place <= certain else { break }
        asked = place
        verdict = judge.verdict(at: place)
        nextPlace += 1
      }
      guard !judge.ranOut || isComplete else { break }
      switch verdict {
      case .ends(let beginning, let rule):
        guard beginning > judge.start, beginning < units.count else { continue }
        // An opening mark belongs to the sentence that it opens.
        let end = beginning - OpeningMarks.count(atEndOf: units[judge.start..<beginning])
        decided(SentenceDecision(place: end, isEnd: true, rule: rule))
        ends.append(end)
        judge.begin(at: end)
        state.begins = true
        state.isRest = false
      case .goesOn(let rule): decided(SentenceDecision(place: asked, isEnd: false, rule: rule))
      case nil: break
      }
    }
    return ends
  }

  /// The last character that decides about a full stop before it (rule SB8 of UAX #29); -1 without one.
  private static func lastDeciding(_ units: [UInt16]) -> Int {
    var index = units.count - 1
    while index >= 0 {
      let unit = units[index]
      if UTF16.isTrailSurrogate(unit), index > 0, UTF16.isLeadSurrogate(units[index - 1]) {
        index -= 1
        if UTF16.decode(UTF16.EncodedScalar([units[index], unit])).decidesFullStop { return index }
      } else if let scalar = Unicode.Scalar(unit), scalar.decidesFullStop {
        return index
      }
      index -= 1
    }
    return -1
  }
}

/// The texts without a result, in the order of their requests. An undecided one delays those after it, unless its
/// writer may take any time.
struct OpeningLine {
  private var waiting: [(number: Int, holdsUpOthers: Bool)] = []

  /// True if no text is on its way.
  var isEmpty: Bool { waiting.isEmpty }

  /// Adds a text behind the others.
  mutating func append(_ number: Int, holdsUpOthers: Bool) { waiting.append((number, holdsUpOthers)) }

  /// Takes out the texts whose turn it is, in order.
  mutating func takeTurns(_ isDecided: (Int) -> Bool) -> [Int] {
    let decided = waiting.prefix { isDecided($0.number) || !$0.holdsUpOthers }.map(\.number).filter(isDecided)
    waiting.removeAll { decided.contains($0.number) }
    return decided
  }

  /// Takes out all texts, in order.
  mutating func takeAll() -> [Int] {
    defer { waiting = [] }
    return waiting.map(\.number)
  }
}

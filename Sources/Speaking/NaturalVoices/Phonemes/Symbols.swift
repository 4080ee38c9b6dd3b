/// What a model reads: numbers, each with the word to which it belongs.
struct Symbols: Equatable {
  /// The owner of a number.
  enum Owner: Equatable {
    /// Silence around the text, marks, and what belongs to no word.
    case nobody
    /// The space before a word.
    case space(before: Int?)
    /// A sound of a word.
    case word(Int)
  }

  /// The numbers, and their owners.
  private(set) var numbers: [Int64] = []
  private(set) var owners: [Owner] = []

  var isEmpty: Bool { numbers.isEmpty }

  /// True if something in it sounds.
  var hasSound: Bool { owners.contains { if case .word = $0 { true } else { false } } || soundsOfNobody > 0 }
  /// Sounds that belong to no word.
  var soundsOfNobody = 0

  mutating func append(_ number: Int64, _ owner: Owner) {
    numbers.append(number)
    owners.append(owner)
  }
}

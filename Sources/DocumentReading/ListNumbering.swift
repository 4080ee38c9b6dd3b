/// The numbers of a list's items, as `ol` and `li` give them. Pure.
struct ListNumbering {
  /// The number of the next item that has none of its own.
  private var upcoming: Int

  /// A list that begins with the number in its `start`, or with 1.
  init(_ attributes: MarkupAttributes) {
    upcoming = Self.number(attributes["start"]) ?? 1
  }

  /// The number of the item that begins: its `value`, or one more than the last one's.
  mutating func next(_ attributes: MarkupAttributes) -> Int {
    let number = Self.number(attributes["value"]) ?? upcoming
    upcoming = number + 1
    return number
  }

  /// Larger numbers, and those below 1, are no numbers of an item that is shown.
  private static func number(_ text: String?) -> Int? {
    guard let text, let number = Int(text), (1...9999).contains(number) else { return nil }
    return number
  }
}

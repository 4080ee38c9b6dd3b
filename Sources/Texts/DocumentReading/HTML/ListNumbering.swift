/// The numbers of a list's items, as `ol` and `li` define them. Pure.
struct ListNumbering {
  /// The number of the next item that does not set its own.
  private var upcoming: Int

  /// A list that begins with its `start` attribute, or with 1.
  init(_ attributes: MarkupAttributes) {
    upcoming = Self.number(attributes["start"]) ?? 1
  }

  /// The number of the item that begins: its `value`, or one more than the previous number.
  mutating func next(_ attributes: MarkupAttributes) -> Int {
    let number = Self.number(attributes["value"]) ?? upcoming
    upcoming = number + 1
    return number
  }

  /// Numbers below 1 and above 9999 are ignored.
  private static func number(_ text: String?) -> Int? {
    guard let text, let number = Int(text), (1...9999).contains(number) else { return nil }
    return number
  }
}

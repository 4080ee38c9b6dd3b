/// The mark of a list's item: "1.", "2.)", "(iii)", "b)", "•".
struct ListMark: Equatable {
  enum Kind {
    case digits
    case small
    case capital
  }

  enum Tail {
    case fullStop
    case bracket
    case fullStopAndBracket
    case brackets
  }

  enum Shape: Equatable {
    case bullet(UInt16)
    case count(Kind, Tail)
  }

  var shape: Shape
  /// The number, or the letter's place in the alphabet.
  var value: Int
  /// The value as a Roman numeral: one letter can be both.
  var roman: Int?
  /// The beginning of the item's text.
  var end: Int

  /// True if this mark is that of the item after the one of `other`.
  func follows(_ other: ListMark) -> Bool {
    guard shape == other.shape else { return false }
    if case .bullet = shape { return true }
    if let roman, let before = other.roman, roman == before + 1 { return true }
    return value == other.value + 1 && value > 0
  }

  /// The value of a Roman numeral of `i`, `v` and `x`.
  static func roman(_ letters: ArraySlice<UInt16>) -> Int? {
    var value = 0
    var last = 0
    for letter in letters.reversed() {
      let one: Int
      switch letter.lowercased {
      case 0x69: one = 1
      case 0x76: one = 5
      case 0x78: one = 10
      default: return nil
      }
      value += one < last ? -one : one
      last = max(last, one)
    }
    return value
  }
}

extension SentenceJudge {
  /// The list mark at a place, if there is one with a space after it.
  mutating func listMark(at index: Int) -> ListMark? {
    if at(index).isBullet { return ListMark(shape: .bullet(units[index]), value: 0, roman: nil, end: index + 1) }
    let isOpened = at(index) == 0x28
    let first = index + (isOpened ? 1 : 0)
    guard let (kind, value, roman, tail) = count(at: first) else { return nil }
    let shape: ListMark.Tail
    var end = tail + 1
    if isOpened {
      guard at(tail) == 0x29 else { return nil }
      shape = .brackets
    } else if at(tail) == 0x29 {
      shape = .bracket
    } else if at(tail) == 0x2E {
      shape = at(tail + 1) == 0x29 ? .fullStopAndBracket : .fullStop
      if shape == .fullStopAndBracket { end += 1 }
    } else {
      return nil
    }
    // "A." is an initial.
    if shape == .fullStop, kind == .capital { return nil }
    guard at(end).isSpace else { return nil }
    return ListMark(shape: .count(kind, shape), value: value, roman: roman, end: after(spacesAt: end))
  }

  /// Reads a number, a letter or a Roman numeral.
  private mutating func count(at first: Int) -> (ListMark.Kind, Int, Int?, end: Int)? {
    var end = first
    while at(end).isASCIIDigit, end - first < 4 { end += 1 }
    if end > first {
      return (.digits, units[first..<end].reduce(0) { $0 * 10 + Int($1) - 0x30 }, nil, end)
    }
    while at(end).isASCIILetter, end - first < 5 { end += 1 }
    guard end > first, at(end) == 0x2E || at(end) == 0x29 else { return nil }
    let letters = units[first..<end]
    let kind: ListMark.Kind = letters.first?.isUpper == true ? .capital : .small
    let roman = ListMark.roman(letters)
    if letters.count == 1 { return (kind, Int(units[first].lowercased) - 0x60, roman, end) }
    guard let roman, letters.allSatisfy(\.isLower) else { return nil }
    return (kind, 0, roman, end)
  }
}

extension UInt16 {
  /// True for 0 to 9.
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  /// True for A to Z and a to z.
  var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}

extension HanziNumbers {
  /// 2024-11-24, 2024/11/24 or 2024.11.24.
  func date(at place: Int) -> Expression? {
    for sign: Unicode.Scalar in ["-", "/", "."] {
      let parts = scanner.chain(at: place, dividedBy: sign)
      guard parts.count == 3, parts[0].count == 4, parts[1].count <= 2, parts[2].count <= 2 else { continue }
      let (month, day) = (value(parts[1]), value(parts[2]))
      guard 1...12 ~= month, 1...31 ~= day else { continue }
      let unit = numeral.dialect == .mandarin ? "日" : "號"
      return Expression(
        rule: "date",
        pieces: [
          Expression.Piece(
            range: place..<parts[1].lowerBound, said: numeral.digits(scanner.digits(parts[0])) + "年"),
          Expression.Piece(
            range: parts[1].lowerBound..<parts[2].lowerBound, said: numeral.cardinal(scanner.digits(parts[1])) + "月"),
          Expression.Piece(range: parts[2], said: numeral.cardinal(scanner.digits(parts[2])) + unit),
        ])
    }
    return nil
  }

  /// 10:30 or 10:30:15.
  func time(at place: Int) -> Expression? {
    let parts = scanner.chain(at: place, dividedBy: ":")
    guard 2...3 ~= parts.count, parts[0].count <= 2, parts[1...].allSatisfy({ $0.count == 2 && value($0) < 60 }),
      value(parts[0]) <= 24
    else { return nil }
    let hours = scanner.digits(parts[0]).drop { $0 == 0 }
    let hour = hours.elementsEqual([2]) ? String(numeral.pair) : numeral.cardinal(hours)
    var pieces = [
      Expression.Piece(
        range: place..<parts[1].lowerBound, said: hour + (numeral.dialect == .mandarin ? "点" : "點"))
    ]
    for (part, unit) in zip(parts[1...], ["分", "秒"]) {
      let digits = scanner.digits(part)
      // 10:05 is ten, zero five; 10:00 is ten.
      let isSilent = value(part) == 0 && parts.count == 2
      let zero = digits[0] == 0 && value(part) > 0 ? "零" : ""
      let end = part.upperBound == parts.last?.upperBound ? part.upperBound : part.upperBound + 1
      pieces.append(
        Expression.Piece(
          range: part.lowerBound..<end, said: isSilent ? "" : zero + numeral.cardinal(digits) + unit))
    }
    return Expression(rule: "time", pieces: pieces)
  }

  /// 3:2, the score of a game or a scale.
  func ratio(at place: Int) -> Expression? {
    let parts = scanner.chain(at: place, dividedBy: ":")
    guard parts.count == 2, parts.allSatisfy({ $0.count <= 13 }) else { return nil }
    return Expression(
      rule: "ratio",
      pieces: [
        Expression.Piece(
          range: place..<parts[1].lowerBound, said: numeral.cardinal(scanner.digits(parts[0])) + "比"),
        Expression.Piece(range: parts[1], said: numeral.cardinal(scanner.digits(parts[1]))),
      ])
  }

  /// A sign before a number: a minus, or one of addition, multiplication, division and equality between two numbers.
  func sign(at place: Int) -> Expression? {
    let sign = scanner.ascii(place)
    let next = place + (scanner.isSign(" ", place + 1) ? 2 : 1)
    guard scanner.isDigit(next) else { return nil }
    let before = scanner.isSign(" ", place - 1) ? place - 2 : place - 1
    let isBetween = scanner.isDigit(before) || scanner.isSign(")", before) || scanner.isSign("%", before)
    let said: String? =
      switch scanner.scalar(place) {
      case "×" where isBetween: "乘"
      case "÷" where isBetween: numeral.dialect == .mandarin ? "除以" : "除"
      case "+" where isBetween, "\u{FF0B}" where isBetween: "加"
      case "=" where isBetween, "\u{FF1D}" where isBetween: numeral.dialect == .mandarin ? "等于" : "等於"
      case "\u{2212}" where isBetween: numeral.dialect == .mandarin ? "减" : "減"
      case "\u{2212}": negative
      default: sign == UInt8(ascii: "-") && next == place + 1 && beginsNumber(place) ? negative : nil
      }
    return said.map { Expression(rule: "sign", place..<place + 1, $0) }
  }

  private var negative: String { numeral.dialect == .mandarin ? "负" : "負" }

  /// True if a hyphen at `place` does not join the number with a word before it.
  private func beginsNumber(_ place: Int) -> Bool {
    guard let before = scanner.scalar(place - 1) else { return true }
    return Self.beforeNumbers.contains(before) && scanner.scalar(place) != "\u{2014}"
  }

  private static let beforeNumbers = Set(" ,，、:：;；（(是为為到至约約".unicodeScalars)

  private func value(_ part: Range<Int>) -> Int { scanner.digits(part).reduce(0) { $0 * 10 + Int($1) } }
}

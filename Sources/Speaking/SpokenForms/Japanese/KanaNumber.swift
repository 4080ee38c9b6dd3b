/// The reading of a number, in parts that each belong to a sign of its writing.
struct KanaNumber: Equatable {
  /// A part of the reading.
  struct Part: Equatable {
    var kana: String
    /// The index of the sign, as the caller counts.
    var sign: Int
    var end: NumberEnd
    /// True if the part begins a new word, such as ニセンマン after イチオク.
    var isApart = false
  }

  var parts: [Part] = []
  /// The number's value; `nil` if it is no whole number or too large for a table.
  var value: Int?

  private static let digits = ["ゼロ", "イチ", "ニ", "サン", "ヨン", "ゴ", "ロク", "ナナ", "ハチ", "キュー"]
  private static let great: [(name: String, power: Int)] = [("", 0), ("マン", 4), ("オク", 8), ("チョー", 12), ("ケー", 16)]

  /// Reads the digits of a whole number in groups of four, such as 12345 as イチマン ニセンサンビャクヨンジューゴ.
  ///
  /// - Parameters:
  ///   - digits: 0…9, at most twenty.
  ///   - isBeforeGreat: true if 万 or a greater unit follows.
  mutating func addWhole(_ digits: [Int], sign: Int, isBeforeGreat: Bool = false) {
    guard digits.contains(where: { $0 > 0 }) else { return addDigit(0, sign: sign) }
    for (index, digit) in digits.enumerated() where digit > 0 {
      let power = digits.count - 1 - index
      let isGroupEnd = digits[(index + 1)...].prefix(power % 4).allSatisfy { $0 == 0 }
      let isFollowed = power >= 4 || isBeforeGreat
      add(digit, unit: power % 4, sign: sign, isSpelledOut: power % 4 == 3 && isFollowed)
      if isGroupEnd, power >= 4 { addGreat(power / 4, sign: sign) }
    }
  }

  /// Reads digit after digit.
  ///
  /// - Parameter isTelephone: true if 2 and 5 are long, as in telephone numbers.
  mutating func addEach(_ digits: [Int], sign: Int, isTelephone: Bool = false) {
    for digit in digits {
      addDigit(digit, sign: sign)
      if isTelephone, digit == 2 || digit == 5 { parts[parts.count - 1].kana += "ー" }
    }
  }

  private mutating func addDigit(_ digit: Int, sign: Int) {
    append(Self.digits[digit], sign, digit == 0 ? .zero : .digit(digit))
  }

  /// Adds a digit with its unit: 0 for none, 1 for 十, 2 for 百, 3 for 千.
  ///
  /// - Parameters:
  ///   - digit: 0 if the unit stands alone.
  ///   - unitSign: the sign of the unit, if it has its own.
  ///   - isSpelledOut: true if 1000 is イッセン instead of セン.
  mutating func add(_ digit: Int, unit: Int, sign: Int, unitSign: Int? = nil, isSpelledOut: Bool = false) {
    guard unit > 0 else { return addDigit(digit, sign: sign) }
    let end: NumberEnd = unit == 1 ? .ten : unit == 2 ? .hundred : .thousand
    let name: String
    let before: String
    switch (digit, unit) {
    case (3, 2): (before, name) = ("サン", "ビャク")
    case (6, 2): (before, name) = ("ロッ", "ピャク")
    case (8, 2): (before, name) = ("ハッ", "ピャク")
    case (3, 3): (before, name) = ("サン", "ゼン")
    case (8, 3): (before, name) = ("ハッ", "セン")
    case (1, 3) where isSpelledOut: (before, name) = ("イッ", "セン")
    case (0...1, _): (before, name) = ("", ["ジュー", "ヒャク", "セン"][unit - 1])
    default: (before, name) = (Self.digits[digit], ["ジュー", "ヒャク", "セン"][unit - 1])
    }
    if let unitSign {
      append(before, sign, end)
      append(name, unitSign, end)
    } else {
      append(before + name, sign, end)
    }
  }

  /// Adds 万 (1), 億 (2), 兆 (3) or 京 (4).
  mutating func addGreat(_ unit: Int, sign: Int) {
    if unit >= 3, let last = parts.last {
      switch last.end {
      case .digit(1), .digit(8), .ten: parts[parts.count - 1].kana = last.kana.geminated
      case .digit(6) where unit == 4, .hundred where unit == 4: parts[parts.count - 1].kana = last.kana.geminated
      default: break
      }
    }
    append(Self.great[min(unit, 4)].name, sign, .great)
    isApart = true
  }

  /// Adds 何 before a unit or a counter.
  mutating func addWhich(sign: Int) { append("ナン", sign, .which) }

  /// Adds 十, 百 or 千 after 何.
  mutating func addUnitAfterWhich(_ unit: Int, sign: Int) {
    append(["ジュー", "ビャク", "ゼン"][unit - 1], sign, unit == 1 ? .ten : unit == 2 ? .hundred : .thousand)
  }

  /// Adds テン; digits follow.
  mutating func addPoint(sign: Int) {
    if let last = parts.last {
      let kana = last.kana
      switch last.end {
      case .digit(1), .digit(8), .ten: parts[parts.count - 1].kana = kana.geminated
      case .digit(2), .digit(5): parts[parts.count - 1].kana = kana + "ー"
      case .zero: parts[parts.count - 1].kana = "レー"
      default: break
      }
    }
    append("テン", sign, .zero)
  }

  /// Adds a word that belongs to no digit.
  mutating func addWord(_ kana: String, sign: Int) {
    append(kana, sign, .zero)
    isApart = true
  }

  /// True if the next part begins a new word.
  private var isApart = false

  private mutating func append(_ kana: String, _ sign: Int, _ end: NumberEnd) {
    parts.append(Part(kana: kana, sign: sign, end: end, isApart: isApart))
    isApart = false
  }
}

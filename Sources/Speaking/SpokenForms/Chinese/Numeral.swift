/// The words for a number.
struct Numeral {
  let dialect: ChineseNormalizer.Dialect

  private static let names: [Character] = ["零", "一", "二", "三", "四", "五", "六", "七", "八", "九"]

  private var tenThousand: Character { dialect == .mandarin ? "万" : "萬" }
  private var hundredMillion: Character { dialect == .mandarin ? "亿" : "億" }
  /// Two of something.
  var pair: Character { dialect == .mandarin ? "两" : "兩" }
  private var point: Character { dialect == .mandarin ? "点" : "點" }

  /// Each digit by its name, as in years and telephone numbers.
  func digits(_ digits: some Sequence<UInt8>) -> String {
    var text = ""
    for digit in digits { text.append(Self.names[Int(digit)]) }
    return text
  }

  /// The most digits for which there are words: 万亿 and 亿亿 end with them.
  private static let longest = 16

  /// The number with these digits; those of a longer one are read one by one.
  func cardinal(_ digits: some Collection<UInt8>) -> String {
    let digits = Array(digits.drop { $0 == 0 })
    guard digits.count <= Self.longest else { return self.digits(digits) }
    return digits.isEmpty ? String(Self.names[0]) : number(digits[...], isFirst: true)
  }

  /// A number with the digits after its decimal point.
  func decimal(_ whole: some Collection<UInt8>, _ fraction: some Collection<UInt8>) -> String {
    cardinal(whole) + (fraction.isEmpty ? "" : String(point) + digits(fraction))
  }

  /// - Parameter digits: the first is not 0.
  private func number(_ digits: ArraySlice<UInt8>, isFirst: Bool) -> String {
    switch digits.count {
    case ...4: thousands(digits, isFirst: isFirst)
    case ...8: divided(digits, before: 4, unit: tenThousand, isFirst: isFirst)
    default: divided(digits, before: 8, unit: hundredMillion, isFirst: isFirst)
    }
  }

  private func divided(_ digits: ArraySlice<UInt8>, before count: Int, unit: Character, isFirst: Bool) -> String {
    let (high, low) = (digits.dropLast(count), digits.suffix(count))
    // Two at the beginning is a pair: 两万, but 一万二千.
    var text = isFirst && high.elementsEqual([2]) ? String(pair) : number(high, isFirst: isFirst)
    text.append(unit)
    let rest = low.drop { $0 == 0 }
    if !rest.isEmpty {
      if rest.count < count { text.append(Self.names[0]) }
      text += number(rest, isFirst: false)
    }
    return text
  }

  private func thousands(_ digits: ArraySlice<UInt8>, isFirst: Bool) -> String {
    let units: [Character?] = [nil, "十", "百", "千"]
    var text = ""
    var skipsZero = false
    for (index, digit) in digits.enumerated() {
      let unit = units[digits.count - 1 - index]
      if digit == 0 {
        skipsZero = true
        continue
      }
      if skipsZero { text.append(Self.names[0]) }
      skipsZero = false
      switch (digit, unit) {
      case (1, "十") where isFirst && index == 0: break
      case (2, "千") where isFirst && index == 0: text.append(pair)
      default: text.append(Self.names[Int(digit)])
      }
      if let unit { text.append(unit) }
    }
    return text
  }
}

/// Finds what is written with digits, and says it in characters: the engine reads 12345 as 十二千三百四十五.
struct HanziNumbers {
  let scanner: DigitScanner
  let numeral: Numeral

  /// The most digits that are read as one number; more are a code.
  private static let longestNumber = 13

  init(scalars: [Unicode.Scalar], dialect: ChineseNormalizer.Dialect) {
    (scanner, numeral) = (DigitScanner(scalars: scalars), Numeral(dialect: dialect))
  }

  /// The expression that begins at `place`; `nil` if there is none.
  func expression(at place: Int) -> Expression? {
    guard scanner.isDigit(place) else { return sign(at: place) }
    // Digits after a letter are a part of a name: 12 in B12 is a number, 2312 in GB2312 is not.
    if isAfterLetter(place) {
      let end = scanner.endOfDigits(at: place)
      // The tone of a syllable that is written in pinyin.
      if end - place == 1, scanner.isSmallLetter(place - 1) { return nil }
      return end - place > 2 ? digits([place..<end]) : number(scanner.number(at: place))
    }
    return date(at: place) ?? time(at: place) ?? code(at: place) ?? ratio(at: place) ?? quantity(at: place)
  }

  private func isAfterLetter(_ place: Int) -> Bool {
    scanner.isLetter(place - 1) || scanner.isSign("-", place - 1) && scanner.isLetter(place - 2)
  }

  // MARK: Quantities

  /// A year, a range, a fraction, a percentage or a number.
  private func quantity(at place: Int) -> Expression? {
    let first = scanner.number(at: place)
    if first.isPlain {
      if isCode(first) { return digits([first.range]) }
      if isYear(first) { return Expression(rule: "year", first.range, numeral.digits(first.whole)) }
    }
    return range(from: first) ?? fraction(from: first) ?? percentage(first) ?? number(first)
  }

  /// A number with its measure word in mind: 2 is 两 before most of them.
  private func number(_ number: ScannedNumber) -> Expression {
    var said = numeral.decimal(number.whole, number.fraction)
    if number.isPlain, number.whole == [2], isPair(number.range) { said = String(numeral.pair) }
    return Expression(rule: "number", number.range, said)
  }

  private func isPair(_ range: Range<Int>) -> Bool {
    guard scanner.scalar(range.lowerBound - 1) != "第", let unit = scanner.scalar(range.upperBound) else { return false }
    // 2年 is a duration, 2年级 and 2点 are not; the latter is said with 两 all the same.
    if unit == "年", let next = scanner.scalar(range.upperBound + 1), next == "级" || next == "級" { return false }
    return Self.measureWords.contains(unit)
  }

  private static let measureWords = Set(
    """
    个個只隻次年天位名条條本张張家种種块塊元倍岁歲周週件台臺辆輛座双雙对對瓶杯碗把支枝颗顆头頭匹棵篇封部句段步口间間层層\
    小分秒公米吨噸千百万萬亿億人边邊国國者点點套份幅架艘项項群场場顿頓趟遍声聲道
    """.unicodeScalars)

  private func percentage(_ number: ScannedNumber) -> Expression? {
    guard let end = endOfPercent(number) else { return nil }
    return Expression(rule: "percent", number.range.lowerBound..<end, said(number, asPercent: true))
  }

  private func said(_ number: ScannedNumber, asPercent: Bool) -> String {
    (asPercent ? "百分之" : "") + numeral.decimal(number.whole, number.fraction)
  }

  private func endOfPercent(_ number: ScannedNumber) -> Int? {
    scanner.isSign("%", number.range.upperBound) ? number.range.upperBound + 1 : nil
  }

  private func range(from first: ScannedNumber) -> Expression? {
    let firstEnd = endOfPercent(first) ?? first.range.upperBound
    guard scanner.isSign("-", firstEnd) || scanner.isSign("~", firstEnd), scanner.isDigit(firstEnd + 1) else {
      return nil
    }
    let second = scanner.number(at: firstEnd + 1)
    let end = endOfPercent(second) ?? second.range.upperBound
    guard first.isLess(than: second), !scanner.isLetter(end), !isJoined(end) else { return nil }
    let areYears = isYear(second) && first.isPlain && first.whole.count == 4
    let isPercent = end > second.range.upperBound
    let (from, to) =
      areYears
      ? (numeral.digits(first.whole), numeral.digits(second.whole))
      : (said(first, asPercent: isPercent || firstEnd > first.range.upperBound), said(second, asPercent: isPercent))
    return Expression(
      rule: "range",
      pieces: [
        Expression.Piece(range: first.range.lowerBound..<second.range.lowerBound, said: from + "至"),
        Expression.Piece(range: second.range.lowerBound..<end, said: to),
      ])
  }

  private func fraction(from first: ScannedNumber) -> Expression? {
    let sign = first.range.upperBound
    guard first.isPlain, first.whole.count <= 3, scanner.isSign("/", sign), scanner.isDigit(sign + 1) else {
      return nil
    }
    let second = scanner.number(at: sign + 1)
    guard second.isPlain, first.isLess(than: second), second.whole.count <= 4, !isJoined(second.range.upperBound),
      !scanner.isSign("/", first.range.lowerBound - 1)
    else { return nil }
    let said = numeral.cardinal(second.whole) + "分之" + numeral.cardinal(first.whole)
    return Expression(rule: "fraction", first.range.lowerBound..<second.range.upperBound, said)
  }

  /// True if a sign and digits go on at `place`, so that what is before it is no whole.
  private func isJoined(_ place: Int) -> Bool {
    ["-", "/", ":"].contains { scanner.isSign($0, place) } && scanner.isDigit(place + 1)
  }

  // MARK: Years and codes

  private func isYear(_ number: ScannedNumber) -> Bool {
    guard number.isPlain, number.whole.count == 4, let unit = scanner.scalar(number.range.upperBound) else {
      // The first of 1998-2003年.
      return false
    }
    switch unit {
    case "级", "級", "届", "屆": return true
    case "年":
      // A round number of years is a duration if it says so.
      let next = scanner.scalar(number.range.upperBound + 1)
      return !(number.whole[2...].elementsEqual([0, 0]) && next.map { Self.durations.contains($0) } == true)
    default: return false
    }
  }

  private static let durations = Set("前后後来來间間历歷以多".unicodeScalars)

  /// True for digits that are read one by one: telephone numbers, numbers of accounts, what begins with zero.
  private func isCode(_ number: ScannedNumber) -> Bool {
    let digits = number.whole
    if digits.count > 1, digits[0] == 0 { return true }
    if digits.count > Self.longestNumber { return true }
    if digits.count == 11, digits[0] == 1, digits[1] >= 3 { return endsAsCode(number) }
    return digits.count >= 3 && isAfterCodeWord(number.range.lowerBound)
  }

  /// True if no unit follows, as after a number of a mobile telephone.
  private func endsAsCode(_ number: ScannedNumber) -> Bool {
    guard let next = scanner.scalar(number.range.upperBound) else { return true }
    return next != "%" && !Self.measureWords.contains(next)
  }

  /// True if a word such as 电话 or 账号 precedes.
  private func isAfterCodeWord(_ place: Int) -> Bool {
    var last = place - 1
    var steps = 0
    while steps < 4, let scalar = scanner.scalar(last), Self.fillers.contains(scalar) {
      last -= 1
      steps += 1
    }
    guard let scalar = scanner.scalar(last) else { return false }
    if Self.codeEndings.contains(scalar) { return true }
    guard let before = scanner.scalar(last - 1) else { return false }
    return Self.codeWords.contains(String(Character(before)) + String(Character(scalar)))
  }

  private static let fillers = Set(" :：是为為（(".unicodeScalars)
  private static let codeEndings = Set("号號码碼话話".unicodeScalars)
  private static let codeWords: Set<String> = [
    "手机", "手機", "热线", "熱線", "邮编", "郵編", "拨打", "撥打", "致电", "致電", "QQ", "ID",
  ]

  /// A telephone number with hyphens, or a number of a version with points.
  private func code(at place: Int) -> Expression? {
    let byHyphen = scanner.chain(at: place, dividedBy: "-", limit: .max)
    let count = byHyphen.reduce(0) { $0 + $1.count }
    if byHyphen.count > 2 || byHyphen.count == 2 && scanner.digits(byHyphen[0])[0] == 0 && count > 6 {
      return digits(byHyphen)
    }
    let byPoint = scanner.chain(at: place, dividedBy: ".", limit: .max)
    guard byPoint.count > 2 else { return nil }
    return digits(byPoint, joint: numeral.dialect == .mandarin ? "点" : "點")
  }

  /// Groups of digits that are read one by one.
  private func digits(_ groups: [Range<Int>], joint: String = " ") -> Expression {
    let pieces = groups.indices.map { index in
      let end = index + 1 < groups.count ? groups[index + 1].lowerBound : groups[index].upperBound
      let said = numeral.digits(scanner.digits(groups[index]))
      return Expression.Piece(
        range: groups[index].lowerBound..<end, said: index + 1 < groups.count ? said + joint : said)
    }
    return Expression(rule: "digits", pieces: pieces)
  }
}

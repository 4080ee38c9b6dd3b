import Speech

extension JapaneseText {
  /// Reads the number that begins at a word, with what it counts, and returns the word after both; `nil` if no number
  /// begins there.
  mutating func readNumber(_ start: Int) -> Int? {
    guard let number = NumberExpression(words, from: start) else { return nil }
    let found = counter(after: number)
    // 何 alone is a word like others.
    if number.reading.parts.last?.end == .which, found == nil { return nil }
    var reading = number.reading
    var end = number.end
    var counted = ""
    if let found, let last = reading.parts.last {
      end = found.end
      if let whole = found.counter.whole[reading.value ?? -1] {
        // The last kana is said for what is counted, such as リ of ヒトリ.
        let (first, rest) = Self.divided(whole + found.rest)
        reading.parts = [.init(kana: first, sign: start, end: last.end)]
        counted = rest
      } else {
        reading.parts[reading.parts.count - 1].kana = found.counter.joined(last.kana, last.end)
        counted = found.counter.changed(found.counter.reading, after: last.end) + found.rest
      }
    }
    say(reading, start..<number.end)
    if end > number.end {
      items[number.end] = Item(said: counted, isJoined: true)
      for index in number.end + 1..<max(end, number.end + 1) { items[index] = Item(said: "", isShared: true) }
    }
    end = sayCurrency(before: start, number, end)
    saySign(before: start)
    let from = words[start..<end].map(\.text).joined()
    rulesOfPhrases[start] = AppliedRule(
      rule: end > number.end ? "counter" : "number", from: from, to: items[start..<end].map(\.said).joined())
    return end
  }

  /// Puts the parts of a reading to their words.
  private mutating func say(_ reading: KanaNumber, _ range: Range<Int>) {
    for index in range {
      var item = Item(said: "", isShared: true)
      for part in reading.parts where part.sign == index {
        if item.isShared { item = Item(said: "", isJoined: index > range.lowerBound && !part.isApart) }
        if part.isApart, !item.said.isEmpty { item.said += " " }
        item.said += part.kana
      }
      // A number that begins with a sign of no sound has nothing to share.
      if index == range.lowerBound { item.isShared = false }
      items[index] = item
    }
    // These are said with the number; others, such as 約, are not.
    if range.lowerBound > 0, ["第", "数", "毎"].contains(words[range.lowerBound - 1].text) {
      items[range.lowerBound].isJoined = true
    }
  }

  /// Says the sign before a number: minus, or から of a range.
  private mutating func saySign(before start: Int) {
    guard start > 0, words.touch(start - 1), let sign = words[start - 1].sign else { return }
    let isRange =
      start > 1 && words.touch(start - 2) && words[start - 2].text.unicodeScalars.last.map(NumberSign.isPart) == true
    switch sign {
    case "−", "－":
      items[start - 1] = Item(said: isRange ? " " : "マイナス", isKana: !isRange, isWord: !isRange, rule: "sign")
    case "〜", "～": if isRange { items[start - 1] = Item(said: "カラ", isJoined: true, rule: "sign") }
    default: break
    }
  }

  /// Says 円 for a ¥ before the number.
  private mutating func sayCurrency(before start: Int, _ number: NumberExpression, _ end: Int) -> Int {
    guard start > 0, end == number.end, words.touch(start - 1), let last = number.reading.parts.last else { return end }
    let counter: Counter
    switch words[start - 1].text {
    case "¥", "￥": counter = Counter("エン", short: [4])
    case "$", "＄": counter = Counter("ドル")
    default: return end
    }
    items[start - 1] = Item(said: "", isKana: false, isJoined: true, isWord: false)
    guard let index = items[start..<end].lastIndex(where: { !$0.isShared }) else { return end }
    if last.end == .digit(4), items[index].said.unicodeScalars.count >= 2 {
      items[index].said = String(items[index].said.unicodeScalars.dropLast(2)) + counter.joined("ヨン", last.end)
    }
    items[index].said += counter.reading
    return end
  }

  private static func divided(_ kana: String) -> (String, String) {
    let scalars = kana.unicodeScalars
    return (String(scalars.dropLast()), String(scalars.suffix(1)))
  }

  // MARK: Counters

  private struct Found {
    var counter: Counter
    /// The rest of a longer word that begins with the counter.
    var rest = ""
    /// The first word after it.
    var end: Int
  }

  private func counter(after number: NumberExpression) -> Found? {
    let start = number.end
    guard start < words.count, words.touch(start - 1) else { return nil }
    if let found = writtenCounter(start) { return adapted(found, number, start) }
    let word = words[start]
    guard let reading = word.pronunciation else { return nil }
    // A longer word, such as 分間.
    let scalars = Array(word.text.unicodeScalars)
    for length in (1..<max(scalars.count, 1)).reversed() {
      var writing = String.UnicodeScalarView()
      writing.append(contentsOf: scalars[..<length])
      guard let counter = Counters[String(writing)], reading.hasPrefix(counter.reading) else { continue }
      let rest = String(reading.unicodeScalars.dropFirst(counter.reading.unicodeScalars.count))
      return Found(counter: counter, rest: rest, end: start + 1)
    }
    guard word.kind == .counter, let first = scalars.first else { return nil }
    return Found(counter: Counter(reading: reading, isForeign: Kana.isKatakana(first)), end: start + 1)
  }

  /// The longest counter that the words from `start` on write.
  private func writtenCounter(_ start: Int) -> Found? {
    var best: Found?
    var writing = ""
    for index in start..<min(start + 3, words.count) {
      if index > start, !words.touch(index - 1) { break }
      writing += words[index].text
      guard writing.unicodeScalars.count <= Counters.longest + 3 else { break }
      if let counter = Counters[writing] { best = Found(counter: counter, end: index + 1) }
    }
    return best
  }

  /// Fractions such as 三分の一, and the first day of a month.
  private func adapted(_ found: Found, _ number: NumberExpression, _ start: Int) -> Found {
    var found = found
    if words[start].text == "分", found.end + 1 < words.count, words[found.end].text == "の",
      NumberExpression(words, from: found.end + 1) != nil
    {
      found.counter = Counter("ブン")
    }
    let first = number.reading.parts.first?.sign ?? 0
    if words[start].text == "日", found.end == start + 1, number.reading.value == 1, first > 0,
      words[first - 1].text.unicodeScalars.last == "月"
    {
      found.counter.whole[1] = Counters.firstOfMonth
    }
    return found
  }

  // MARK: Dates and times in figures

  /// Reads a date such as 2024/04/01 and returns the word after it.
  mutating func readDate(_ start: Int) -> Int? {
    guard start + 4 < words.count, (start..<start + 4).allSatisfy({ words.touch($0) }),
      let separator = words[start + 1].sign, ["/", "-", "／", "－"].contains(separator),
      words[start + 3].sign == separator, let year = words[start].figures, year.count == 4, year[0] != 0,
      let month = words[start + 2].figures, let day = words[start + 4].figures, month.count <= 2, day.count <= 2,
      1...12 ~= Self.value(month), 1...31 ~= Self.value(day), !isContinued(start + 4, separator)
    else { return nil }
    var first = Counters["日"] ?? Counter("ニチ")
    first.whole[1] = Counters.firstOfMonth
    say([(year, Counters["年"]), (month, Counters["月"]), (day, first)], from: start, rule: "date")
    return start + 5
  }

  /// Reads a time such as 10:30 and returns the word after it.
  mutating func readTime(_ start: Int) -> Int? {
    guard start + 2 < words.count, (start..<start + 2).allSatisfy({ words.touch($0) }),
      let colon = words[start + 1].sign, [":", "："].contains(colon),
      let hour = words[start].figures, let minute = words[start + 2].figures, hour.count <= 2, minute.count == 2,
      0...24 ~= Self.value(hour), 0...59 ~= Self.value(minute), !isContinued(start + 2, colon),
      start == 0 || !words.touch(start - 1) || words[start - 1].sign != colon
    else { return nil }
    say([(hour, Counters["時"]), (minute, Counters["分"])], from: start, rule: "time")
    return start + 3
  }

  /// Reads a fraction such as 1/2 and returns the word after it.
  mutating func readFraction(_ start: Int) -> Int? {
    guard start + 2 < words.count, words.touch(start), words.touch(start + 1),
      let slash = words[start + 1].sign, ["/", "／"].contains(slash),
      let part = words[start].figures, let whole = words[start + 2].figures, part.count <= 2, whole.count <= 2,
      1..<Self.value(whole) ~= Self.value(part), !isContinued(start + 2, slash),
      start == 0 || !words.touch(start - 1) || words[start - 1].sign != slash
    else { return nil }
    let said = Self.counted(whole, Counter("ブン")) + "ノ " + Self.counted(part, Counter(""))
    items[start] = Item(said: said)
    items[start + 1] = Item(said: "", isKana: false, isJoined: true, isWord: false)
    items[start + 2] = Item(said: "", isShared: true)
    rulesOfPhrases[start] = AppliedRule(
      rule: "fraction", from: words[start...start + 2].map(\.text).joined(), to: said)
    return start + 3
  }

  private func isContinued(_ last: Int, _ separator: Unicode.Scalar) -> Bool {
    last + 2 < words.count && words.touch(last) && words[last + 1].sign == separator && words[last + 2].figures != nil
  }

  /// Says numbers with a counter each, which stand at every second word.
  private mutating func say(_ parts: [(digits: [Int], counter: Counter?)], from start: Int, rule: String) {
    for (number, part) in parts.enumerated() {
      let index = start + 2 * number
      items[index] = Item(said: part.counter.map { Self.counted(part.digits, $0) } ?? "")
      if number > 0 { items[index - 1] = Item(said: "", isKana: false, isJoined: true, isWord: false) }
    }
    let range = start..<start + 2 * parts.count - 1
    rulesOfPhrases[start] = AppliedRule(
      rule: rule, from: words[range].map(\.text).joined(),
      to: items[range].map(\.said).filter { !$0.isEmpty }.joined(separator: " "))
  }

  private static func value(_ digits: [Int]) -> Int { digits.reduce(0) { $0 * 10 + $1 } }

  /// A number with what it counts.
  private static func counted(_ digits: [Int], _ counter: Counter) -> String {
    let value = value(digits)
    if let whole = counter.whole[value] { return whole }
    var reading = KanaNumber()
    reading.addWhole(Array(digits.drop { $0 == 0 }), sign: 0)
    guard let last = reading.parts.popLast() else { return counter.reading }
    return reading.parts.map(\.kana).joined() + counter.joined(last.kana, last.end)
      + counter.changed(counter.reading, after: last.end)
  }
}

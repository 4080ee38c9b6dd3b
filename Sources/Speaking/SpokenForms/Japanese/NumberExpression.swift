import Speech

/// A number in a text: how it is read, and the words that it takes up.
struct NumberExpression {
  /// The reading; its signs are indices of words, counted from the first word of the text.
  var reading = KanaNumber()
  /// The first word after the number.
  var end: Int
  /// True if the digits are read one by one.
  private var isTelephone = false

  /// Figures of more digits than these are read digit by digit.
  private static let longest = 20

  /// Reads the number that begins at a word; `nil` if none does.
  init?(_ words: [Morpheme], from start: Int) {
    end = start
    if words[start].text == "何" {
      reading.addWhich(sign: start)
      end = start + 1
      guard end < words.count, words.touch(start), let sign = words[end].numberSigns?.first else { return }
      if case .unit(let unit) = sign {
        reading.addUnitAfterWhich(unit, sign: end)
        end += 1
      }
      addGreat(words)
      return
    }
    guard var signs = Self.signs(words, start), !signs.isEmpty else { return nil }
    // A comma or a point at the end belongs to the sentence.
    while let last = signs.last, last.sign == .comma || last.sign == .point { signs.removeLast() }
    guard let last = signs.last, signs[0].sign != .comma, signs[0].sign != .point else { return nil }
    end = last.word + 1
    read(signs)
    if isTelephone { goOnAsTelephone(words) }
  }

  /// Adds 万 and the like after 何.
  private mutating func addGreat(_ words: [Morpheme]) {
    guard end < words.count, words.touch(end - 1), case .great(let unit)? = words[end].numberSigns?.first else {
      return
    }
    reading.addGreat(unit, sign: end)
    end += 1
  }

  private typealias Signs = [(sign: NumberSign, word: Int)]

  /// The signs of the words from `start` on that are nothing but numbers.
  private static func signs(_ words: [Morpheme], _ start: Int) -> Signs? {
    var signs: Signs = []
    for index in start..<words.count {
      if index > start, !words.touch(index - 1) { break }
      guard let new = words[index].numberSigns else { break }
      if new == [.comma] || new == [.point] {
        // Only between figures.
        guard case .digit? = signs.last?.sign, index + 1 < words.count, words.touch(index) else { break }
        let figures = words[index + 1].leadingFigures
        guard figures > 0, new == [.point] || figures == 3 else { break }
      }
      signs += new.map { ($0, index) }
    }
    return signs
  }

  private mutating func read(_ signs: Signs) {
    var value = Sum()
    // The value since the last great unit.
    var section = Sum()
    var index = 0
    while index < signs.count {
      let word = signs[index].word
      switch signs[index].sign {
      case .digit, .kanjiDigit:
        let run = Self.run(signs, &index)
        let next = index < signs.count ? signs[index].sign : nil
        if run.count == 1, case .unit(let unit)? = next {
          reading.add(run[0], unit: unit, sign: word, unitSign: signs[index].word, isSpelledOut: run[0] == 1)
          section.add(run[0], times: Self.power(unit))
          index += 1
        } else if next == .point {
          if run.count > Self.longest {
            reading.addEach(run, sign: word)
          } else {
            reading.addWhole(run, sign: word)
          }
          reading.addPoint(sign: signs[index].word)
          index += 1
          value.number = nil
          guard index < signs.count else { break }
          let word = signs[index].word
          reading.addEach(Self.run(signs, &index), sign: word)
        } else if run.count > Self.longest || run.count > 1 && run[0] == 0 {
          reading.addEach(run, sign: word, isTelephone: true)
          (value.number, isTelephone) = (nil, true)
        } else {
          var isBeforeGreat = false
          if case .great? = next { isBeforeGreat = true }
          reading.addWhole(run, sign: word, isBeforeGreat: isBeforeGreat)
          var whole = Sum()
          for digit in run { whole.append(digit) }
          section.add(whole.number, times: 1)
        }
      case .unit(let unit):
        reading.add(0, unit: unit, sign: word)
        section.add(1, times: Self.power(unit))
        index += 1
      case .great(let unit):
        reading.addGreat(unit, sign: word)
        value.add(section.number.map { max($0, 1) }, times: Self.power(unit * 4))
        section = Sum()
        index += 1
      case .comma, .point: index += 1
      }
    }
    value.add(section.number, times: 1)
    reading.value = value.number
  }

  /// A number in the making. A text may write one that no integer holds.
  private struct Sum {
    /// `nil` if it is too large, or no whole number.
    var number: Int? = 0

    mutating func add(_ more: Int?, times factor: Int) {
      guard let sum = number, let more else { return number = nil }
      let (product, isTooLarge) = more.multipliedReportingOverflow(by: factor)
      let (result, isBeyond) = sum.addingReportingOverflow(product)
      number = isTooLarge || isBeyond ? nil : result
    }

    /// Adds a digit at the end.
    mutating func append(_ digit: Int) {
      guard let sum = number else { return }
      number = 0
      add(sum, times: 10)
      add(digit, times: 1)
    }
  }

  /// The digits from `index` on, over commas, of one script.
  private static func run(_ signs: Signs, _ index: inout Int) -> [Int] {
    var digits: [Int] = []
    var isKanji: Bool?
    while index < signs.count {
      switch signs[index].sign {
      case .digit(let digit) where isKanji != true:
        isKanji = false
        digits.append(digit)
      case .kanjiDigit(let digit) where isKanji != false:
        isKanji = true
        digits.append(digit)
      case .comma: break
      default: return digits
      }
      index += 1
    }
    return digits
  }

  private static func power(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  /// Adds the other groups of a telephone number.
  private mutating func goOnAsTelephone(_ words: [Morpheme]) {
    while end + 1 < words.count, words.touch(end - 1), words.touch(end), let hyphen = words[end].sign,
      ["-", "－", "‐", "−"].contains(hyphen), let digits = words[end + 1].figures
    {
      reading.addWord("ノ", sign: end)
      reading.addEach(digits, sign: end + 1, isTelephone: true)
      end += 2
    }
  }
}

extension Morpheme {
  /// The signs, if the word is nothing but a number.
  fileprivate var numberSigns: [NumberSign]? {
    var signs: [NumberSign] = []
    for scalar in text.unicodeScalars {
      guard let sign = NumberSign(scalar) else { return nil }
      signs.append(sign)
    }
    guard kind == .number || figures != nil || signs == [.comma] || signs == [.point] else { return nil }
    return signs.isEmpty ? nil : signs
  }
}

extension Morpheme {
  /// The figures with which the word begins, if it is nothing but a number, such as 3 of 373兆.
  fileprivate var leadingFigures: Int {
    numberSigns?.prefix { if case .digit = $0 { true } else { false } }.count ?? 0
  }
}

extension [Morpheme] {
  /// True if nothing stands between a word and the next.
  func touch(_ index: Int) -> Bool {
    index + 1 < count && self[index].span.utf8.upperBound == self[index + 1].span.utf8.lowerBound
  }
}

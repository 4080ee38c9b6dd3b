/// A character of a number.
enum NumberSign: Equatable {
  case digit(Int)
  case kanjiDigit(Int)
  /// 十 (1), 百 (2), 千 (3).
  case unit(Int)
  /// 万 (1), 億 (2), 兆 (3), 京 (4).
  case great(Int)
  case comma
  case point

  init?(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "0"..."9": self = .digit(Int(scalar.value - 0x30))
    case "０"..."９": self = .digit(Int(scalar.value - 0xFF10))
    case "〇", "零": self = .kanjiDigit(0)
    case "一", "壱": self = .kanjiDigit(1)
    case "二", "弐": self = .kanjiDigit(2)
    case "三", "参": self = .kanjiDigit(3)
    case "四": self = .kanjiDigit(4)
    case "五": self = .kanjiDigit(5)
    case "六": self = .kanjiDigit(6)
    case "七": self = .kanjiDigit(7)
    case "八": self = .kanjiDigit(8)
    case "九": self = .kanjiDigit(9)
    case "十": self = .unit(1)
    case "百": self = .unit(2)
    case "千": self = .unit(3)
    case "万": self = .great(1)
    case "億": self = .great(2)
    case "兆": self = .great(3)
    case "京": self = .great(4)
    case ",", "，": self = .comma
    case ".", "．": self = .point
    default: return nil
    }
  }

  /// True for a character of a number, but not for a separator.
  static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    switch NumberSign(scalar) {
    case .comma?, .point?, nil: false
    default: true
    }
  }

  /// The value of a digit in figures, and nothing else.
  static func figure(_ scalar: Unicode.Scalar) -> Int? {
    guard case .digit(let value) = NumberSign(scalar) else { return nil }
    return value
  }
}

extension Morpheme {
  /// The digits, if the word is nothing else than figures.
  var figures: [Int]? {
    var digits: [Int] = []
    for scalar in text.unicodeScalars {
      guard let digit = NumberSign.figure(scalar) else { return nil }
      digits.append(digit)
    }
    return digits.isEmpty ? nil : digits
  }

  /// The only character, if there is one.
  var sign: Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}

/// Finds digits and signs in a text, in their ASCII or full-width form.
struct DigitScanner {
  let scalars: [Unicode.Scalar]

  /// The ASCII character at `place`, also for its full-width form; 0 if there is another character or none.
  func ascii(_ place: Int) -> UInt8 {
    guard scalars.indices.contains(place) else { return 0 }
    switch scalars[place].value {
    case let value where value < 0x80: return UInt8(value)
    case let value where 0xFF01...0xFF5E ~= value: return UInt8(value - 0xFEE0)
    // The minus sign, the dashes and the wave dash.
    case 0x2212, 0x2010...0x2015: return UInt8(ascii: "-")
    case 0x301C: return UInt8(ascii: "~")
    default: return 0
    }
  }

  func scalar(_ place: Int) -> Unicode.Scalar? { scalars.indices.contains(place) ? scalars[place] : nil }

  func isDigit(_ place: Int) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= ascii(place) }

  func isLetter(_ place: Int) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= ascii(place) | 0x20 }

  func isSmallLetter(_ place: Int) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= ascii(place) }

  func isSign(_ sign: Unicode.Scalar, _ place: Int) -> Bool { ascii(place) == UInt8(ascii: sign) }

  /// The end of the digits at `place`, which is `place` if there are none.
  func endOfDigits(at place: Int) -> Int {
    var end = place
    while isDigit(end) { end += 1 }
    return end
  }

  func digits(_ range: Range<Int>) -> [UInt8] { range.map { ascii($0) - UInt8(ascii: "0") } }

  /// The ranges of digits from `place` on that `sign` divides, up to `limit` of them: a text of nothing else must not
  /// be read from each of its digits to the end.
  func chain(at place: Int, dividedBy sign: Unicode.Scalar, limit: Int = 4) -> [Range<Int>] {
    var parts = [place..<endOfDigits(at: place)]
    while parts.count < limit, let end = parts.last?.upperBound, isSign(sign, end), isDigit(end + 1) {
      parts.append(end + 1..<endOfDigits(at: end + 1))
    }
    return parts
  }

  /// The number at `place`, also with commas between thousands and with decimals.
  func number(at place: Int) -> ScannedNumber {
    var whole = digits(place..<endOfDigits(at: place))
    var end = place + whole.count
    var hasGroups = false
    if whole.count <= 3 {
      // A full-width comma divides numbers.
      while scalar(end) == ",", endOfDigits(at: end + 1) == end + 4 {
        whole += digits(end + 1..<end + 4)
        (end, hasGroups) = (end + 4, true)
      }
    }
    var fraction: [UInt8] = []
    if isSign(".", end), isDigit(end + 1) {
      fraction = digits(end + 1..<endOfDigits(at: end + 1))
      end += 1 + fraction.count
    }
    return ScannedNumber(range: place..<end, whole: whole, fraction: fraction, hasGroups: hasGroups)
  }
}

/// A number as it is written.
struct ScannedNumber {
  /// Unicode scalars of the text.
  var range: Range<Int>
  /// The digits before the decimal point, also zeros at the beginning.
  var whole: [UInt8]
  var fraction: [UInt8]
  /// True if commas divide the thousands.
  var hasGroups: Bool

  /// True for digits alone.
  var isPlain: Bool { fraction.isEmpty && !hasGroups }

  func isLess(than other: ScannedNumber) -> Bool {
    let (left, right) = (Array(whole.drop { $0 == 0 }), Array(other.whole.drop { $0 == 0 }))
    if left.count != right.count { return left.count < right.count }
    return (left + fraction).lexicographicallyPrecedes(right + other.fraction)
  }
}

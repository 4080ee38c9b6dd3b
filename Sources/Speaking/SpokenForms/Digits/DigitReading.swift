public import Vocabulary

/// The way in which the digits of a text are spoken. Blanks between digits make the engine say them one by one.
public enum DigitReading {
  /// The text with its digits as they are to be spoken.
  ///
  /// With `auto`, two kinds of numbers are spoken digit by digit, in their groups: telephone numbers, and codes: four
  /// digits or more near a word such as "code" (``CodeWords``), or two groups of three or more.
  ///
  /// - Parameters:
  ///   - text: one line.
  ///   - digits: the way.
  ///   - isAboutCode: true if the text stands for itself under a title such as "Your code": all its numbers count as
  ///     near that word.
  public static func spoken(
    _ text: String, _ digits: NotificationRule.Digits, isAboutCode: Bool = false
  ) -> String {
    guard digits != .number, text.utf8.contains(where: { $0 >= 0x80 || (0x30...0x39).contains($0) }) else {
      return text
    }
    let scalars = Array(text.unicodeScalars)
    let isNear = digits == .auto && !isAboutCode ? CodeWords.neighbourhood(scalars) : []
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      guard isDigit(scalars[index]) else {
        result.append(scalars[index])
        index += 1
        continue
      }
      switch digits {
      case .number: break
      case .single, .pairs:
        let end = endOfDigits(scalars, index)
        append(Array(scalars[index..<end]), by: digits == .pairs ? 2 : 1, to: &result)
        index = end
      case .auto:
        let number = DigitGroups(scalars, from: index)
        if number.isTelephone || (isAboutCode || isNear[index]) && number.isGroupedCode {
          for (position, group) in number.groups.enumerated() {
            if position > 0 { result.append(contentsOf: ", ".unicodeScalars) }
            append(Array(scalars[group]), by: 1, to: &result)
          }
          index = number.groups[number.groups.count - 1].upperBound
        } else {
          // Several numbers in a row, or one: each is looked at alone.
          let group = number.groups[0]
          let isCode = (isAboutCode || isNear[index]) && number.isCode
          append(Array(scalars[group]), by: isCode ? 1 : group.count, to: &result)
          index = group.upperBound
          // The rest of a date or an amount is no code either.
          if number.isWritten {
            let end = number.groups[number.groups.count - 1].upperBound
            result.append(contentsOf: scalars[index..<end])
            index = end
          }
        }
      }
    }
    return String(result)
  }

  private static func append(_ digits: [Unicode.Scalar], by size: Int, to result: inout String.UnicodeScalarView) {
    for (position, digit) in digits.enumerated() {
      if position > 0, position % max(size, 1) == 0 { result.append(" ") }
      result.append(digit)
    }
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80
      ? (0x30...0x39).contains(scalar.value) : scalar.properties.numericType == .decimal
  }

  static func endOfDigits(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
    var end = start
    while end < scalars.count, isDigit(scalars[end]) { end += 1 }
    return end
  }
}

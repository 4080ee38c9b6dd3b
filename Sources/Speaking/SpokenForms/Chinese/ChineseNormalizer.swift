public import Speech

/// Writes a Chinese text as it is said: numbers as characters, and for a voice that needs it, words and characters as
/// that voice reads them right (``HanziSpelling``).
public struct ChineseNormalizer: Sendable {
  /// The spoken language. A text in either may be written in traditional or simplified characters.
  public enum Dialect: Sendable {
    case mandarin
    case cantonese
  }

  /// The version of the rules, to be raised by each change of what is said.
  public static let version = "1"

  /// The spoken language of the texts.
  public let dialect: Dialect
  private let spelling: (any HanziSpelling)?

  /// - Parameters:
  ///   - dialect: the spoken language of the texts.
  ///   - spelling: that of the voice; `nil` for a voice that reads all characters.
  public init(dialect: Dialect, spelling: (any HanziSpelling)? = nil) {
    (self.dialect, self.spelling) = (dialect, spelling)
  }

  /// The normalizer for a language (BCP 47, in small letters); `nil` if it is not Chinese.
  public init?(language: String, spelling: (Dialect) -> (any HanziSpelling)? = { _ in nil }) {
    guard let dialect = Dialect(language: language) else { return nil }
    self.init(dialect: dialect, spelling: spelling(dialect))
  }

  /// The text as it is said; `nil` if it is said as it is written.
  ///
  /// - Parameter words: the words of the text, in order.
  public func said(_ text: String, words: [TextSpan]) -> SaidText? {
    var rewriting = Rewriting(text, words: words)
    let numbers = HanziNumbers(scalars: rewriting.scalars, dialect: dialect)
    var place = 0
    while place < rewriting.scalars.count {
      let scalar = rewriting.scalars[place]
      if let expression = numbers.expression(at: place) {
        rewriting.replace(expression)
        place = expression.end
      } else if scalar.value >= 0x3005, let end = replaceHanzi(at: place, in: &rewriting) {
        place = end
      } else {
        place += 1
      }
    }
    return rewriting.said
  }

  /// Replaces the word or the character at `place` if it must be.
  ///
  /// - Returns: the end of the part that was replaced; `nil` if there is none.
  private func replaceHanzi(at place: Int, in rewriting: inout Rewriting) -> Int? {
    let scalar = rewriting.scalars[place]
    if scalar == Self.repetitionMark { return rewriting.repeatLast(at: place) }
    if spelling?.isUnread(scalar) ?? false {
      rewriting.replace(Expression(rule: "unknown-hanzi", place..<place + 1, ""))
      return place + 1
    }
    guard let spelling, scalar.isHanzi, let phrase = rewriting.phrase(at: place, spelling) else { return nil }
    rewriting.replace(phrase)
    return phrase.end
  }

  /// 々, which stands for the character before it.
  private static let repetitionMark: Unicode.Scalar = "\u{3005}"
}

extension ChineseNormalizer.Dialect {
  /// The dialect of a language, such as `cmn-latn-pinyin` and `zh-yue`.
  fileprivate init?(language: String) {
    let subtags = language.utf8.split(separator: UInt8(ascii: "-")).prefix(2)
    if subtags.contains(where: { $0.elementsEqual("yue".utf8) }) {
      self = .cantonese
    } else if let first = subtags.first, first.elementsEqual("cmn".utf8) || first.elementsEqual("zh".utf8) {
      self = .mandarin
    } else {
      return nil
    }
  }
}

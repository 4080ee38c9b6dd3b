public import Speech

/// Writes a Chinese text as the engine reads it right: words with characters of several readings as pinyin, numbers as
/// characters. Characters that the voice does not know are left out, since it would say their code in digits.
public struct ChineseNormalizer: Sendable {
  /// The spoken language. A text in either may be written in traditional or simplified characters.
  public enum Dialect: Sendable {
    case mandarin
    case cantonese
  }

  /// The version of the rules and of the list of words, to be raised by each change of what is said.
  public static let version = "1"
  /// The last parts of the identifiers of the voices that speak by these rules.
  public static let voices = ["cmn", "cmn-latn-pinyin", "yue", "yue-latn-jyutping"]

  /// The spoken language of the texts.
  public let dialect: Dialect
  /// True if readings are corrected, by a voice that reads pinyin.
  public let correctsReadings: Bool

  /// - Parameters:
  ///   - dialect: the spoken language of the texts.
  ///   - correctsReadings: true for a voice that reads pinyin with digits for the tones.
  public init(dialect: Dialect, correctsReadings: Bool = false) {
    (self.dialect, self.correctsReadings) = (dialect, correctsReadings)
  }

  /// The normalizer for a voice of espeak-ng; `nil` if the voice speaks no Chinese.
  ///
  /// - Parameters:
  ///   - language: the voice's language (BCP 47), in small letters.
  ///   - voice: the voice's identifier.
  public init?(language: String, voice: String) {
    // Such as `cmn-latn-pinyin` and `zh-yue`.
    let subtags = language.utf8.split(separator: UInt8(ascii: "-")).prefix(2)
    if subtags.contains(where: { $0.elementsEqual("yue".utf8) }) {
      self.init(dialect: .cantonese)
    } else if let first = subtags.first, first.elementsEqual("cmn".utf8) || first.elementsEqual("zh".utf8) {
      self.init(dialect: .mandarin, correctsReadings: voice.isPinyinVoice)
    } else {
      return nil
    }
  }

  /// The text as it is said; `nil` if it is said as it is written.
  ///
  /// - Parameter words: the words of the text, in order.
  public func said(_ text: String, words: [TextSpan]) -> SaidText? {
    var rewriting = Rewriting(text, words: words)
    let numbers = NumberReading(scalars: rewriting.scalars, dialect: dialect)
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
    if scalar.isHanziWithoutReading(in: dialect) {
      rewriting.replace(Expression(rule: "unknown-hanzi", place..<place + 1, ""))
      return place + 1
    }
    guard correctsReadings, scalar.isListedHanzi, let phrase = rewriting.phrase(at: place) else { return nil }
    rewriting.replace(phrase)
    return phrase.end
  }

  /// 々, which stands for the character before it.
  private static let repetitionMark: Unicode.Scalar = "\u{3005}"
}

extension String {
  /// True for the identifier of espeak-ng's Mandarin voice that reads pinyin, also with a variant.
  fileprivate var isPinyinVoice: Bool { utf8.starts(with: "sit/cmn-Latn-pinyin".utf8) }
}

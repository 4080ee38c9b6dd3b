/// The length of what is said between two characters of a text, for the time of a word without an event of its own.
///
/// The figures are those with the least error for words whose time is known, in ten languages: a pause is as long as
/// two letters, a space adds something to the word before it, and a combining sign is half a letter. Even shares for
/// all characters are wrong by a quarter more, and even shares for all words by three times as much.
struct SaidLength {
  /// The length up to each scalar, and up to the end.
  private let lengths: [Int]

  /// - Parameter text: the text that the engine gets, in UTF-8.
  init(_ text: [UInt8]) {
    var lengths = [0]
    lengths.reserveCapacity(text.count + 1)
    var length = 0
    // The pause at the end is shorter than one within the text.
    var endMarks = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let kind = Self.kind(of: scalar)
      endMarks = kind == .mark ? endMarks + 1 : kind == .half ? endMarks : 0
      length += kind.rawValue
      lengths.append(length)
    }
    if endMarks > 0 { lengths[lengths.count - 1] -= endMarks * (Kind.mark.rawValue - Kind.letter.rawValue) }
    self.lengths = lengths
  }

  /// The length before the scalar at a place; a place after the text is its end.
  subscript(place: Int) -> Int { lengths[min(max(place, 0), lengths.count - 1)] }

  /// The kinds of characters with their lengths.
  private enum Kind: Int {
    /// A small kana is one syllable with the one before it.
    case none = 0
    /// A space or a combining sign.
    case half = 1
    case letter = 2
    case mark = 4
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return .letter
    case 0x09...0x0D, 0x20, 0xA0: return .half
    case 0x21...0x7E: return .mark
    // ァィゥェォ, ャュョ and ヮ, and the same in hiragana.
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3083, 0x3085, 0x3087, 0x308E: return .none
    case 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30E3, 0x30E5, 0x30E7, 0x30EE: return .none
    default: break
    }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber:
      .letter
    case .nonspacingMark, .spacingMark, .enclosingMark: .half
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format: .half
    default: .mark
    }
  }
}

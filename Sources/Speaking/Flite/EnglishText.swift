/// A text in the characters that flite knows, those of ASCII, with the places that they stand for. Pure.
///
/// Letters lose their accents, and the quotes and dashes of books become those of a typewriter. What has no such form is
/// a space: flite would spell the bytes of a character.
struct EnglishText {
  /// ASCII.
  private(set) var bytes: [UInt8] = []
  /// For each byte, the place of its character in the text, in Unicode scalars.
  private(set) var places: [Int] = []

  /// - Parameter text: UTF-8.
  init(_ text: [UInt8]) {
    for (place, scalar) in String(decoding: text, as: UTF8.self).unicodeScalars.enumerated() {
      if 0x20..<0x7F ~= scalar.value {
        add([UInt8(scalar.value)], at: place)
      } else if !scalar.properties.isDefaultIgnorableCodePoint,
        scalar.properties.canonicalCombiningClass == .notReordered
      {
        add(Self.forms[scalar] ?? [0x20], at: place)
      }
    }
  }

  private mutating func add(_ form: [UInt8], at place: Int) {
    bytes += form
    places += form.map { _ in place }
  }

  /// True if there is something to say in it.
  var isSpoken: Bool { bytes.contains { $0 > 0x20 } }

  /// The place of a byte in the text, in Unicode scalars.
  subscript(byte: Int) -> Int { byte < places.count ? places[byte] : (places.last ?? -1) + 1 }

  /// The first place of a word from a place on.
  ///
  /// - Parameter ignoringCase: true if the word is in lower case and the text may be in upper case.
  func range(of word: [UInt8], in part: Range<Int>, ignoringCase: Bool = false) -> Range<Int>? {
    guard !word.isEmpty, part.count >= word.count else { return nil }
    for start in part.lowerBound...part.upperBound - word.count
    where zip(bytes[start...], word).allSatisfy({ ignoringCase ? Self.lower($0) == $1 : $0 == $1 }) {
      return start..<start + word.count
    }
    return nil
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  /// The form of each character that has one.
  private static let forms: [Unicode.Scalar: [UInt8]] = {
    var forms: [Unicode.Scalar: [UInt8]] = [:]
    for (characters, form) in rows {
      for scalar in characters.unicodeScalars { forms[scalar] = Array(form.utf8) }
    }
    return forms
  }()

  private static let rows: [(characters: String, form: String)] = [
    ("ÀÁÂÃÄÅĀĂĄ", "A"), ("ÇĆĈĊČ", "C"), ("ÐĎĐ", "D"), ("ÈÉÊËĒĔĖĘĚ", "E"), ("ĜĞĠĢ", "G"), ("ĤĦ", "H"),
    ("ÌÍÎÏĨĪĬĮİ", "I"), ("Ĵ", "J"), ("Ķ", "K"), ("ĹĻĽĿŁ", "L"), ("ÑŃŅŇŊ", "N"), ("ÒÓÔÕÖØŌŎŐ", "O"), ("ŔŖŘ", "R"),
    ("ŚŜŞŠȘ", "S"), ("ŢŤŦȚ", "T"), ("ÙÚÛÜŨŪŬŮŰŲ", "U"), ("Ŵ", "W"), ("ÝŶŸ", "Y"), ("ŹŻŽ", "Z"), ("Æ", "AE"),
    ("Œ", "OE"), ("Þ", "Th"),
    ("àáâãäåāăą", "a"), ("çćĉċč", "c"), ("ðďđ", "d"), ("èéêëēĕėęě", "e"), ("ĝğġģ", "g"), ("ĥħ", "h"),
    ("ìíîïĩīĭįı", "i"), ("ĵ", "j"), ("ķ", "k"), ("ĺļľŀł", "l"), ("ñńņňŋ", "n"), ("òóôõöøōŏő", "o"), ("ŕŗř", "r"),
    ("śŝşšșſ", "s"), ("ţťŧț", "t"), ("ùúûüũūŭůűų", "u"), ("ŵ", "w"), ("ýŷÿ", "y"), ("źżž", "z"), ("æ", "ae"),
    ("œ", "oe"), ("þ", "th"), ("ß", "ss"), ("ﬀ", "ff"), ("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬃ", "ffi"), ("ﬄ", "ffl"),
    ("‘’‚‛ʼ′", "'"), ("“”„‟″«»", "\""), ("‐‑–", "-"), ("—―", ", "), ("…", "..."), ("£", " pounds "), ("€", " euros "),
    ("¢", " cents "), ("°", " degrees "), ("×", " times "), ("÷", " divided by "), ("½", " half "), ("¼", " quarter "),
    ("©", " copyright "), ("•·", ","),
  ]
}

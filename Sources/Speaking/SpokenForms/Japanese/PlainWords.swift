public import Speech

/// The words of a Japanese text without a dictionary: kana can be read, and so can numbers with what they count.
public enum PlainWords {
  /// The classes of characters at whose borders words end.
  private enum Script: Equatable {
    case number
    /// 何.
    case which
    case kanji
    case hiragana
    case katakana
    case letters
    case sign
    case space
  }

  /// Cuts a text into words and signs.
  ///
  /// - Parameter boundaries: the words by the rules of Unicode, in order; no word goes over their borders.
  public static func words(in text: String, at boundaries: [TextSpan]) -> [Morpheme] {
    var borders = Set<Int>()
    for word in boundaries { borders.formUnion([word.utf8.lowerBound, word.utf8.upperBound]) }
    var words: [Morpheme] = []
    var (scalars, script) = (String.UnicodeScalarView(), Script.space)
    var (start, place) = (TextPlace.start, TextPlace.start)
    func end() {
      if !scalars.isEmpty, script != .space {
        let word = Morpheme(span: TextSpan(start, place), text: String(scalars), kind: script == .sign ? .sign : .other)
        words += script == .kanji ? counted(word, after: words.last) : [known(word, script)]
      }
      (scalars, start) = (String.UnicodeScalarView(), place)
    }
    for scalar in text.unicodeScalars {
      let new = self.script(scalar, after: script)
      // Figures stay together, and so do the characters of a word that counts.
      if new != script || new == .sign || borders.contains(place.utf8) && new != .number && new != .kanji { end() }
      script = new
      scalars.append(scalar)
      place = place.after(scalar)
    }
    end()
    return words
  }

  private static func script(_ scalar: Unicode.Scalar, after script: Script) -> Script {
    if NumberSign.isPart(scalar) { return .number }
    if scalar == "何" { return .which }
    if scalar == Kana.longVowel, script == .hiragana || script == .katakana { return script }
    if Kana.isHiragana(scalar) { return .hiragana }
    if Kana.isKana(scalar) || Signs.isMark(scalar) { return .katakana }
    if Kana.isKanji(scalar) { return .kanji }
    if scalar.properties.isWhitespace { return .space }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? .letters : .sign
  }

  /// Figures are numbers, and は and へ alone are particles.
  private static func known(_ word: Morpheme, _ script: Script) -> Morpheme {
    var word = word
    switch (script, word.text) {
    case (.which, _): word.pronunciation = "ナニ"
    case (.number, _): word.kind = .number
    case (.hiragana, "は"): (word.kind, word.pronunciation) = (.particle, "ワ")
    case (.hiragana, "へ"): (word.kind, word.pronunciation) = (.particle, "エ")
    case (.hiragana, "を"): (word.kind, word.pronunciation) = (.particle, "オ")
    default: break
    }
    return word
  }

  /// Divides Chinese characters after a number into the word that counts and the rest.
  private static func counted(_ word: Morpheme, after number: Morpheme?) -> [Morpheme] {
    guard let number, number.kind == .number || number.text == "何",
      number.span.utf8.upperBound == word.span.utf8.lowerBound
    else { return [word] }
    let scalars = Array(word.text.unicodeScalars)
    for length in (1...min(scalars.count, Counters.longest)).reversed() {
      var writing = String.UnicodeScalarView()
      writing.append(contentsOf: scalars[..<length])
      guard Counters[String(writing)] != nil else { continue }
      var place = word.span.start
      for scalar in scalars[..<length] { place = place.after(scalar) }
      var rest = String.UnicodeScalarView()
      rest.append(contentsOf: scalars[length...])
      let counter = Morpheme(span: TextSpan(word.span.start, place), text: String(writing), kind: .counter)
      guard length < scalars.count else { return [counter] }
      return [counter, Morpheme(span: TextSpan(place, word.span.end), text: String(rest), kind: .other)]
    }
    return [word]
  }
}

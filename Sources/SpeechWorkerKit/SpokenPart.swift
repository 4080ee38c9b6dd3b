import Speech

/// A part of an utterance as one voice says it.
struct SpokenPart {
  /// `nil` for the worker's own voice.
  var voice: String?
  /// The text for the engine (UTF-8).
  var bytes: [UInt8]
  /// The words of the part as it is written, relative to ``origin``.
  var words: [TextSpan]
  /// The place of each word in ``bytes``, in Unicode scalars; `nil` if the engine gets the part as it is written.
  var places: [Range<Int>]?
  /// The place of the part in the utterance; only its start counts.
  var origin: TextSpan

  /// A part of which the engine gets what is written.
  init(voice: String?, bytes: [UInt8], words: [TextSpan], origin: TextSpan) {
    (self.voice, self.bytes, self.words, self.origin) = (voice, bytes, words, origin)
  }

  /// A part of which the engine gets another text.
  init(voice: String?, said: SaidText, origin: TextSpan) {
    self.init(voice: voice, bytes: said.bytes, words: said.words.map(\.span), origin: origin)
    places = said.words.map(\.said)
  }

  /// A word's place in the utterance.
  func word(_ index: Int) -> TextSpan { words[index].shifted(by: origin) }

  /// The part from the first of some words to the word after the last one, or to the end. There must be a word.
  func cut(to range: Range<Int>) -> SpokenPart {
    let first = words[range.lowerBound]
    let place = place(of: range.lowerBound)
    let end = range.upperBound < words.count ? byte(self.place(of: range.upperBound)) : bytes.count
    var part = SpokenPart(
      voice: voice, bytes: Array(bytes[byte(place)..<end]), words: words[range].map { $0.relative(to: first.start) },
      origin: word(range.lowerBound))
    part.places = places.map { places in
      places[range].map { $0.lowerBound - place..<$0.upperBound - place }
    }
    return part
  }

  /// The Unicode scalars that are said before a word.
  private func place(of word: Int) -> Int { places?[word].lowerBound ?? words[word].scalars.lowerBound }

  /// The bytes of some Unicode scalars from the start.
  private func byte(_ scalars: Int) -> Int {
    var seen = 0
    return bytes.firstIndex { byte in
      if byte & 0xC0 != 0x80 { seen += 1 }
      return seen > scalars
    } ?? bytes.count
  }
}

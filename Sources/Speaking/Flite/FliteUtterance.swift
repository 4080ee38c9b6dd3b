import CFlite
import Speech
import SpeechWorkerKit

/// What flite has made of a text before the sound: its words, sounds and their times.
struct FliteUtterance {
  private let library: FliteLibrary
  private let utterance: OpaquePointer
  /// The pauses at both ends, but for a little: the service has silences of its own, and the listener waits for the
  /// first sound.
  private static let kept = (before: 0.02, after: 0.08)

  init(_ utterance: OpaquePointer, _ library: FliteLibrary) { (self.utterance, self.library) = (utterance, library) }

  /// The frames from the first sound to the last one.
  func sounding(at rate: SampleRate) -> Range<Int> {
    let sounds = library.relation(utterance, "Segment")
    guard let first = library.first(sounds), let last = library.last(sounds) else { return 0..<0 }
    var (start, end) = (0.0, library.end(of: last) + 1)
    if Self.isPause(library.text("name", of: first)) { start = library.end(of: first) - Self.kept.before }
    if Self.isPause(library.text("name", of: last)), let before = library.previous(last) {
      end = library.end(of: before) + Self.kept.after
    }
    let (from, to) = (frame(start, at: rate), frame(end, at: rate))
    return from..<max(from, to)
  }

  /// The words in their order, with their frames in the whole sound.
  ///
  /// A token of the text, between white space, is spoken as one word or several: `well-known` is two, `1999` three. A
  /// word that stands in the token has that place; of others only the first has one, the whole token's.
  func words(of text: EnglishText, at rate: SampleRate) -> [EngineWord] {
    var words: [EngineWord] = []
    var (byte, last) = (0, 0)
    for token in library.items(from: library.first(library.relation(utterance, "Token"))) {
      let name = Array(library.text("name", of: token).utf8)
      guard let place = text.range(of: name, in: byte..<text.bytes.count) else { continue }
      byte = place.upperBound
      var rest = place
      for (index, word) in library.items(from: library.daughter(token)).enumerated() {
        guard let start = start(of: word) else { continue }
        let spoken = Array(library.text("name", of: word).utf8)
        let found = text.range(of: spoken, in: rest, ignoringCase: true)
        if let found { rest = found.upperBound..<rest.upperBound }
        guard let range = found ?? (index == 0 ? place : nil) else { continue }
        last = max(last, frame(start, at: rate))
        words.append(
          EngineWord(
            position: text[range.lowerBound], length: text[range.upperBound - 1] + 1 - text[range.lowerBound],
            frame: last))
      }
    }
    return words
  }

  /// The moment at which a word begins, in seconds; `nil` for one without a sound.
  private func start(of word: OpaquePointer) -> Double? {
    guard let syllable = library.cast(word, "SylStructure").flatMap({ library.daughter($0) }),
      let sound = library.daughter(syllable).flatMap({ library.cast($0, "Segment") })
    else { return nil }
    return library.previous(sound).map { library.end(of: $0) } ?? 0
  }

  private func frame(_ seconds: Double, at rate: SampleRate) -> Int {
    seconds.isFinite ? Int(min(max(seconds, 0), 3600) * Double(rate.hertz)) : 0
  }

  /// The sounds of the words in the International Phonetic Alphabet.
  var transcription: String {
    let words = library.items(from: library.first(library.relation(utterance, "Word")))
    return words.compactMap { word -> String? in
      let syllables = library.items(from: library.cast(word, "SylStructure").flatMap { library.daughter($0) })
      let sounds = syllables.map { syllable in
        let names = library.items(from: library.daughter(syllable)).map { library.text("name", of: $0) }
        let mark = library.text("stress", of: syllable) == "1" ? "ˈ" : ""
        return mark + names.map { Self.phonetic[$0] ?? "" }.joined()
      }
      return sounds.isEmpty ? nil : sounds.joined()
    }.joined(separator: " ")
  }

  private static func isPause(_ sound: String) -> Bool { sound == "pau" }

  /// The sounds of American English by flite's names for them.
  private static let phonetic: [String: String] = [
    "aa": "ɑ", "ae": "æ", "ah": "ʌ", "ao": "ɔ", "aw": "aʊ", "ax": "ə", "axr": "ɚ", "ay": "aɪ", "b": "b", "ch": "tʃ",
    "d": "d", "dh": "ð", "dx": "ɾ", "eh": "ɛ", "el": "l̩", "em": "m̩", "en": "n̩", "er": "ɝ", "ey": "eɪ", "f": "f",
    "g": "ɡ", "hh": "h", "hv": "h", "ih": "ɪ", "iy": "i", "jh": "dʒ", "k": "k", "l": "l", "m": "m", "n": "n",
    "nx": "n", "ng": "ŋ", "ow": "oʊ", "oy": "ɔɪ", "p": "p", "r": "ɹ", "s": "s", "sh": "ʃ", "t": "t", "th": "θ",
    "uh": "ʊ", "uw": "u", "v": "v", "w": "w", "y": "j", "z": "z", "zh": "ʒ",
  ]
}

import Chinese
import EspeakSpelling
import Japanese
import Linguistics
import Morphology
import Speech

/// The texts for the engine, in languages whose writing it cannot read.
///
/// A text is prepared only in a copy of the process: it comes from a stranger.
struct Saying {
  /// The release of the engine.
  let release: String
  private var japanese = JapaneseSaying()

  init(release: String) { self.release = release }

  /// Loads the code that languages may need, and finds their files; to be called before the process is sealed.
  ///
  /// - Returns: the files to be read later.
  mutating func load() -> [String] { japanese.load() }

  /// The versions of the rules, and of the files that they use, by language: other ones make other sounds. Called after
  /// ``load()``.
  var versions: [(language: String, version: String)] {
    [("ja", japanese.version)] + Self.chineseVoices.map { ($0, HanziReadings.version(release: release)) }
      + Respelling.languages.map { ($0, Respelling.version) }
  }

  /// The last parts of the identifiers of the Chinese voices.
  private static let chineseVoices = ["cmn", "cmn-latn-pinyin", "yue", "yue-latn-jyutping"]

  /// Opens what a language needs; to be called before copies are made, so that they share it.
  mutating func prepare(for language: String) {
    if language == "ja" { japanese.open() }
  }

  /// The form of a text that the engine gets; `nil` for the text itself.
  ///
  /// - Parameters:
  ///   - language: that of the voice.
  ///   - voice: the identifier of the voice.
  ///   - namesSigns: true if the engine says the names of punctuation marks.
  ///   - text: the text.
  ///   - words: finds the words of a text by the rules of Unicode, in order.
  mutating func said(
    _ language: String, voice: String, namesSigns: Bool, _ text: String, words: (String) -> [TextSpan]
  ) -> SaidText? {
    // MeCab finds the words itself, and knows the forms of Japanese letters.
    if language == "ja" { return japanese.said(text, namesSigns: namesSigns, words: words) }
    guard let respelling = Respelling(text, language: language, words: words) else {
      return said(language, voice: voice, text) { words(text) }
    }
    let words = words(text)
    let said = said(language, voice: voice, respelling.text) { words.map(respelling.place(of:)) }
    return respelling.said(said, words: words)
  }

  /// The text by the rules of a language; `nil` if there are none, or if nothing changes.
  private func said(_ language: String, voice: String, _ text: String, words: () -> [TextSpan]) -> SaidText? {
    ChineseNormalizer(language: language) { HanziReadings($0, voice: voice, release: release) }?.said(
      text, words: words())
  }
}

/// Japanese texts: with a dictionary if there is one.
private struct JapaneseSaying {
  private var dictionary: JapaneseDictionary?
  private var mecab: MeCab?
  private var isOpen = false

  mutating func load() -> [String] {
    let dictionary = JapaneseDictionary()
    self.dictionary = dictionary
    MeCab.load(for: dictionary)
    return [dictionary.folder]
  }

  /// The version of the rules, to be raised by each change of what is said, and that of the dictionary.
  var version: String { "1 " + (dictionary?.version ?? "") }

  mutating func open() {
    guard !isOpen, let dictionary else { return }
    isOpen = true
    mecab = try? MeCab(dictionary)
  }

  mutating func said(_ text: String, namesSigns: Bool, words: (String) -> [TextSpan]) -> SaidText {
    // In a copy of a process with another voice.
    open()
    guard let mecab else {
      return JapaneseText.said(
        PlainWords.words(in: text, at: words(text)), spelling: KatakanaReadings(), namesSigns: namesSigns)
    }
    return JapaneseText.said(mecab.words(in: text), spelling: KatakanaReadings(), namesSigns: namesSigns)
  }
}

import Linguistics
import Morphology
import Speech
import SpokenForms

/// The rules of languages that write the spoken form of a text, before the engine gets it.
///
/// A text is prepared only in a copy of the process: it comes from a stranger.
struct FormRules {
  private let spelling: EngineSpelling
  private var japanese: JapaneseRules?

  /// - Parameter spelling: that of the engine.
  init(_ spelling: EngineSpelling) {
    self.spelling = spelling
    japanese = spelling.katakana.map { JapaneseRules($0) }
  }

  /// Loads the code that languages may need, and finds their files; to be called before the process is sealed.
  ///
  /// - Returns: the files to be read later.
  mutating func load() -> [String] { japanese?.load() ?? [] }

  /// The versions of the rules, and of the files that they use, by the last part of the identifiers of voices: other
  /// ones make other sounds. Called after ``load()``.
  var versions: [(language: String, version: String)] {
    let chinese = spelling.hanzi?.names ?? ["cmn", "yue", "zh"]
    let version = ChineseNormalizer.version + (spelling.hanzi?.release ?? "")
    return (japanese.map { [("ja", $0.version)] } ?? []) + chinese.map { ($0, version) }
      + Respelling.languages.map { ($0, Respelling.version) }
  }

  /// Opens what a language needs; to be called before copies are made, so that they share it.
  mutating func prepare(for language: String) {
    if language == "ja" { japanese?.open() }
  }

  /// The text that is said for another one; `nil` for that text itself.
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
    if language == "ja", japanese != nil { return japanese?.said(text, namesSigns: namesSigns, words: words) }
    guard let respelling = Respelling(text, language: language, words: words) else {
      return said(language, voice: voice, text) { words(text) }
    }
    let words = words(text)
    let said = said(language, voice: voice, respelling.text) { words.map(respelling.place(of:)) }
    return respelling.said(said, words: words)
  }

  /// The text by the rules of a language; `nil` if there are none, or if nothing changes.
  private func said(_ language: String, voice: String, _ text: String, words: () -> [TextSpan]) -> SaidText? {
    ChineseNormalizer(language: language) { spelling.hanzi?.spelling($0, voice) }?.said(text, words: words())
  }
}

/// Japanese texts: with a dictionary if there is one.
private struct JapaneseRules {
  private let spelling: any KatakanaSpelling
  private var dictionary: JapaneseDictionary?
  private var mecab: MeCab?
  private var isOpen = false

  init(_ spelling: any KatakanaSpelling) { self.spelling = spelling }

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
    let words = mecab?.words(in: text) ?? PlainWords.words(in: text, at: words(text))
    return JapaneseText.said(words, spelling: spelling, namesSigns: namesSigns)
  }
}

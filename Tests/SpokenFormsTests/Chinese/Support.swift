import EspeakSpelling
import Linguistics
import Speech
import SpokenForms
import Testing

/// A text as a voice says it, with the place of each word.
struct Said {
  var text: String
  var said: String
  var words: [SaidWord]
  var rules: [AppliedRule]

  /// - Parameter readings: true for the voice that reads pinyin.
  init(_ text: String, _ dialect: ChineseNormalizer.Dialect = .mandarin, readings: Bool = false) throws {
    let words = try WordSplitter(language: "zh").words(in: text)
    let result = ChineseNormalizer(
      dialect: dialect, spelling: HanziReadings(dialect, readsPinyin: readings)
    ).said(text, words: words)
    self.text = text
    said = result.map { String(decoding: $0.bytes, as: UTF8.self) } ?? text
    self.words = result?.words ?? words.map { SaidWord(span: $0, said: $0.scalars) }
    rules = result?.rules ?? []
    #expect(self.words.map(\.span) == words, "\(text)")
  }

  /// Each word as it is written, and what is said for it.
  var pairs: [String] {
    let original = Array(text.unicodeScalars)
    let spoken = Array(said.unicodeScalars)
    return words.map { Self.string(original[$0.span.scalars]) + "=" + Self.string(spoken[$0.said]) }
  }

  static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var string = ""
    string.unicodeScalars.append(contentsOf: scalars)
    return string
  }
}

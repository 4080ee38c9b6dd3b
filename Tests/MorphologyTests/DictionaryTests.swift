import DesktopSupport
import Foundation
import Morphology
import Speech
import SpokenForms
import Testing

/// The dictionary, and texts without one.
@Suite(.timeLimit(.minutes(2)))
struct DictionaryTests {
  @Test func theInstalledDictionaryIsOpened() throws {
    let dictionary = try MeCab().dictionary
    #expect(dictionary.size > 100_000)
    #expect(dictionary.folder == "/var/lib/mecab/dic/ipadic-utf8")
  }

  @Test func aDictionaryHasAVersion() throws {
    #expect(JapaneseDictionary(folder: Project.nowhere).version == "none")
    let (one, other) = (JapaneseDictionary(), JapaneseDictionary(folder: "/var/lib/mecab/dic/ipadic"))
    let size = try FileManager.default.attributesOfItem(atPath: one.folder + "/sys.dic")[.size] as? Int
    #expect(one.version == "ipadic-utf8 \(try #require(size))")
    #expect(one.version != other.version)
  }

  @Test func anotherCharsetIsRefused() {
    let folder = "/var/lib/mecab/dic/ipadic"
    #expect(throws: DictionaryFault.otherCharset(folder, "EUC-JP")) {
      try MeCab(JapaneseDictionary(folder: folder))
    }
  }

  @Test func aMissingDictionaryIsReported() {
    #expect(throws: DictionaryFault.noDictionary(Project.nowhere)) {
      try MeCab(JapaneseDictionary(folder: Project.nowhere))
    }
  }

  @Test func theConfigurationNamesTheDictionary() throws {
    let file = NSTemporaryDirectory() + "aloud-mecabrc-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data("; dicdir = /no\nuserdic = /x\n dicdir =  /var/lib/mecab/dic/ipadic  \n".utf8).write(
      to: URL(fileURLWithPath: file))
    #expect(JapaneseDictionary(configuration: file).folder == "/var/lib/mecab/dic/ipadic")
    #expect(
      JapaneseDictionary(configuration: Project.nowhere) == JapaneseDictionary(folder: "/var/lib/mecab/dic/debian"))
  }

  @Test func wordsLeaveOutNothingButWhiteSpace() throws {
    let text = " 今日は\u{3000}😀 いい天気。\tWindows 𠮷野家 e\u{301} 終わり "
    let words = try MeCab().words(in: text)
    let bytes = Array(text.utf8)
    var left: [UInt8] = []
    var end = 0
    for word in words {
      #expect(String(decoding: bytes[word.span.utf8], as: UTF8.self) == word.text)
      let before = String(decoding: bytes[..<word.span.utf8.lowerBound], as: UTF8.self)
      #expect(word.span.scalars.lowerBound == before.unicodeScalars.count)
      #expect(word.span.utf16.lowerBound == before.utf16.count)
      left += bytes[end..<word.span.utf8.lowerBound]
      end = word.span.utf8.upperBound
    }
    left += bytes[end...]
    let isSpace = String(decoding: left, as: UTF8.self).allSatisfy { $0.isWhitespace }
    #expect(isSpace)
  }

  @Test(arguments: ["", " ", "\u{3000}", "。", String(repeating: "長", count: 3000), String(repeating: "ー", count: 3000)])
  func oddTextsAreCutToo(text: String) throws {
    let words = try MeCab().words(in: text)
    let written = String(text.unicodeScalars.filter { $0 != " " })
    let isSpace = text.allSatisfy { $0.isWhitespace }
    #expect(words.map(\.text).joined() == written || words.isEmpty && isSpace)
  }

  @Test(arguments: [
    ("きょうは三百円です。", "キョウワ サンビャクエン デス。"), ("文章をよむ", "オ ヨム"), ("ｶﾀｶﾅ", "カタカナ"), ("4月1日", "シガツ ツイタチ"),
    ("何本ですか", "ナンボン デスカ"),
  ]) func withoutADictionaryKanaAndNumbersAreRead(text: String, said: String) {
    // The borders that Unicode's rules would give for these texts.
    let borders = ["は", "を"].compactMap { particle -> TextSpan? in
      guard let range = text.range(of: particle) else { return nil }
      let start = text[..<range.lowerBound]
      let place = TextPlace(scalars: start.unicodeScalars.count, utf8: start.utf8.count, utf16: start.utf16.count)
      return TextSpan(place, place.after(particle.unicodeScalars.first!))
    }
    let result = Said.form(PlainWords.words(in: text, at: borders))
    #expect(Said.trimmed(result) == said)
    let hasUnread = result.rules.contains { $0.rule == "no-reading" }
    #expect(hasUnread == (text == "文章をよむ"))
  }
}

import DesktopSupport
import Linguistics
import Speech
import Testing

@Suite(.timeLimit(.minutes(3)))
struct WordSplitterTests {
  static func words(_ text: String, _ language: String = "en", punctuation: Bool = false) throws -> [String] {
    let spans = try WordSplitter(language: language, includesPunctuation: punctuation).words(in: text)
    let scalars = Array(text.unicodeScalars)
    let units = Array(text.utf16)
    let bytes = Array(text.utf8)
    return spans.map { span in
      let word = String(decoding: bytes[span.utf8], as: UTF8.self)
      var byScalars = ""
      byScalars.unicodeScalars.append(contentsOf: scalars[span.scalars])
      // The three ranges cover the same characters.
      #expect(byScalars.unicodeScalars.elementsEqual(word.unicodeScalars))
      #expect(String(decoding: units[span.utf16], as: UTF16.self).unicodeScalars.elementsEqual(word.unicodeScalars))
      return word
    }
  }

  @Test func wordsAreRunsOfLettersAndDigits() throws {
    #expect(try Self.words("Don't pay $12.50, Mr. O'Neil!") == ["Don't", "pay", "$", "12.50", "Mr", "O'Neil"])
    #expect(try Self.words("") == [])
    #expect(try Self.words("…?! — «»") == [])
  }

  @Test func languagesWithoutSpacesHaveWords() throws {
    #expect(try Self.words("สวัสดีชาวโลก", "th") == ["สวัสดี", "ชาว", "โลก"])
    #expect(try Self.words("今天天气很好。", "zh").joined() == "今天天气很好")
    #expect(try Self.words("今日もいい天気ですね", "ja").count > 2)
  }

  @Test func pictographsCombiningMarksAndRightToLeftKeepTheirPlaces() throws {
    #expect(try Self.words("a 👩‍👩‍👧‍👦 b 🇩🇪 c") == ["a", "👩‍👩‍👧‍👦", "b", "🇩🇪", "c"])
    #expect(try Self.words("e\u{301}te\u{301} 𝔘𝔫𝔦") == ["e\u{301}te\u{301}", "𝔘𝔫𝔦"])
    #expect(try Self.words("שלום עולם, مرحبا بالعالم", "he") == ["שלום", "עולם", "مرحبا", "بالعالم"])
  }

  @Test func spokenPunctuationCounts() throws {
    #expect(try Self.words("Yes, (no)!", punctuation: true) == ["Yes", ",", "(", "no", ")", "!"])
  }

  @Test(arguments: ["", "x", "qaa-Zzzz-999", "../../etc", "en@ss=standard", "cmn-latn-pinyin", "🙂"])
  func anyLanguageTagWorks(language: String) throws {
    #expect(try Self.words("one two", language) == ["one", "two"])
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func wordsOfAnythingAreInOrderAndApart(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let splitter = try WordSplitter(language: "en")
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        let value = UInt32.random(in: 1...(Bool.random(using: &generator) ? 0x7F : 0x10FFFF), using: &generator)
        if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
      }
      let words = splitter.words(in: text)
      for (word, next) in zip(words, words.dropFirst()) {
        #expect(word.scalars.upperBound <= next.scalars.lowerBound)
        #expect(word.utf8.upperBound <= next.utf8.lowerBound)
        #expect(word.utf16.upperBound <= next.utf16.lowerBound)
      }
      #expect(words.allSatisfy { !$0.scalars.isEmpty && $0.utf8.upperBound <= text.utf8.count })
    }
  }
}

import EventLoop
import Linguistics
import Speech
import Testing
import Workers

/// The letters of each language, as the engine's phonemes tell them.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct ScriptTests {
  init() { TestLoop.start() }

  @Core
  static func voice(for language: String, in session: Session) async throws -> String {
    let catalogue = VoiceCatalogue(try await session.voices())
    return try #require(catalogue.best(forLanguage: language), "\(language)").id.text
  }

  /// Letters that have no sound of their own in a voice would be named, or read in English.
  @Test(arguments: Paragraphs.all.map(\.language))
  @Core func noLetterIsNamed(language: String) async throws {
    let session = try Session()
    let voice = try await Self.voice(for: language, in: session)
    let text = try #require(Paragraphs.all.first { $0.language == language }).text
    let paragraph = try await session.explain(text, voice)
    #expect(!paragraph.phonemes.contains("("), "a part in another language: \(paragraph.phonemes)")
    let words = try WordSplitter(language: language).words(in: text)
      .map { String(decoding: Array(text.utf8)[$0.utf8], as: UTF8.self) }
      .filter { $0.unicodeScalars.count > 2 }
    // Each word is a clause, and so has a line of its own.
    let explanation = try await session.explain(words.map { $0 + "! " }.joined(), voice)
    let lines = explanation.phonemes.split(separator: "\n")
    #expect(lines.count == words.count)
    for (word, line) in zip(words, lines) {
      let sounds = line.unicodeScalars.count { $0.properties.isAlphabetic }
      let limit = ["ko", "zh-CN", "zh-TW"].contains(language) ? 6 : 3
      #expect(sounds <= limit * word.unicodeScalars.count, "\(word): \(line)")
      // The name of a letter stands by itself. The Thai voice divides syllables, and the Chinese one all of them.
      #expect(!line.contains(" ") || language == "th" || language.utf8.starts(with: "zh".utf8), "\(word): \(line)")
    }
    session.end()
  }

  /// Marks cover each letter once, in the order of the text, in all three units.
  @Test(arguments: Paragraphs.all.map(\.language))
  @Core func marksCoverEachLetterOnce(language: String) async throws {
    let session = try Session()
    let voice = try await Self.voice(for: language, in: session)
    let text = try #require(Paragraphs.all.first { $0.language == language }).text
    let spoken = await session.speak(text, VoiceConfiguration.voice(voice))
    #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.skipped.isEmpty)
    let frames = spoken.marks.map(\.frame)
    #expect(frames == frames.sorted() && frames.allSatisfy { $0 < spoken.samples.count })
    Self.expectCover(spoken.marks.map(\.span), of: text)
    session.end()
  }

  static func expectCover(_ spans: [TextSpan], of text: String) {
    let scalars = Array(text.unicodeScalars)
    let (utf8, utf16) = (Array(text.utf8), Array(text.utf16))
    var marked = [Int](repeating: 0, count: scalars.count)
    var end = 0
    for span in spans {
      #expect(span.scalars.lowerBound >= end)
      end = span.scalars.upperBound
      for place in span.scalars { marked[place] += 1 }
      var word = ""
      word.unicodeScalars.append(contentsOf: scalars[span.scalars])
      #expect(String(decoding: utf8[span.utf8], as: UTF8.self).unicodeScalars.elementsEqual(word.unicodeScalars))
      #expect(String(decoding: utf16[span.utf16], as: UTF16.self).unicodeScalars.elementsEqual(word.unicodeScalars))
      #expect(word.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil })
    }
    for place in scalars.indices where scalars[place].properties.isAlphabetic {
      #expect(marked[place] == 1, "\(scalars[place]) at \(place)")
    }
  }

  /// Other writings of a word sound as its usual one.
  @Test(
    arguments: [
      ("vi", "Tie\u{302}\u{301}ng Vie\u{323}\u{302}t", "Tiếng Việt"), ("de", "fu\u{308}r Gro\u{308}ße", "für Größe"),
      ("fr", "e\u{301}le\u{300}ve", "élève"), ("cs", "pr\u{30C}i\u{301}lis\u{30C} z\u{30C}luty\u{301}", "příliš žlutý"),
      ("pl", "z\u{307}o\u{301}łc\u{301}", "żółć"), ("ro", "s\u{326}tiint\u{326}a\u{306}", "știință"),
      ("ru", "чаи\u{306} еще\u{308}", "чай ещё"), ("tr", "I\u{307}stanbul", "İstanbul"),
      ("ko", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}\u{110B}\u{1165}", "한국어"), ("ar", "ﻛﺘﺎﺏ", "كتاب"),
      ("ar", "كـتـاب", "كتاب"), ("ar", "\u{202B}كت\u{200F}اب\u{202C}", "كتاب"), ("fa", "می\u{200D}خواهم", "میخواهم"),
      ("he", "שָׁלוֹם", "שלום"), ("he", "יוֹם־טוֹב", "יום-טוב"), ("he", "צה״ל", "צהל"), ("hi", "क्\u{200D}षमा", "क्षमा"),
      ("bn", "র\u{200D}্যাব", "র্যাব"), ("th", "น\u{E49}\u{E4D}\u{E32}", "น\u{E49}\u{E33}"), ("en", "ｗｏｒｄｓ", "words"),
      ("en", "𝐇𝐞𝐥𝐥𝐨", "Hello"), ("en", "ﬁne", "fine"), ("th", "เด็กๆ", "เด็กเด็ก"), ("en", "bro\u{2060}ken", "broken"),
      ("de", "Auf\u{AD}gabe", "Aufgabe"),
      ("zh-CN", "\u{F9E1}白", "李白"),
    ])
  @Core func otherFormsOfLettersSoundAlike(language: String, written: String, usual: String) async throws {
    let session = try Session()
    let voice = try await Self.voice(for: language, in: session)
    let (first, second) = (try await session.explain(written, voice), try await session.explain(usual, voice))
    #expect(first.phonemes == second.phonemes && !first.phonemes.isEmpty)
    let spoken = await session.speak(written + " " + usual, VoiceConfiguration.voice(voice))
    Self.expectCover(spoken.marks.map(\.span), of: written + " " + usual)
    #expect(spoken.marks.count == (try WordSplitter(language: language).words(in: written + " " + usual).count))
    session.end()
  }

  /// Signs that say nothing disturb no word.
  @Test(arguments: ["en", "ar", "he", "zh-CN", "hi"])
  @Core func charactersWithoutSoundAreSilent(language: String) async throws {
    let session = try Session()
    let voice = try await Self.voice(for: language, in: session)
    let text = try #require(Paragraphs.all.first { $0.language == language }).text
    let word = try #require(text.split(separator: " ").first)
    let usual = try await session.explain(String(word), voice)
    for sign in ["\u{378}", "\u{200E}", "\u{2069}", "\u{FEFF}", "\u{E000}", "\u{10FFFD}", "\u{E0041}", "\u{34F}"] {
      let explanation = try await session.explain(sign + " " + word + " " + sign, voice)
      #expect(explanation.phonemes == usual.phonemes, "U+\(String(sign.unicodeScalars.first!.value, radix: 16))")
    }
    session.end()
  }
}

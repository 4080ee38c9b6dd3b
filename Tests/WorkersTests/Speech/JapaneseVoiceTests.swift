import DesktopSupport
import EventLoop
import Glibc
import Speech
import Testing
import Workers

/// Japanese texts through the speech worker.
@Suite(.timeLimit(.minutes(3)), .serialized)
struct JapaneseVoiceTests {
  static let voice = VoiceConfiguration(voice: "jpx/ja")
  static let texts = [
    "おはようございます。今日もいい天気ですね。音声合成で読み上げています。文章をうまくよめていますか?",
    "三百円の本を一冊と鉛筆六本を、4月1日の10時30分に買った。", "日本の人口は約1億2千万人です。これは何ですか。",
    "一人で、二人で。合計は12345円、円周率は3.14です。", "人々は山々を眺め、ｺｰﾋｰを飲む。ええーっ、すごーい〜！", "驫麤の𠮷野家・ヶ月ゝ々〆〇※★→㍻①",
    "ァィゥェォャュョッンー、ぁぁぁ、ーーー、ッァ、ンー、カアー、ヷヸ、ヮ。",
  ]

  init() { TestLoop.start() }

  @Core private func explain(_ session: Session, _ text: String) async throws -> Explanation {
    try await withCheckedContinuation { continuation in
      _ = session.engine.explain(Array(text.utf8), configuration: Self.voice) { continuation.resume(returning: $0) }
    }.get()
  }

  /// The engine says "letter" and a number for what it does not know, or "Japanese letter" in English.
  private static func hasNameOfLetter(_ phonemes: String) -> Bool {
    let scalars = Array(phonemes.unicodeScalars)
    return ["(en)", "lˈetə", "letə"].contains { name in
      let name = Array(name.unicodeScalars)
      return scalars.indices.contains { scalars[$0...].starts(with: name) }
    }
  }

  @Test(arguments: texts) @Core func noLetterIsReplacedByItsName(text: String) async throws {
    let session = try Session()
    let account = try await explain(session, text)
    #expect(!Self.hasNameOfLetter(account.phonemes), "\(account)")
    session.end()
  }

  @Test @Core func theReferenceSentencesAreSaidWithoutANameOfALetterOrAKanji_S0_25() async throws {
    let session = try Session()
    let text = "おはようございます。今日もいい天気ですね。音声合成で読み上げています。文章をうまく読めていますか？"
    let account = try await explain(session, text)
    #expect(!Self.hasNameOfLetter(account.phonemes), "\(account)")
    let said = account.said.unicodeScalars.filter { $0.properties.isIdeographic }
    #expect(said.isEmpty && account.said.contains("キョーモ") && account.said.contains("ヨメテイマス"), "\(account.said)")
    session.end()
  }

  @Test @Core func pairsOfKanaAreReadWithoutTheirNames() async throws {
    let session = try Session()
    let kana = (0x30A1...0x30FA).compactMap { Unicode.Scalar($0) } + ["ー"]
    for first in kana {
      let text = kana.map { "カ\(first)\($0)、\(first)\($0)" }.joined(separator: "、")
      let account = try await explain(session, text)
      #expect(!Self.hasNameOfLetter(account.phonemes), "\(first): \(account.phonemes)")
    }
    session.end()
  }

  @Test(arguments: texts) @Core func marksAreTheWordsOfTheOriginalInOrder(text: String) async throws {
    let session = try Session()
    let spoken = await session.speak(text, Self.voice)
    #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.skipped.isEmpty)
    var end = 0
    let bytes = Array(text.utf8)
    var left: [UInt8] = []
    for mark in spoken.marks {
      #expect(mark.span.utf8.lowerBound >= end)
      left += bytes[end..<mark.span.utf8.lowerBound]
      end = mark.span.utf8.upperBound
    }
    left += bytes[end...]
    // No letter is in a hole between the words.
    let holes = String(decoding: left, as: UTF8.self)
    #expect(!holes.unicodeScalars.contains { $0.properties.isAlphabetic }, "\(holes)")
    let frames = spoken.marks.map(\.frame)
    #expect(frames == frames.sorted())
    session.end()
  }

  @Test(arguments: texts) @Core func theMeasuredLengthIsTheSpokenOne(text: String) async throws {
    let session = try Session()
    let spoken = await session.speak(text, Self.voice)
    let measured = try await session.measure(text, Self.voice).get()
    #expect(measured == spoken.samples.count)
    #expect(await session.speak(text, Self.voice) == spoken)
    session.end()
  }

  @Test @Core func theEngineReportsTheVersionsOfItsRules() async throws {
    let session = try Session()
    _ = try await session.voices()
    let name = EngineName(try #require(session.engine.name))
    #expect(name.name(for: ["gmw/de"]) == name.engine)
    #expect(name.name(for: [Self.voice.voice]).hasPrefix(name.engine + "; ja 1 ipadic-utf8 "))
    #expect(name.name(for: ["sit/cmn-Latn-pinyin"]).hasPrefix(name.engine + "; cmn-latn-pinyin 1"))
    #expect(name.name(for: ["gmw/en", "sem/he"]) == name.engine + "; he 1")
    session.end()
  }

  @Test @Core func wordsAreThoseOfTheDictionary() async throws {
    let session = try Session()
    let text = "今日もいい天気ですね。一冊買う。"
    let spoken = await session.speak(text, Self.voice)
    #expect(spoken.words(of: text) == ["今日", "も", "いい", "天気", "です", "ね", "一", "冊", "買う"])
    session.end()
  }

  /// MeCab is in each speech worker, since a sealed process loads no code; its pages come with the first Japanese text.
  @Test(.enabled(if: geteuid() == 0, "a worker's memory is only shown to root"))
  @Core func aWorkerThatSpeaksNoJapaneseHasNoPagesOfMeCab() async throws {
    let session = try Session()
    #expect(await session.speak("It rains.").error == nil)
    let worker = try #require(session.engine.processIDs.first)
    let memory = residentKilobytes(of: worker, in: "/libmecab.so")
    #expect(memory.mapped > 200, "it is loaded")
    // The relocated tables, and a page at the end of each part.
    #expect(memory.resident <= 32, "\(memory)")
    session.end()
  }

  @Test @Core func aPartInJapaneseIsReadInAnotherLanguagesWorker() async throws {
    let session = try Session()
    let (before, part) = ("He said ", "今日は一冊")
    let span = TextRun(utf8: before.utf8.count..<(before + part).utf8.count, voice: Self.voice.voice)
    let spoken = await session.speak(before + part, runs: [span])
    #expect(spoken.words(of: before + part) == ["He", "said", "今日", "は", "一", "冊"])
    let measured = try await session.measure(before + part, runs: [span]).get()
    #expect(measured == spoken.samples.count)
    session.end()
  }
}

import Speech
import SpeechWire
import Testing
import Vocabulary
import Wire

/// The messages of the service and its speech workers.
struct SpeechWireTests {
  /// An engine's own words do not let the listener wait for minutes when it hangs.
  @Test func theTimeToLoadAVoiceIsBounded() throws {
    for (told, believed) in [(2_000_000, 2_000_000), (4_000_000_000, 30_000_000)] as [(Microseconds, Microseconds)] {
      let traits = EngineTraits(
        sampleRate: .usual, wordsPerMinute: 80...449, pitch: 0...100, marks: .exact, lengths: .exact, cost: 1000,
        loading: told, memory: 0)
      let packet = SpeechAnswer.hello(engine: "hum", traits).encoded(request: 0)
      let (_, answer) = try #require(try? SpeechAnswer.decode(packet[...]))
      guard case .hello(_, let read) = answer else { return #expect(Bool(false), "\(answer)") }
      #expect(read.loading == believed)
    }
  }

  static let requests: [SpeechRequest] = [
    .configure(
      VoiceConfiguration(voice: .own("gmw/en-US+f3"), wordsPerMinute: 300, pitch: 0, range: 100, punctuation: .all)),
    .configure(VoiceConfiguration(voice: .own("ko"), punctuation: .some)),
    .configure(VoiceConfiguration(voice: .own(""))),
    .speak(Utterance(text: Array("Grüße 😀".utf8))), .speak(Utterance(text: [])),
    .measure(Utterance(text: [0, 255], resumption: .init(utf8Offset: 2, frame: 1 << 31, mark: 7))),
    .explain(Utterance(text: Array("Grüße".utf8))),
    .speak(
      Utterance(
        text: Array("Sagt он das?".utf8),
        runs: [TextRun(utf8: 5..<9, voice: .own("zle/ru")), TextRun(utf8: 10..<14, voice: .own("gmw/de"))])),
    .speak(Utterance(text: [UInt8](repeating: 97, count: Utterance.maximumText))), .cancel, .voices, .hold, .goOn,
  ]

  static let answers: [SpeechAnswer] = [
    .hello(
      engine: "espeak-ng 1.51",
      EngineTraits(
        sampleRate: SampleRate(hertz: 24_000), wordsPerMinute: 80...449, pitch: 50...50, marks: .estimated,
        lengths: .none, cost: 1_000_000, memory: 1 << 30)), .ready(SampleRate(hertz: 16_000)),
    .started,
    .samples(firstFrame: 4_000_000_000, [.min, -1, 0, 1, .max]), .samples(firstFrame: 0, []),
    .samples(firstFrame: 1, [Int16](repeating: 5, count: SpeechAnswer.maximumSamples)),
    .marks(first: 3, [WordMark(frame: 17, span: WireTests.span), WordMark(frame: 18, span: WireTests.span)]),
    .marks(first: 0, [WordMark](repeating: WordMark(frame: 1, span: WireTests.span), count: SpeechAnswer.maximumMarks)),
    .progress(frames: 1, marks: 2, lastMark: 3), .skipped(WireTests.span), .done(total: 99),
    .failed(Trouble(.noVoice, "x")),
    .voiceList([
      Voice(
        .own("gmw/de"), name: "German",
        languages: [.init(tag: "de", priority: 5), .init(tag: "gsw", priority: 9)], gender: .female, age: 30),
      Voice(.own("y"), name: "Man", languages: [], gender: .male, sampleRate: SampleRate(hertz: 16_000)),
      Voice(
        .own("z"), name: "Z", languages: [], cost: 45_000, measuringCost: 7, isAlone: true,
        provenance: .init(quality: "high", licence: "CC0", bytes: 63_201_294)),
      Voice(.own("x"), name: "Māori", languages: []),
    ]), .voiceFolders(["/usr/share/voices", "/v"]), .said([0xC3]),
    .said([UInt8](repeating: 1, count: SpeechAnswer.maximumTextBytes)),
    .phonemes(Array("hɛlˈoʊ".utf8)), .phonemes([]), .rule(AppliedRule(rule: "line-end", from: "\n", to: " ")),
    .rule(AppliedRule(rule: "", from: WireTests.long, to: "")),
  ]

  @Test(arguments: requests) func aRequestComesBackAsItWent(request: SpeechRequest) throws {
    try WireTests.check(request)
  }

  @Test(arguments: answers) func anAnswerComesBackAsItWent(answer: SpeechAnswer) throws { try WireTests.check(answer) }

  @Test func aPayloadThatEndsTooSoonIsRefused() {
    WireTests.checkCuts(Self.answers[0])
    WireTests.checkCuts(Self.answers[6]) { $0 % 28 == 4 }
    WireTests.checkCuts(Self.answers[8])
    WireTests.checkCuts(Self.answers[9])
    // A list may end behind each voice.
    guard case .voiceList(let voices) = Self.answers[12] else { return }
    let ends = voices.indices.map { end in
      SpeechAnswer.voiceList(Array(voices[..<end])).encoded(request: 1).count - Wire.headerLength
    }
    WireTests.checkCuts(Self.answers[12]) { ends.contains($0) }
  }

  @Test func samplesSentFromTheirPlaceAreTheSamePacket() {
    let prefix = SpeechAnswer.samplesPrefix(request: 9, firstFrame: 70_000, count: 2)
    #expect(prefix + [1, 0, 255, 255] == SpeechAnswer.samples(firstFrame: 70_000, [1, -1]).encoded(request: 9))
  }

  @Test func partsOfAnUtteranceMustLieInIt() throws {
    func decoded(_ text: String, _ spans: [Range<Int>]) throws -> SpeechRequest {
      let utterance = Utterance(text: Array(text.utf8), runs: spans.map { TextRun(utf8: $0, voice: "gmw/de") })
      return try SpeechRequest.decode(SpeechRequest.speak(utterance).encoded(request: 1)[...]).1
    }
    for spans in [[0..<3], [3..<5], [0..<1, 1..<5]] { _ = try decoded("aßbc", spans) }
    // Past the end, within a character, in the wrong order, overlapping, empty.
    for spans in [[0..<6], [0..<2], [2..<3], [3..<5, 0..<1], [0..<3, 1..<5], [1..<1]] {
      #expect(throws: WireError.malformed("speak")) { try decoded("aßbc", spans) }
    }
  }

  @Test func theRunsOfAnUtteranceHaveTheirVoices() {
    let utterance = Utterance(text: Array("abc".utf8), runs: [TextRun(utf8: 1..<2, voice: .own("x"))])
    #expect(utterance.allRuns.map(\.utf8) == [0..<1, 1..<2, 2..<3])
    #expect(utterance.allRuns.map(\.attributes.voice) == [nil, .own("x"), nil])
  }
}

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

  /// Each attribute alone, then all of them.
  static let attributed = [
    TextRun(utf8: 0..<0, RunAttributes(pauseBefore: RunAttributes.longestPause)),
    TextRun(utf8: 0..<0, RunAttributes(mark: "")),
    TextRun(
      utf8: 0..<1,
      RunAttributes(prosody: Prosody(rate: .init(percent: 20), pitch: .init(cents: -2_400), volume: .init(permille: 0)))
    ),
    TextRun(utf8: 1..<3, RunAttributes(phonemes: "ˈɛs")),
    TextRun(
      utf8: 3..<4,
      RunAttributes(
        voice: .own("v"),
        prosody: Prosody(rate: .init(percent: 500), pitch: .init(cents: 2_400), volume: .init(permille: 4_000)),
        pauseBefore: 1, mark: String(repeating: "m", count: 255), phonemes: "b")),
  ]

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
    .measure(Utterance(text: Array("aßb".utf8), runs: attributed)),
    .speak(Utterance(text: [UInt8](repeating: 97, count: Utterance.maximumText))), .cancel, .voices, .hold, .goOn,
  ]

  static let answers: [SpeechAnswer] = [
    .hello(
      engine: "espeak-ng 1.51",
      EngineTraits(
        sampleRate: SampleRate(hertz: 24_000), wordsPerMinute: 80...449, pitch: 50...50, marks: .estimated,
        lengths: .none, phonemes: .ipa, cost: 1_000_000, memory: 1 << 30)), .ready(SampleRate(hertz: 16_000)),
    .started,
    .samples(firstFrame: 4_000_000_000, [.min, -1, 0, 1, .max]), .samples(firstFrame: 0, []),
    .samples(firstFrame: 1, [Int16](repeating: 5, count: SpeechAnswer.maximumSamples)),
    .marks(first: 3, [WordMark(frame: 17, span: WireTests.span), WordMark(frame: 18, span: WireTests.span)]),
    .marks(first: 0, [WordMark](repeating: WordMark(frame: 1, span: WireTests.span), count: SpeechAnswer.maximumMarks)),
    .reached(mark: 254, frame: 4_000_000_000), .progress(frames: 1, marks: 2, lastMark: 3), .skipped(WireTests.span),
    .done(total: 99),
    .failed(Trouble(.noVoice, "x")),
    .voiceList([
      Voice(
        .own("gmw/de"), name: "German",
        languages: [.init(tag: "de", priority: 5), .init(tag: "gsw", priority: 9)], gender: .female, age: 30),
      Voice(.own("y"), name: "Man", languages: [], gender: .male, sampleRate: SampleRate(hertz: 16_000)),
      Voice(
        .own("z"), name: "Z", languages: [], cost: 45_000, measuringCost: 7, isAlone: true, isNatural: true,
        provenance: .init(quality: "high", licence: "CC0", bytes: 63_201_294)),
      Voice(.own("x"), name: "Māori", languages: [], isNatural: true),
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
    WireTests.checkCuts(Self.answers[10])
    // A list may end behind each voice.
    guard case .voiceList(let voices) = Self.answers[13] else { return }
    let ends = voices.indices.map { end in
      SpeechAnswer.voiceList(Array(voices[..<end])).encoded(request: 1).count - Wire.headerLength
    }
    WireTests.checkCuts(Self.answers[13]) { ends.contains($0) }
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

  private static func decoded(_ runs: [TextRun], of text: String = "aßbc") throws -> Utterance? {
    let request = SpeechRequest.speak(Utterance(text: Array(text.utf8), runs: runs))
    guard case .speak(let utterance) = try SpeechRequest.decode(request.encoded(request: 1)[...]).1 else { return nil }
    return utterance
  }

  @Test func attributesOutOfBoundsAreRefused() throws {
    let longest = RunAttributes.longestPause
    let (mark, phonemes) = (String(repeating: "m", count: 255), String(repeating: "p", count: 1_024))
    for attributes in [
      RunAttributes(pauseBefore: longest), RunAttributes(mark: mark), RunAttributes(phonemes: phonemes),
    ] {
      #expect(try Self.decoded([TextRun(utf8: 0..<1, attributes)])?.isWellFormed == true)
    }
    for attributes in [
      RunAttributes(pauseBefore: longest + 1), RunAttributes(mark: mark + "m"), RunAttributes(phonemes: phonemes + "p"),
      RunAttributes(phonemes: ""), RunAttributes(phonemes: "a\0"), RunAttributes(phonemes: "a\nb"),
    ] {
      let run = TextRun(utf8: 0..<1, attributes)
      #expect(throws: WireError.malformed("speak"), "\(attributes)") { try Self.decoded([run]) }
      #expect(!Utterance(text: [97], runs: [run]).isWellFormed)
    }
    // All silences together, and all names.
    let silences = (0..<7).map { _ in TextRun(utf8: 0..<0, RunAttributes(pauseBefore: longest)) }
    #expect(try Self.decoded(Array(silences.dropLast())) != nil)
    #expect(throws: WireError.malformed("speak")) { try Self.decoded(silences) }
    let names = (0..<16).map { TextRun(utf8: $0..<$0 + 1, RunAttributes(phonemes: phonemes)) }
    let text = String(repeating: "a", count: 17)
    #expect(try Self.decoded(names, of: text) != nil)
    let more = TextRun(utf8: 16..<17, RunAttributes(phonemes: "a"))
    #expect(throws: WireError.malformed("speak")) { try Self.decoded(names + [more], of: text) }
    // A place of its own has a silence or a mark; it lies between characters, and in order.
    let point = RunAttributes(mark: "m")
    for place in [0, 1, 3, 5] { #expect(try Self.decoded([TextRun(utf8: place..<place, point)]) != nil) }
    #expect(throws: WireError.malformed("speak")) { try Self.decoded([TextRun(utf8: 2..<2, point)]) }
    #expect(throws: WireError.malformed("speak")) { try Self.decoded([TextRun(utf8: 6..<6, point)]) }
    let slow = RunAttributes(prosody: Prosody(rate: .init(percent: 50)))
    #expect(throws: WireError.malformed("speak")) { try Self.decoded([TextRun(utf8: 1..<1, slow)]) }
  }

  @Test func bytesThatNoAttributesHaveAreRefused() throws {
    let run = TextRun(utf8: 0..<1, RunAttributes(prosody: Prosody(rate: .init(percent: 50))))
    let packet = SpeechRequest.speak(Utterance(text: [97], runs: [run])).encoded(request: 1)
    // The header, the resumption, the number of runs and the place of the first one precede its fields.
    let fields = Wire.headerLength + 10
    #expect(packet[fields] == 2 && packet.count == fields + 8)
    func decoded(_ change: (inout [UInt8]) -> Void) throws {
      var packet = packet
      change(&packet)
      _ = try SpeechRequest.decode(packet[...])
    }
    try decoded { _ in }
    // An unknown attribute, none, a speed, a pitch and a volume out of range.
    for (place, value) in [(0, UInt8(34)), (0, 0), (1, 19), (4, 255), (6, 255)] {
      #expect(throws: WireError.malformed("speak"), "\(place) \(value)") { try decoded { $0[fields + place] = value } }
    }
  }

  /// What the listener waits for is as short as it was before there were attributes.
  @Test func aPlainTextCostsTwoBytesAndAVoiceOneMore() {
    func bytes(_ runs: [TextRun]) -> Int {
      SpeechRequest.speak(Utterance(text: [97, 98], runs: runs)).encoded(request: 1).count - Wire.headerLength
    }
    #expect(bytes([]) == 2 + 2)
    #expect(bytes([TextRun(utf8: 0..<1, RunAttributes(language: "de"))]) == 2 + 2)
    #expect(bytes([TextRun(utf8: 0..<1, voice: .own("v"))]) == 2 + 2 + 8 + 1 + 3)
  }

  @Test func theRunsOfAnUtteranceHaveTheirVoices() {
    let utterance = Utterance(text: Array("abc".utf8), runs: [TextRun(utf8: 1..<2, voice: .own("x"))])
    #expect(utterance.allRuns.map(\.utf8) == [0..<1, 1..<2, 2..<3])
    #expect(utterance.allRuns.map(\.attributes.voice) == [nil, .own("x"), nil])
  }
}

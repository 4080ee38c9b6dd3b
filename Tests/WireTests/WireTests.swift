import DesktopSupport
import Documents
import Recordings
import Speech
import Testing
import Vocabulary
import Wire

@Suite(.timeLimit(.minutes(3)))
struct WireTests {
  static let span = TextSpan(scalars: 1..<4, utf8: 2..<9, utf16: 1..<5)

  static let long = String(repeating: "ä", count: 512)

  static let requests: [WorkerRequest] = [
    .configure(
      VoiceConfiguration(voice: "gmw/en-US+f3", wordsPerMinute: 300, pitch: 0, range: 100, punctuation: .all)),
    .speak(Utterance(text: Array("Grüße 😀".utf8))), .speak(Utterance(text: [])),
    .measure(Utterance(text: [0, 255], resumption: .init(utf8Offset: 2, frame: 1 << 31, mark: 7))),
    .explain(Utterance(text: Array("Grüße".utf8))),
    .speak(
      Utterance(
        text: Array("Sagt он das?".utf8),
        spans: [VoiceSpan(utf8: 5..<9, voice: "zle/ru"), VoiceSpan(utf8: 10..<14, voice: "gmw/de")])), .cancel, .voices,
    .hold, .goOn, .open(DocumentOrder(format: .text, language: "de-DE", languages: .free)),
    .open(DocumentOrder(format: .auto, language: "", name: "Grüße.epub")),
    .open(DocumentOrder(format: .subtitles, language: "", name: "film.srt", isTimed: true)),
    .open(DocumentOrder(format: .pdf, language: "", taken: [UInt8](repeating: 9, count: WorkerAnswer.maximumTaken))),
    .speak(Utterance(text: [UInt8](repeating: 97, count: Wire.maximumText))),
    .encode(SoundOrder(format: .mka, input: .speech(first: 4_000_000_000, count: 1))),
    .encode(SoundOrder(format: .opus, input: .recording(sampleRate: 768_000, channels: 2, frames: 1 << 40))),
    .tag(SoundTag(name: "title", value: "Grüße")),
    .picture([UInt8](repeating: 3, count: WorkerRequest.maximumPictureBytes)),
    .part(SoundPart(start: 7, title: long)), .write, .squareCover, .list(name: "Grüße.m3u"), .list(name: ""),
    .decode, .want(frames: 4_000_000_000), .seek(frame: RecordingDescription.mostFrames), .seek(frame: 0),
    .index(firstByte: 0, total: 3, [0, 7, 255]),
    .index(firstByte: 1 << 20, total: 1 << 22, [UInt8](repeating: 9, count: WorkerAnswer.maximumPieceBytes)),
    .wantPeaks(frames: 4_000_000_000, each: 3_000_000_000), .wantPeaks(frames: WorkerAnswer.maximumPeaks, each: 1),
  ]

  static let answers: [WorkerAnswer] = [
    .hello(engine: "espeak-ng 1.51", sampleRate: 22_050), .ready, .started,
    .samples(firstFrame: 4_000_000_000, [.min, -1, 0, 1, .max]), .samples(firstFrame: 0, []),
    .samples(firstFrame: 1, [Int16](repeating: 5, count: WorkerAnswer.maximumSamples)),
    .marks(first: 3, [WordMark(frame: 17, span: span), WordMark(frame: 18, span: span)]),
    .marks(first: 0, [WordMark](repeating: WordMark(frame: 1, span: span), count: WorkerAnswer.maximumMarks)),
    .progress(frames: 1, marks: 2, lastMark: 3), .skipped(span), .done(total: 99),
    .failed(Trouble(.wrongEncoding, "byte 7")),
    .voiceList([
      Voice(
        identifier: "gmw/de", name: "German",
        languages: [.init(tag: "de", priority: 5), .init(tag: "gsw", priority: 9)],
        gender: .female, age: 30),
      Voice(identifier: "x", name: "Māori", languages: []),
    ]),
    .said([0xC3]), .phonemes(Array("hɛlˈoʊ".utf8)), .phonemes([]),
    .rule(AppliedRule(rule: "line-end", from: "\n", to: " ")), .rule(AppliedRule(rule: "", from: long, to: "")),
    .text(firstByte: 12, [1, 2, 3]),
    .sentences(
      first: 5, language: "", [SentenceRecord(span: span, flags: .endsParagraph, block: .listItem, ordinal: 65535)]),
    .sentences(
      first: 0, language: "",
      [
        SentenceRecord(
          span: span, block: .table,
          cells: [TableCell(column: 0, utf8: 0..<1), TableCell(column: 63, utf8: 2..<70_000)],
          runs: [LanguageSpan(utf8: 0..<2, tag: "ru"), LanguageSpan(utf8: 4..<7, tag: "zh-Hant")])
      ]),
    .sentences(
      first: 0, language: "abcdefgh-abcdefgh-abcdefgh-abcdefgh",
      [SentenceRecord](repeating: SentenceRecord(span: span), count: WorkerAnswer.maximumSentences)),
    .times(
      first: 7,
      [
        SentenceTime(start: 0, end: SentenceTime.latest),
        SentenceTime(
          start: 1, end: 900,
          words: (0..<SentenceTime.mostWords).map { SentenceTime.Word(utf8: $0..<$0 + 1, start: 1 + $0) }),
      ]),
    .description(DocumentDescription()),
    .description(
      DocumentDescription(
        title: long, authors: [String](repeating: long, count: 16), language: "de-DE", identifier: long, date: long,
        publisher: long, cover: .jpeg)),
    .cover(firstByte: 7, total: 1 << 22, [UInt8](repeating: 3, count: WorkerAnswer.maximumPieceBytes)),
    .chapter(
      Chapter(
        index: 3, title: long, level: 255, number: "1.2.3", language: "en", anchor: String(repeating: "x", count: 4096),
        start: TextPlace(scalars: 1, utf8: 3, utf16: 2))),
    .chapterFailed(index: 9, Trouble(.encrypted, "a.xhtml")),
    .pass(.pdf, taken: [UInt8](repeating: 9, count: WorkerAnswer.maximumTaken)), .pass(.pdf, taken: []),
    .page(index: 1, PageMark(label: "xiv", start: TextPlace(scalars: 1, utf8: 3, utf16: 2))),
    .entries(first: 0, []),
    .entries(
      first: 9_999,
      [
        PlaylistEntry(
          [String](repeating: String(repeating: "a", count: PlaylistEntry.maximumLocation), count: 2), title: long),
        PlaylistEntry(["F\u{10FEFC}r"]),
      ]),
    .recording(RecordingDescription(format: "", sampleRate: 1, channels: 1), chapters: 0),
    .recording(fullRecording, chapters: RecordingDescription.maximumChapters),
    .recordingChapters(first: 0, []),
    .recordingChapters(
      first: 17,
      [RecordingChapter](
        repeating: RecordingChapter(
          title: String(repeating: "ä", count: 256), firstFrame: RecordingDescription.mostFrames),
        count: WorkerAnswer.maximumRecordingChapters)),
    .sound(firstFrame: 1 << 40, [-1, -0.5, 0, 0.25, 1]),
    .sound(firstFrame: 0, [Float](repeating: 0.5, count: WorkerAnswer.maximumSoundSamples)),
    .peaks(firstFrame: 1 << 40, frames: 4_000_000_000, [0, 7, 255]),
    .peaks(firstFrame: 0, frames: 1, [UInt8](repeating: 9, count: WorkerAnswer.maximumPeaks)),
    .index(firstByte: 0, total: 3, [0, 7, 255]),
    .index(firstByte: 1 << 20, total: 1 << 22, [UInt8](repeating: 9, count: WorkerAnswer.maximumPieceBytes)),
    .length(frames: RecordingDescription.mostFrames, isExact: true), .length(frames: 0, isExact: false),
    .soundEnd(frames: 1 << 40),
    .soundBroken(frame: 1 << 40, reason: "the file ends"),
  ]

  static let fullRecording: RecordingDescription = {
    var recording = RecordingDescription(format: "AAC in MP4", sampleRate: 768_000, channels: 2)
    (recording.frames, recording.isExact, recording.gain, recording.peak) = (1 << 40, true, -7.25, 0.5)
    var tags = RecordingTags()
    (tags.title, tags.artist, tags.album, tags.albumArtist) = (long, long, long, long)
    (tags.date, tags.genre, tags.comment, tags.language, tags.trackNumber) = (long, long, long, "de-DE", 12)
    recording.tags = tags
    return recording
  }()

  @Test(arguments: requests.indices) func aRequestComesBackAsItWent(index: Int) throws {
    let packet = Self.requests[index].encoded(request: 0xDEAD_BEEF)
    #expect(packet.count <= Wire.maximumPacket)
    let (request, decoded) = try WorkerRequest.decode(packet[...])
    #expect(request == 0xDEAD_BEEF)
    #expect(decoded == Self.requests[index])
  }

  @Test(arguments: answers.indices) func anAnswerComesBackAsItWent(index: Int) throws {
    let packet = Self.answers[index].encoded(request: 7)
    #expect(packet.count <= Wire.maximumPacket)
    // This includes a packet that does not begin at the start of its buffer.
    let (request, decoded) = try WorkerAnswer.decode(([0, 0, 0] + packet)[3...])
    #expect(request == 7)
    #expect(decoded == Self.answers[index])
  }

  @Test func samplesSentFromTheirPlaceAreTheSamePacket() {
    let prefix = WorkerAnswer.samplesPrefix(request: 9, firstFrame: 70_000, count: 2)
    #expect(prefix + [1, 0, 255, 255] == WorkerAnswer.samples(firstFrame: 70_000, [1, -1]).encoded(request: 9))
  }

  @Test func soundSentFromItsPlaceIsTheSamePacket() {
    let prefix = WorkerAnswer.soundPrefix(request: 9, firstFrame: 1 << 40, count: 1)
    #expect(prefix + [0, 0, 0, 0x3F] == WorkerAnswer.sound(firstFrame: 1 << 40, [0.5]).encoded(request: 9))
  }

  @Test(arguments: [Float.nan, .infinity, 1.001, -1.001]) func soundOutsideOfFullScaleIsRefused(sample: Float) {
    let packet = WorkerAnswer.sound(firstFrame: 0, [0, sample]).encoded(request: 1)
    #expect(throws: WireError.malformed(.sound)) { try WorkerAnswer.decode(packet[...]) }
  }

  @Test func aPlaceInARecordingIsNotNegative() {
    var packet = WorkerAnswer.soundEnd(frames: 1).encoded(request: 1)
    packet[packet.count - 1] = 0x80
    #expect(throws: WireError.malformed(.soundEnd)) { try WorkerAnswer.decode(packet[...]) }
  }

  @Test(arguments: [RecordingDescription.mostFrames + 1, .max]) func aPlaceInARecordingIsNotAfterTheLastPossibleOne(
    frame: Int64
  ) throws {
    let last = RecordingDescription.mostFrames
    let seek = try WorkerRequest.decode(WorkerRequest.seek(frame: frame).encoded(request: 1)[...]).1
    #expect(seek == .seek(frame: last))
    for (answer, limited) in [
      (WorkerAnswer.soundEnd(frames: frame), WorkerAnswer.soundEnd(frames: last)),
      (.length(frames: frame, isExact: true), .length(frames: last, isExact: true)),
      (
        .recordingChapters(first: 0, [RecordingChapter(title: "A", firstFrame: frame)]),
        .recordingChapters(first: 0, [RecordingChapter(title: "A", firstFrame: last)])
      ),
    ] {
      #expect(try WorkerAnswer.decode(answer.encoded(request: 1)[...]).1 == limited)
    }
  }

  @Test func aRecordingsTagsAreCleanedFromAnyWorker() throws {
    var recording = RecordingDescription(format: "MP3", sampleRate: 44_100, channels: 2)
    recording.tags.title = "aXbYc"
    var packet = WorkerAnswer.recording(recording, chapters: 0).encoded(request: 1)
    packet[packet.lastIndex(of: UInt8(ascii: "X"))!] = 0x1B
    packet[packet.lastIndex(of: UInt8(ascii: "Y"))!] = 0x0A
    guard case (_, .recording(let cleaned, _)) = try WorkerAnswer.decode(packet[...]) else { return }
    #expect(cleaned.tags.title == "a c")
  }

  @Test func theHeaderStandsAsWritten() {
    #expect(
      FrameHeader(kind: .cancel, request: 0x0403_0201, length: 5).encoded == [4, 0, 8, 0, 1, 2, 3, 4, 5, 0, 0, 0])
  }

  @Test func anotherVersionIsRefusedByName() {
    var packet = WorkerRequest.voices.encoded(request: 1)
    packet[2] = 9
    #expect(throws: WireError.wrongVersion(9)) { try WorkerRequest.decode(packet[...]) }
  }

  @Test func anUnknownKindIsRefusedByName() {
    var packet = WorkerRequest.voices.encoded(request: 1)
    packet[1] = 3
    #expect(throws: WireError.unknownKind(773)) { try WorkerRequest.decode(packet[...]) }
  }

  @Test func aRequestIsNoAnswerAndAnAnswerNoRequest() {
    #expect(throws: WireError.malformed(.voices)) {
      try WorkerAnswer.decode(WorkerRequest.voices.encoded(request: 1)[...])
    }
    #expect(throws: WireError.malformed(.ready)) {
      try WorkerRequest.decode(WorkerAnswer.ready.encoded(request: 1)[...])
    }
  }

  @Test func aCutOrLongerPacketIsRefused() {
    for packet in Self.answers.map({ $0.encoded(request: 1) }) + Self.requests.map({ $0.encoded(request: 1) }) {
      for length in [0, 1, Wire.headerLength - 1, packet.count - 1] {
        #expect(throws: WireError.truncated) { try FrameHeader(decoding: packet[..<min(length, packet.count - 1)]) }
      }
      #expect(throws: WireError.tooLong) { try FrameHeader(decoding: (packet + [0])[...]) }
    }
  }

  @Test func aPayloadThatEndsTooSoonIsRefused() {
    for answer in [Self.answers[0], Self.answers[6], Self.answers[8], Self.answers[9], Self.answers[12]] {
      let packet = answer.encoded(request: 1)
      for length in stride(from: 1, to: packet.count - Wire.headerLength, by: 3) where length % 28 != 4 {
        let cut = FrameHeader(kind: answer.kind, request: 1, length: length).encoded
        let payload = packet.dropFirst(Wire.headerLength).prefix(length)
        #expect(throws: WireError.malformed(answer.kind)) { try WorkerAnswer.decode((cut + payload)[...]) }
      }
    }
  }

  @Test func aDocumentsDescriptionIsCleanedFromAnyWorker() throws {
    // A compromised worker may send anything, here a title with an escape sequence and a line end.
    var packet = WorkerAnswer.description(DocumentDescription(title: "aXbYc")).encoded(request: 1)
    packet[packet.firstIndex(of: UInt8(ascii: "X"))!] = 0x1B
    packet[packet.firstIndex(of: UInt8(ascii: "Y"))!] = 0x0A
    let (_, answer) = try WorkerAnswer.decode(packet[...])
    #expect(answer == .description(DocumentDescription(title: "a c")))
    var sentences = WorkerAnswer.sentences(first: 0, language: "en-US", []).encoded(request: 1)
    sentences[sentences.count - 1] = 0x0A
    #expect(throws: WireError.malformed(.sentences)) { try WorkerAnswer.decode(sentences[...]) }
  }

  @Test(arguments: [UInt64(1), .random(in: 2...(.max))])
  func anythingAtAllIsReadOrRefused(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let kind = FrameKind.allCases.randomElement(using: &generator)!
      let payload = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator) & (Bool.random(using: &generator) ? 255 : 3)
      }
      let packet = FrameHeader(kind: kind, request: 1, length: payload.count).encoded + payload
      // Decoding may fail but must not trap.
      _ = try? WorkerAnswer.decode(packet[...])
      _ = try? WorkerRequest.decode(packet[...])
    }
  }

  @Test func partsOfAnUtteranceMustLieInIt() throws {
    func decoded(_ text: String, _ spans: [Range<Int>]) throws -> WorkerRequest {
      let utterance = Utterance(text: Array(text.utf8), spans: spans.map { VoiceSpan(utf8: $0, voice: "gmw/de") })
      return try WorkerRequest.decode(WorkerRequest.speak(utterance).encoded(request: 1)[...]).1
    }
    for spans in [[0..<3], [3..<5], [0..<1, 1..<5]] { _ = try decoded("aßbc", spans) }
    // Past the end, within a character, in the wrong order, overlapping, empty.
    for spans in [[0..<6], [0..<2], [2..<3], [3..<5, 0..<1], [0..<3, 1..<5], [1..<1]] {
      #expect(throws: WireError.malformed(.speak)) { try decoded("aßbc", spans) }
    }
  }

  @Test func thePartsOfAnUtteranceCoverIt() {
    func parts(_ spans: [Range<Int>]) -> [Range<Int>] {
      Utterance(text: Array("abcdef".utf8), spans: spans.map { VoiceSpan(utf8: $0, voice: "x") }).parts.map(\.utf8)
    }
    #expect(parts([]) == [0..<6] && parts([0..<6]) == [0..<6])
    #expect(parts([2..<3]) == [0..<2, 2..<3, 3..<6])
    #expect(parts([0..<2, 2..<4]) == [0..<2, 2..<4, 4..<6])
    #expect(Utterance(text: []).parts.map(\.utf8) == [0..<0])
  }
}

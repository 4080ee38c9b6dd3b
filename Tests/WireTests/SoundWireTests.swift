import Recordings
import SoundWire
import Testing
import Vocabulary
import Wire

/// The messages of the service and its encoders and decoders of sound.
struct SoundWireTests {
  private static let long = WireTests.long

  static let fullRecording: RecordingDescription = {
    var recording = RecordingDescription(format: "AAC in MP4", sampleRate: 768_000, channels: 2)
    (recording.frames, recording.isExact, recording.gain, recording.peak) = (1 << 40, true, -7.25, 0.5)
    var tags = RecordingTags()
    (tags.title, tags.artist, tags.album, tags.albumArtist) = (long, long, long, long)
    (tags.date, tags.genre, tags.comment, tags.language, tags.trackNumber) = (long, long, long, "de-DE", 12)
    recording.tags = tags
    return recording
  }()

  @Test(
    arguments: [
      .encode(SoundOrder(format: .mka, input: .speech(sampleRate: 22_050, first: 4_000_000_000, count: 1))),
      .encode(SoundOrder(format: .opus, input: .recording(sampleRate: 768_000, channels: 2, frames: 1 << 40))),
      .tag(SoundTag(name: "title", value: "Grüße")),
      .picture([UInt8](repeating: 3, count: EncoderRequest.maximumPictureBytes)),
      .part(SoundPart(start: 7, title: WireTests.long)), .write,
    ] as [EncoderRequest])
  func anOrderToAnEncoderComesBackAsItWent(request: EncoderRequest) throws { try WireTests.check(request) }

  @Test(
    arguments: [
      .hello(worker: "aloud-encode"), .progress(frames: 4_000_000_000), .done(frames: 9), .failed(Trouble(.unreadable)),
    ] as [EncoderAnswer])
  func anAnswerOfAnEncoderComesBackAsItWent(answer: EncoderAnswer) throws { try WireTests.check(answer) }

  /// A recording of days has more frames than a packet tells.
  @Test func moreFramesThanAPacketTellsAreTheMostThatItTells() throws {
    let answer = EncoderAnswer.done(frames: 1 << 40).encoded(request: 1)
    #expect(try EncoderAnswer.decode(answer[...]).1 == .done(frames: Int(UInt32.max)))
  }

  @Test(
    arguments: [
      .decode, .want(frames: 4_000_000_000), .seek(frame: RecordingDescription.mostFrames), .seek(frame: 0),
      .index(firstByte: 0, total: 3, [0, 7, 255]),
      .index(firstByte: 1 << 20, total: 1 << 22, [UInt8](repeating: 9, count: Wire.maximumPieceBytes)),
      .wantPeaks(frames: 4_000_000_000, each: 3_000_000_000), .wantPeaks(frames: DecoderAnswer.maximumPeaks, each: 1),
      .wantLevels(count: 1), .wantLevels(count: DecoderAnswer.maximumLevels),
    ] as [DecoderRequest])
  func aRequestToADecoderComesBackAsItWent(request: DecoderRequest) throws { try WireTests.check(request) }

  static let answers: [DecoderAnswer] = [
    .hello(worker: "aloud-decode"),
    .recording(RecordingDescription(format: "", sampleRate: 1, channels: 1), chapters: 0),
    .recording(fullRecording, chapters: RecordingDescription.maximumChapters), .recordingChapters(first: 0, []),
    .recordingChapters(
      first: 17,
      [RecordingChapter](
        repeating: RecordingChapter(
          title: String(repeating: "ä", count: 256), firstFrame: RecordingDescription.mostFrames),
        count: DecoderAnswer.maximumRecordingChapters)),
    .cover(firstByte: 7, total: 1 << 22, [UInt8](repeating: 3, count: Wire.maximumPieceBytes)),
    .sound(firstFrame: 1 << 40, [-1, -0.5, 0, 0.25, 1]),
    .sound(firstFrame: 0, [Float](repeating: 0.5, count: DecoderAnswer.maximumSoundSamples)),
    .peaks(firstFrame: 1 << 40, frames: 4_000_000_000, [0, 7, 255]),
    .peaks(firstFrame: 0, frames: 1, [UInt8](repeating: 9, count: DecoderAnswer.maximumPeaks)),
    .levels(first: 3_000_000_000, [0, 7, 255]),
    .levels(first: 0, [UInt8](repeating: 9, count: DecoderAnswer.maximumLevels * Levels.bands.count)),
    .index(firstByte: 0, total: 3, [0, 7, 255]),
    .index(firstByte: 1 << 20, total: 1 << 22, [UInt8](repeating: 9, count: Wire.maximumPieceBytes)),
    .length(frames: RecordingDescription.mostFrames, isExact: true), .length(frames: 0, isExact: false),
    .soundEnd(frames: 1 << 40), .soundBroken(frame: 1 << 40, reason: "the file ends"), .failed(Trouble(.damaged)),
  ]

  @Test(arguments: answers.indices) func anAnswerOfADecoderComesBackAsItWent(index: Int) throws {
    try WireTests.check(Self.answers[index])
  }

  @Test func soundSentFromItsPlaceIsTheSamePacket() {
    let prefix = DecoderAnswer.soundPrefix(request: 9, firstFrame: 1 << 40, count: 1)
    #expect(prefix + [0, 0, 0, 0x3F] == DecoderAnswer.sound(firstFrame: 1 << 40, [0.5]).encoded(request: 9))
  }

  @Test(arguments: [Float.nan, .infinity, 1.001, -1.001]) func soundOutsideOfFullScaleIsRefused(sample: Float) {
    let packet = DecoderAnswer.sound(firstFrame: 0, [0, sample]).encoded(request: 1)
    #expect(throws: WireError.malformed("sound")) { try DecoderAnswer.decode(packet[...]) }
  }

  @Test func aPlaceInARecordingIsNotNegative() {
    var packet = DecoderAnswer.soundEnd(frames: 1).encoded(request: 1)
    packet[packet.count - 1] = 0x80
    #expect(throws: WireError.malformed("soundEnd")) { try DecoderAnswer.decode(packet[...]) }
  }

  @Test(arguments: [RecordingDescription.mostFrames + 1, .max]) func aPlaceInARecordingIsNotAfterTheLastPossibleOne(
    frame: Int64
  ) throws {
    let last = RecordingDescription.mostFrames
    let seek = try DecoderRequest.decode(DecoderRequest.seek(frame: frame).encoded(request: 1)[...]).1
    #expect(seek == .seek(frame: last))
    for (answer, limited) in [
      (DecoderAnswer.soundEnd(frames: frame), DecoderAnswer.soundEnd(frames: last)),
      (.length(frames: frame, isExact: true), .length(frames: last, isExact: true)),
      (
        .recordingChapters(first: 0, [RecordingChapter(title: "A", firstFrame: frame)]),
        .recordingChapters(first: 0, [RecordingChapter(title: "A", firstFrame: last)])
      ),
    ] { #expect(try DecoderAnswer.decode(answer.encoded(request: 1)[...]).1 == limited) }
  }

  @Test func aRecordingsTagsAreCleanedFromAnyWorker() throws {
    var recording = RecordingDescription(format: "MP3", sampleRate: 44_100, channels: 2)
    recording.tags.title = "aXbYc"
    var packet = DecoderAnswer.recording(recording, chapters: 0).encoded(request: 1)
    packet[packet.lastIndex(of: UInt8(ascii: "X"))!] = 0x1B
    packet[packet.lastIndex(of: UInt8(ascii: "Y"))!] = 0x0A
    guard case (_, .recording(let cleaned, _)) = try DecoderAnswer.decode(packet[...]) else { return }
    #expect(cleaned.tags.title == "a c")
  }
}

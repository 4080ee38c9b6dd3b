import Documents
import Recordings

extension WorkerAnswer {
  /// The most samples, of all channels together, in one packet.
  public static let maximumSoundSamples = (Wire.maximumPayload - 8) / 4
  /// The most peaks in one packet.
  public static let maximumPeaks = Wire.maximumPayload - 12
  /// The most bytes of an index: of a recording of a hundred hours.
  public static let maximumIndex = 4 << 20
  /// The most bytes of a chapter's title; a longer one is cut.
  public static let maximumChapterTitle = 512
  /// The most chapters in one packet.
  public static let maximumRecordingChapters = (Wire.maximumPayload - 4) / (8 + 2 + maximumChapterTitle)

  /// The bytes before `count` samples in a packet, so that a worker can send the samples without copying them.
  public static func soundPrefix(request: UInt32, firstFrame: Int64, count: Int) -> [UInt8] {
    var payload = ByteWriter()
    payload.u64(UInt64(bitPattern: firstFrame))
    return FrameHeader(kind: .sound, request: request, length: 8 + 4 * count).encoded + payload.bytes
  }
}

extension ByteWriter {
  mutating func u64(_ value: UInt64) {
    u32(UInt32(truncatingIfNeeded: value))
    u32(UInt32(truncatingIfNeeded: value >> 32))
  }

  mutating func frame(_ value: Int64) { u64(UInt64(bitPattern: value)) }

  mutating func floats(_ samples: [Float]) { for sample in samples { u32(sample.bitPattern) } }

  private mutating func optional(_ value: Double?) {
    u8(value == nil ? 0 : 1)
    u64((value ?? 0).bitPattern)
  }

  /// The description without its chapters.
  mutating func recording(_ recording: RecordingDescription, chapters: Int) {
    string(Line.clean(recording.format, limit: RecordingTags.maximumLength))
    count(recording.sampleRate)
    u8(UInt8(recording.channels))
    u8(recording.frames == nil ? 0 : recording.isExact ? 2 : 1)
    frame(recording.frames ?? 0)
    optional(recording.gain)
    optional(recording.peak)
    let tags = recording.tags
    for text in [
      tags.title, tags.artist, tags.album, tags.albumArtist, tags.date, tags.genre, tags.comment, tags.language,
    ] {
      string(Line.clean(text ?? "", limit: RecordingTags.maximumLength))
    }
    count(tags.trackNumber ?? 0)
    count(chapters)
  }

  mutating func chapter(_ chapter: RecordingChapter) {
    frame(chapter.firstFrame)
    string(Line.clean(chapter.title, limit: WorkerAnswer.maximumChapterTitle))
  }
}

extension ByteReader {
  mutating func u64() -> UInt64? {
    guard let low = u32(), let high = u32() else { return nil }
    return UInt64(low) | UInt64(high) << 32
  }

  /// A place in a recording, the last possible one for any after it; `nil` if it is negative.
  mutating func frame() -> Int64? {
    u64().flatMap { $0 <= UInt64(Int64.max) ? min(Int64($0), RecordingDescription.mostFrames) : nil }
  }

  /// The rest as samples; `nil` if it ends within one, or if one is outside of full scale.
  mutating func floats() -> [Float]? {
    guard remaining % 4 == 0 else { return nil }
    let rest = rest()
    var samples: [Float] = []
    samples.reserveCapacity(rest.count / 4)
    var place = rest.startIndex
    while place < rest.endIndex {
      let low = UInt32(rest[place]) | UInt32(rest[place + 1]) << 8
      let sample = Float(bitPattern: low | UInt32(rest[place + 2]) << 16 | UInt32(rest[place + 3]) << 24)
      guard sample >= -1, sample <= 1 else { return nil }
      samples.append(sample)
      place += 4
    }
    return samples
  }

  /// The parts of a wish for peaks; `nil` for none, or for more than one answer holds.
  mutating func peakOrder() -> WorkerRequest? {
    guard let frames = count(), let each = count(), frames > 0, each > 0,
      (frames - 1) / each < WorkerAnswer.maximumPeaks
    else { return nil }
    return .wantPeaks(frames: frames, each: each)
  }

  private mutating func optional() -> Double?? {
    guard let flag = u8(), flag <= 1, let bits = u64() else { return nil }
    let value = Double(bitPattern: bits)
    guard flag == 1 else { return .some(nil) }
    return value.isFinite ? value : nil
  }

  /// The texts are cleaned again: a worker may send anything.
  mutating func recordingAnswer(_ kind: FrameKind) -> WorkerAnswer? {
    switch kind {
    case .recording: return recording()
    case .recordingChapters:
      guard let first = count() else { return nil }
      var chapters: [RecordingChapter] = []
      while remaining > 0 {
        guard let frame = frame(), let title = string() else { return nil }
        chapters.append(
          RecordingChapter(title: Line.clean(title, limit: WorkerAnswer.maximumChapterTitle), firstFrame: frame))
      }
      return .recordingChapters(first: first, chapters)
    case .sound:
      guard let first = frame(), let samples = floats() else { return nil }
      return .sound(firstFrame: first, samples)
    case .peaks:
      guard let first = frame(), let frames = count() else { return nil }
      return .peaks(firstFrame: first, frames: frames, Array(rest()))
    case .index: return piece().map { .index(firstByte: $0.first, total: $0.total, $0.bytes) }
    case .length:
      guard let frames = frame(), let flag = u8(), flag <= 1 else { return nil }
      return .length(frames: frames, isExact: flag == 1)
    case .soundEnd: return frame().map { .soundEnd(frames: $0) }
    case .soundBroken:
      guard let frame = frame(), let reason = string() else { return nil }
      return .soundBroken(frame: frame, reason: Line.clean(reason, limit: RecordingTags.maximumLength))
    default: return nil
    }
  }

  private mutating func recording() -> WorkerAnswer? {
    guard let format = string(), let rate = count(), RecordingDescription.sampleRates.contains(rate),
      let channels = u8(), 1...2 ~= channels, let length = u8(), length <= 2, let frames = frame(),
      let gain = optional(), let peak = optional()
    else { return nil }
    func clean(_ text: String) -> String { Line.clean(text, limit: RecordingTags.maximumLength) }
    var texts: [String?] = []
    for _ in 0..<8 {
      guard let text = string().map(clean) else { return nil }
      texts.append(text.isEmpty ? nil : text)
    }
    guard let number = count(), let chapters = count(), chapters <= RecordingDescription.maximumChapters else {
      return nil
    }
    var recording = RecordingDescription(format: clean(format), sampleRate: rate, channels: Int(channels))
    recording.frames = length == 0 ? nil : frames
    recording.isExact = length == 2
    (recording.gain, recording.peak) = (gain, peak)
    var tags = RecordingTags()
    (tags.title, tags.artist, tags.album, tags.albumArtist) = (texts[0], texts[1], texts[2], texts[3])
    (tags.date, tags.genre, tags.comment) = (texts[4], texts[5], texts[6])
    tags.language = texts[7].map { LanguageTag.clean($0) }.flatMap { $0.isEmpty ? nil : $0 }
    tags.trackNumber = number == 0 ? nil : number
    recording.tags = tags
    return .recording(recording, chapters: chapters)
  }
}

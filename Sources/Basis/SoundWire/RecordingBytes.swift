import Documents
import Recordings
import Vocabulary
import Wire

extension ByteWriter {
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
    ] { string(Line.clean(text ?? "", limit: RecordingTags.maximumLength)) }
    count(tags.trackNumber ?? 0)
    count(chapters)
  }

  mutating func chapter(_ chapter: RecordingChapter) {
    frame(chapter.firstFrame)
    string(Line.clean(chapter.title, limit: DecoderAnswer.maximumChapterTitle))
  }
}

extension ByteReader {
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

  private mutating func optional() -> Double?? {
    guard let flag = u8(), flag <= 1, let bits = u64() else { return nil }
    let value = Double(bitPattern: bits)
    guard flag == 1 else { return .some(nil) }
    return value.isFinite ? value : nil
  }

  mutating func chapter() -> RecordingChapter? {
    guard let frame = frame(), let title = string() else { return nil }
    return RecordingChapter(title: Line.clean(title, limit: DecoderAnswer.maximumChapterTitle), firstFrame: frame)
  }

  mutating func recording() -> (description: RecordingDescription, chapters: Int)? {
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
    return (recording, chapters)
  }
}

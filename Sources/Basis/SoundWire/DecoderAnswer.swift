import Documents
public import Recordings
public import Vocabulary
package import Wire

/// An answer of `aloud-decode`.
public enum DecoderAnswer: Equatable, Sendable {
  /// The first packet: the worker's name.
  case hello(worker: String)
  /// A recording without its chapters, and the number of them, at most ``RecordingDescription/maximumChapters``: once,
  /// before anything else of the recording.
  case recording(RecordingDescription, chapters: Int)
  /// The next chapters of the recording, without gaps from 0 on.
  case recordingChapters(first: Int, [RecordingChapter])
  /// A piece of the cover, of `total` bytes, without gaps from byte 0 on.
  case cover(firstByte: Int, total: Int, [UInt8])
  /// The next samples of a recording, interleaved, each in −1…1; without gaps from the last seek on. This answer and
  /// the two ends carry the number of that seek as their request, or 1 before the first one.
  case sound(firstFrame: Int64, [Float])
  /// The loudness of the next `frames` frames: the loudest sample of each part that was asked for, 255 for full scale.
  /// The last part may be shorter. Without gaps from the last seek on.
  case peaks(firstFrame: Int64, frames: Int, [UInt8])
  /// The levels of the next hundredths of a second from `first` on, those of all bands for each, see `Levels`; without
  /// gaps from 0 on.
  case levels(first: Int, [UInt8])
  /// A piece of the index of the places in the file, of `total` bytes, without gaps from byte 0 on: once, when it is
  /// made. Another decoder of the same file needs not make it again.
  case index(firstByte: Int, total: Int, [UInt8])
  /// Better knowledge of the length of a recording.
  case length(frames: Int64, isExact: Bool)
  /// The recording ends here; the exact length in frames.
  case soundEnd(frames: Int64)
  /// The recording is broken at this frame.
  case soundBroken(frame: Int64, reason: String)
  /// The recording cannot be played.
  case failed(Trouble)

  /// The most samples, of all channels together, in one packet.
  public static let maximumSoundSamples = (Wire.maximumPayload - 8) / 4
  /// The most peaks in one packet.
  public static let maximumPeaks = Wire.maximumPayload - 12
  /// The most hundredths of a second whose levels are in one packet.
  public static let maximumLevels = (Wire.maximumPayload - 4) / Levels.bands.count
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
    return FrameHeader(kind: Kind.sound.rawValue, request: request, length: 8 + 4 * count).encoded + payload.bytes
  }
}

extension DecoderAnswer: WireAnswer {
  /// The kinds of answers.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case hello = 64
    case failed = 72
    case cover = 83
    case recording = 88
    case recordingChapters = 89
    case sound = 90
    case length = 91
    case soundEnd = 92
    case soundBroken = 93
    case peaks = 95
    case index = 96
    case levels = 97
  }

  /// See ``WireAnswer/isGreeting``.
  package var isGreeting: Bool { if case .hello = self { true } else { false } }

  /// See ``WireMessage/kind``.
  package var kind: Kind {
    switch self {
    case .hello: .hello
    case .recording: .recording
    case .recordingChapters: .recordingChapters
    case .cover: .cover
    case .sound: .sound
    case .peaks: .peaks
    case .levels: .levels
    case .index: .index
    case .length: .length
    case .soundEnd: .soundEnd
    case .soundBroken: .soundBroken
    case .failed: .failed
    }
  }

  /// See ``WireMessage/write(to:)``.
  package func write(to payload: inout ByteWriter) {
    switch self {
    case .hello(let worker): payload.string(worker)
    case .recording(let recording, let chapters): payload.recording(recording, chapters: chapters)
    case .recordingChapters(let first, let chapters):
      payload.count(first)
      for chapter in chapters { payload.chapter(chapter) }
    case .cover(let firstByte, let total, let bytes), .index(let firstByte, let total, let bytes):
      payload.piece(first: firstByte, total: total, bytes)
    case .sound(let firstFrame, let samples):
      payload.frame(firstFrame)
      payload.floats(samples)
    case .peaks(let firstFrame, let frames, let peaks):
      payload.frame(firstFrame)
      payload.count(frames)
      payload.raw(peaks)
    case .levels(let first, let levels):
      payload.count(first)
      payload.raw(levels)
    case .length(let frames, let isExact):
      payload.frame(frames)
      payload.u8(isExact ? 1 : 0)
    case .soundEnd(let frames): payload.frame(frames)
    case .soundBroken(let frame, let reason):
      payload.frame(frame)
      payload.string(Line.clean(reason, limit: RecordingTags.maximumLength))
    case .failed(let trouble): payload.trouble(trouble)
    }
  }

  /// The texts are cleaned again: a worker may send anything.
  package static func read(_ kind: Kind, from payload: inout ByteReader) -> DecoderAnswer? {
    switch kind {
    case .hello: return payload.string().map { .hello(worker: $0) }
    case .recording: return payload.recording().map { .recording($0.description, chapters: $0.chapters) }
    case .recordingChapters:
      guard let first = payload.count(), let chapters = payload.list({ $0.chapter() }) else { return nil }
      return .recordingChapters(first: first, chapters)
    case .cover: return payload.piece().map { .cover(firstByte: $0.first, total: $0.total, $0.bytes) }
    case .sound:
      guard let first = payload.frame(), let samples = payload.floats() else { return nil }
      return .sound(firstFrame: first, samples)
    case .peaks:
      guard let first = payload.frame(), let frames = payload.count() else { return nil }
      return .peaks(firstFrame: first, frames: frames, Array(payload.rest()))
    case .levels:
      guard let first = payload.count(), payload.remaining % Levels.bands.count == 0 else { return nil }
      return .levels(first: first, Array(payload.rest()))
    case .index: return payload.piece().map { .index(firstByte: $0.first, total: $0.total, $0.bytes) }
    case .length:
      guard let frames = payload.frame(), let flag = payload.u8(), flag <= 1 else { return nil }
      return .length(frames: frames, isExact: flag == 1)
    case .soundEnd: return payload.frame().map { .soundEnd(frames: $0) }
    case .soundBroken:
      guard let frame = payload.frame(), let reason = payload.string() else { return nil }
      return .soundBroken(frame: frame, reason: Line.clean(reason, limit: RecordingTags.maximumLength))
    case .failed: return payload.trouble().map { .failed($0) }
    }
  }
}

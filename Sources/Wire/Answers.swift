public import Documents
public import Recordings
public import Speech
public import Vocabulary

/// An answer of a worker.
public enum WorkerAnswer: Equatable, Sendable {
  /// The first packet of a worker. The sample rate is in Hz, 0 for workers without sound.
  case hello(engine: String, sampleRate: Int)
  /// The configuration is in effect.
  case ready
  /// The request has left the worker's queue.
  case started
  /// Signed 16-bit mono, without gaps from frame 0 on.
  case samples(firstFrame: Int, [Int16])
  /// Words, without gaps from 0 on, each before or with the samples in which it begins. Words without an event of the
  /// engine come later, when the next word is known.
  case marks(first: Int, [WordMark])
  /// Sent instead of samples and marks when measuring, at the same moments: the numbers of frames and marks so far, and
  /// the UTF-8 offset of the last of those marks.
  case progress(frames: Int, marks: Int, lastMark: Int)
  /// A piece of the utterance that crashes the engine; it was left out.
  case skipped(TextSpan)
  /// The request is complete. `total` counts frames for speech, bytes of text for a document, voices for a list.
  case done(total: Int)
  case failed(Trouble)
  case voiceList([Voice])
  /// The next bytes of the text that the engine gets, in UTF-8; a character may lie in two packets.
  case said([UInt8])
  /// A clause in the International Phonetic Alphabet, or the next bytes of a long one.
  case phonemes([UInt8])
  /// A rule that has changed the text. Parts of more than ``maximumRulePart`` bytes are cut.
  case rule(AppliedRule)
  /// The document's text, converted to UTF-8, without gaps from byte 0 on.
  case text(firstByte: Int, [UInt8])
  /// Sentences of text that was sent before, without gaps from 0 on, all in one language (BCP 47; empty if it is the
  /// document's, or unknown).
  case sentences(first: Int, language: String, [SentenceRecord])
  /// The times of sentences that were sent before, without gaps from 0 on; only if the order asked for them.
  case times(first: Int, [SentenceTime])
  /// The document's metadata: once, before anything else of the document.
  case description(DocumentDescription)
  /// A piece of the cover that the description announced, of `total` bytes, without gaps from byte 0 on.
  case cover(firstByte: Int, total: Int, [UInt8])
  /// A chapter begins, in text that was sent before or at its end; without gaps from 0 on. The first one comes before
  /// the first sentence, and each before its own first sentence.
  case chapter(Chapter)
  /// The current chapter cannot be read further.
  case chapterFailed(index: Int, Trouble)
  /// A printed page begins, in text that was sent before or at its end; without gaps from 0 on.
  case page(index: Int, PageMark)
  /// Sent instead of any other answer: another worker reads documents of this format. `taken` are the bytes that were
  /// read from a pipe, at most ``maximumTaken``; it is empty for a file.
  case pass(DocumentFormat, taken: [UInt8])
  /// The next files that a playlist names, without gaps from 0 on.
  case entries(first: Int, [PlaylistEntry])
  /// A recording without its chapters, and the number of them, at most ``RecordingDescription/maximumChapters``: once,
  /// before anything else of the recording.
  case recording(RecordingDescription, chapters: Int)
  /// The next chapters of the recording, without gaps from 0 on.
  case recordingChapters(first: Int, [RecordingChapter])
  /// The next samples of a recording, interleaved, each in −1…1; without gaps from the last seek on. This answer and the
  /// two ends carry the number of that seek as their request, or 1 before the first one.
  case sound(firstFrame: Int64, [Float])
  /// The loudness of the next `frames` frames: the loudest sample of each part that was asked for, 255 for full scale.
  /// The last part may be shorter. Without gaps from the last seek on.
  case peaks(firstFrame: Int64, frames: Int, [UInt8])
  /// A piece of the index of the places in the file, of `total` bytes, without gaps from byte 0 on: once, when it is made.
  /// Another decoder of the same file needs not make it again.
  case index(firstByte: Int, total: Int, [UInt8])
  /// Better knowledge of the length of a recording.
  case length(frames: Int64, isExact: Bool)
  /// The recording ends here; the exact length in frames.
  case soundEnd(frames: Int64)
  /// The recording is broken at this frame.
  case soundBroken(frame: Int64, reason: String)

  /// The most marks in one packet.
  public static let maximumMarks = (Wire.maximumPayload - 4) / 28
  /// The most sentences without cells and runs in one packet.
  public static let maximumSentences = sentenceBytes / plainSentenceBytes
  /// The bytes of a sentence without cells and runs.
  private static let plainSentenceBytes = 30
  private static let sentenceBytes = Wire.maximumPayload - 4 - 2 - LanguageTag.maximumLength
  /// The most samples in one packet.
  public static let maximumSamples = (Wire.maximumPayload - 4) / 2
  /// The most bytes of text in one packet.
  public static let maximumTextBytes = Wire.maximumPayload - 4
  /// The most bytes of a pipe that may be read to detect its kind.
  public static let maximumTaken = 4096
  /// The most bytes of each part of a rule.
  public static let maximumRulePart = 4096
  /// The most bytes of a picture, or of an index, in one packet.
  public static let maximumPieceBytes = Wire.maximumPayload - 8

  /// Calls `body` with each packet's piece of a picture or an index, in order.
  public static func forEachPiece(
    of bytes: [UInt8], _ body: (_ firstByte: Int, _ total: Int, _ piece: [UInt8]) -> Void
  ) {
    for first in stride(from: 0, to: bytes.count, by: maximumPieceBytes) {
      body(first, bytes.count, Array(bytes[first...].prefix(maximumPieceBytes)))
    }
  }

  /// Returns the number of sentences at the front that fit into one packet: at least one.
  public static func fitting(_ sentences: ArraySlice<SentenceRecord>) -> Int {
    var room = sentenceBytes
    var count = 0
    for sentence in sentences {
      room -= plainSentenceBytes + 9 * sentence.cells.count
      room -= sentence.runs.reduce(0) { $0 + 10 + $1.tag.utf8.count }
      if room < 0 { break }
      count += 1
    }
    return count
  }

  /// Returns the number of times at the front that fit into one packet: at least one.
  public static func fitting(_ times: ArraySlice<SentenceTime>) -> Int {
    var room = Wire.maximumPayload - 4
    var count = 0
    for time in times {
      room -= 9 + 12 * time.words.count
      if room < 0 { break }
      count += 1
    }
    return count
  }

  /// The kind in the packet's header.
  public var kind: FrameKind {
    switch self {
    case .hello: .hello
    case .ready: .ready
    case .started: .started
    case .samples: .samples
    case .marks: .marks
    case .progress: .progress
    case .skipped: .skipped
    case .done: .done
    case .failed: .failed
    case .voiceList: .voiceList
    case .said: .said
    case .phonemes: .phonemes
    case .rule: .rule
    case .text: .text
    case .sentences: .sentences
    case .times: .times
    case .description: .description
    case .cover: .cover
    case .chapter: .chapter
    case .chapterFailed: .chapterFailed
    case .page: .page
    case .pass: .pass
    case .entries: .entries
    case .recording: .recording
    case .recordingChapters: .recordingChapters
    case .sound: .sound
    case .peaks: .peaks
    case .index: .index
    case .length: .length
    case .soundEnd: .soundEnd
    case .soundBroken: .soundBroken
    }
  }

  /// The whole packet. Traps if a batch is longer than the maximum named above.
  public func encoded(request: UInt32) -> [UInt8] {
    var payload = ByteWriter()
    switch self {
    case .hello(let engine, let sampleRate):
      payload.count(sampleRate)
      payload.string(engine)
    case .ready, .started: break
    case .samples(let firstFrame, let samples):
      payload.count(firstFrame)
      payload.samples(samples)
    case .marks(let first, let marks):
      payload.count(first)
      for mark in marks {
        payload.count(mark.frame)
        payload.span(mark.span)
      }
    case .progress(let frames, let marks, let lastMark):
      payload.count(frames)
      payload.count(marks)
      payload.count(lastMark)
    case .skipped(let span): payload.span(span)
    case .done(let total): payload.count(total)
    case .failed(let failure): payload.failure(failure)
    case .voiceList(let voices): for voice in voices { payload.voice(voice) }
    case .said(let bytes), .phonemes(let bytes): payload.raw(bytes)
    case .rule(let rule):
      payload.string(rule.rule)
      payload.string(rule.from)
      payload.string(rule.to)
    case .text(let firstByte, let bytes):
      payload.count(firstByte)
      payload.raw(bytes)
    case .sentences(let first, let language, let sentences):
      payload.count(first)
      payload.string(language)
      for sentence in sentences { payload.sentence(sentence) }
    case .times(let first, let times):
      payload.count(first)
      for time in times { payload.time(time) }
    case .description(let description): payload.description(description)
    case .cover(let firstByte, let total, let bytes), .index(let firstByte, let total, let bytes):
      payload.count(firstByte)
      payload.count(total)
      payload.raw(bytes)
    case .chapter(let chapter): payload.chapter(chapter)
    case .chapterFailed(let index, let failure):
      payload.count(index)
      payload.failure(failure)
    case .page(let index, let page):
      payload.count(index)
      payload.place(page.start)
      payload.string(page.label)
    case .pass(let format, let taken):
      payload.format(format)
      payload.raw(taken)
    case .entries(let first, let entries):
      payload.count(first)
      for entry in entries { payload.entry(entry) }
    case .recording(let recording, let chapters): payload.recording(recording, chapters: chapters)
    case .recordingChapters(let first, let chapters):
      payload.count(first)
      for chapter in chapters { payload.chapter(chapter) }
    case .sound(let firstFrame, let samples):
      payload.frame(firstFrame)
      payload.floats(samples)
    case .peaks(let firstFrame, let frames, let peaks):
      payload.frame(firstFrame)
      payload.count(frames)
      payload.raw(peaks)
    case .length(let frames, let isExact):
      payload.frame(frames)
      payload.u8(isExact ? 1 : 0)
    case .soundEnd(let frames): payload.frame(frames)
    case .soundBroken(let frame, let reason):
      payload.frame(frame)
      payload.string(Line.clean(reason, limit: RecordingTags.maximumLength))
    }
    return FrameHeader(kind: kind, request: request, length: payload.bytes.count).encoded + payload.bytes
  }

  /// The bytes before `count` samples in a packet, so that a worker can send the samples without copying them.
  public static func samplesPrefix(request: UInt32, firstFrame: Int, count: Int) -> [UInt8] {
    var payload = ByteWriter()
    payload.count(firstFrame)
    return FrameHeader(kind: .samples, request: request, length: 4 + 2 * count).encoded + payload.bytes
  }

  /// Decodes a packet made by ``encoded(request:)``.
  public static func decode(_ packet: ArraySlice<UInt8>) throws(WireError) -> (request: UInt32, WorkerAnswer) {
    let header = try FrameHeader(decoding: packet)
    var payload = ByteReader(packet.dropFirst(Wire.headerLength))
    guard let answer = payload.answer(header.kind), payload.remaining == 0 else { throw .malformed(header.kind) }
    return (header.request, answer)
  }
}

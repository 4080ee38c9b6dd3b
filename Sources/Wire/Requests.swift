public import Speech
public import Vocabulary

/// A request of the service to a worker.
public enum WorkerRequest: Equatable, Sendable {
  /// To `aloud-speak`, once, before anything is spoken; answered by `ready` or `failed` with request 0.
  case configure(VoiceConfiguration)
  /// Answered by `started`, `samples`, `marks`, at last `done` or `failed`.
  case speak(Utterance)
  /// Like `speak`, at idle priority; `progress` comes instead of samples and marks.
  case measure(Utterance)
  /// Answered by `started`, `said`, `rule`, `phonemes`, at last `done` or `failed`. A resumption is ignored.
  case explain(Utterance)
  /// Ends the request with the same number; answered by `failed` (cancelled) unless it has ended before.
  case cancel
  /// Answered by `voiceList` and `done`.
  case voices
  /// Pauses all measurements until `goOn`. Neither `hold` nor `goOn` is answered.
  case hold
  /// Resumes measurements after `hold`.
  case goOn
  /// To `aloud-read`, `aloud-read-book` or `aloud-read-pdf`, once. The document's descriptor travels with the packet.
  /// Answered by `description`, `cover`, `chapter`, `page`, `text` and `sentences`, or by `pass` where another worker has
  /// to read it.
  case open(DocumentOrder)
  /// To `aloud-read-book`, once. The descriptor of a picture, PNG or JPEG, travels with the packet. Answered by a
  /// `description` and a `cover`, a copy that fits in a square, and by `done`; by `done` alone if the picture is square
  /// already.
  case squareCover
  /// To `aloud-read-book`, once. The descriptor of a playlist travels with the packet; its name helps to recognise the
  /// syntax. Answered by `entries`, at last by `done` (the number of entries) or `failed`.
  case list(name: String)
  /// To `aloud-encode`, once, before the others. The samples' descriptor travels with the packet: a file or a pipe, as
  /// the order says.
  case encode(SoundOrder)
  /// A tag that players show, such as `title`.
  case tag(SoundTag)
  /// The next bytes of the cover.
  case picture([UInt8])
  /// The next chapter.
  case part(SoundPart)
  /// The order is complete. The descriptor of the file to write travels with the packet. Answered by `progress`, and at
  /// last by `done` (frames) or `failed`.
  case write
  /// To `aloud-decode`, once, before the others; the recording's descriptor travels with the packet. Answered by
  /// `recording`, `recordingChapters` and `cover`, or by `failed`; later at any time by `length`.
  case decode
  /// So many more frames are wanted; several requests add up. Its number is that of the last `seek`. Answered by `sound`,
  /// at last perhaps by `soundEnd` or `soundBroken`.
  case want(frames: Int)
  /// As `want`, but of the next frames only the loudest sample of each `each` is told.
  /// Answered by `peaks` instead of `sound`.
  case wantPeaks(frames: Int, each: Int)
  /// A piece of the `index` of `total` bytes that another decoder of this file has made, without gaps from byte 0 on, at
  /// any time. Not answered, but perhaps by `length`.
  case index(firstByte: Int, total: Int, [UInt8])
  /// The next samples begin at this frame. Ends all that was wanted before. Its number is higher than all before.
  case seek(frame: Int64)

  /// The kind in the packet's header.
  public var kind: FrameKind {
    switch self {
    case .configure: .configure
    case .speak: .speak
    case .measure: .measure
    case .explain: .explain
    case .cancel: .cancel
    case .voices: .voices
    case .hold: .hold
    case .goOn: .goOn
    case .open: .open
    case .squareCover: .squareCover
    case .list: .list
    case .encode: .encode
    case .tag: .tag
    case .picture: .picture
    case .part: .part
    case .write: .write
    case .decode: .decode
    case .want: .want
    case .wantPeaks: .wantPeaks
    case .index: .keptIndex
    case .seek: .seek
    }
  }

  /// The whole packet.
  ///
  /// - Precondition: a text is at most ``Wire/maximumText`` bytes long, with at most ``Utterance/maximumSpans`` parts.
  public func encoded(request: UInt32) -> [UInt8] {
    var payload = ByteWriter()
    switch self {
    case .configure(let configuration): payload.configuration(configuration)
    case .speak(let utterance), .measure(let utterance), .explain(let utterance): payload.utterance(utterance)
    case .cancel, .voices, .hold, .goOn, .squareCover, .write, .decode: break
    case .list(let name): payload.string(name)
    case .want(let frames): payload.count(frames)
    case .wantPeaks(let frames, let each):
      payload.count(frames)
      payload.count(each)
    case .index(let firstByte, let total, let bytes):
      payload.count(firstByte)
      payload.count(total)
      payload.raw(bytes)
    case .seek(let frame): payload.frame(frame)
    case .encode(let order): payload.sound(order)
    case .tag(let tag):
      payload.string(tag.name)
      payload.string(tag.value)
    case .picture(let bytes): payload.raw(bytes)
    case .part(let part): payload.part(part)
    case .open(let order):
      payload.format(order.format)
      payload.string(order.language)
      payload.u8(order.languages.rawValue)
      payload.u8(order.isTimed ? 1 : 0)
      payload.string(order.name)
      payload.raw(order.taken)
    }
    return FrameHeader(kind: kind, request: request, length: payload.bytes.count).encoded + payload.bytes
  }

  /// Decodes a packet made by ``encoded(request:)``.
  public static func decode(_ packet: ArraySlice<UInt8>) throws(WireError) -> (request: UInt32, WorkerRequest) {
    let header = try FrameHeader(decoding: packet)
    var payload = ByteReader(packet.dropFirst(Wire.headerLength))
    let request: WorkerRequest? =
      switch header.kind {
      case .configure: payload.configuration().map { .configure($0) }
      case .speak: payload.utterance().map { .speak($0) }
      case .measure: payload.utterance().map { .measure($0) }
      case .explain: payload.utterance().map { .explain($0) }
      case .cancel: .cancel
      case .voices: .voices
      case .hold: .hold
      case .goOn: .goOn
      case .open: payload.order().map { .open($0) }
      case .squareCover: .squareCover
      case .list: payload.string().map { .list(name: $0) }
      case .encode: payload.sound().map { .encode($0) }
      case .tag: payload.tag().map { .tag($0) }
      case .picture: .picture(Array(payload.rest()))
      case .part: payload.part().map { .part($0) }
      case .write: .write
      case .decode: .decode
      case .want: payload.count().map { .want(frames: $0) }
      case .wantPeaks: payload.peakOrder()
      case .keptIndex: payload.piece().map { .index(firstByte: $0.first, total: $0.total, $0.bytes) }
      case .seek: payload.frame().map { .seek(frame: $0) }
      default: nil
      }
    guard let request, payload.remaining == 0 else { throw .malformed(header.kind) }
    return (header.request, request)
  }
}

/// A text to be spoken as one unit.
public struct Utterance: Equatable, Sendable {
  /// The place at which an utterance continues after it crashed the engine; from there on it is spoken in pieces.
  public struct Resumption: Equatable, Sendable {
    /// The start of the first word that is to be spoken.
    public var utf8Offset: Int
    /// Frames that were delivered already.
    public var frame: Int
    /// Marks that were delivered already.
    public var mark: Int

    /// A place after the delivered part.
    public init(utf8Offset: Int, frame: Int, mark: Int) {
      self.utf8Offset = utf8Offset
      self.frame = frame
      self.mark = mark
    }
  }

  /// UTF-8, at most ``Wire/maximumText`` bytes.
  public var text: [UInt8]
  /// `nil` if the text is spoken as a whole.
  public var resumption: Resumption?
  /// The parts of the text that other voices speak, in order; at most ``maximumSpans``.
  public var spans: [VoiceSpan]

  /// The most parts of a text that other voices speak.
  public static let maximumSpans = 255

  /// A text of at most ``Wire/maximumText`` bytes, spoken as a whole unless `resumption` is given.
  public init(text: [UInt8], resumption: Resumption? = nil, spans: [VoiceSpan] = []) {
    self.text = text
    self.resumption = resumption
    self.spans = spans
  }

  /// All parts of the text, in order, each with its voice; `nil` is the worker's own voice.
  public var parts: [(utf8: Range<Int>, voice: String?)] {
    var parts: [(utf8: Range<Int>, voice: String?)] = []
    var end = 0
    for span in spans {
      if end < span.utf8.lowerBound { parts.append((end..<span.utf8.lowerBound, nil)) }
      parts.append((span.utf8, span.voice))
      end = span.utf8.upperBound
    }
    if end < text.count || parts.isEmpty { parts.append((end..<text.count, nil)) }
    return parts
  }
}

/// An order to read a document.
public struct DocumentOrder: Equatable, Sendable {
  /// The format of the descriptor's content. With ``DocumentFormat/auto`` `aloud-read` detects it.
  public var format: DocumentFormat
  /// BCP 47, the default for documents that declare none. It decides which abbreviations end no sentence. Empty:
  /// English.
  public var language: String
  /// The languages that are told of sentences and their parts.
  public var languages: LanguageMode
  /// The file's name, for ``DocumentFormat/auto``; only its extension counts. Empty if there is none.
  public var name: String
  /// True if the times of subtitles and song texts are wanted. Each of them is a sentence then.
  public var isTimed: Bool
  /// The first bytes of a pipe, read from it by another worker; at most ``WorkerAnswer/maximumTaken``.
  public var taken: [UInt8]

  /// An order to read a document of this format and language.
  public init(
    format: DocumentFormat, language: String, languages: LanguageMode = .declared, name: String = "",
    isTimed: Bool = false, taken: [UInt8] = []
  ) {
    self.format = format
    self.language = language
    self.languages = languages
    self.name = name
    self.isTimed = isTimed
    self.taken = taken
  }
}

extension ByteWriter {
  fileprivate mutating func configuration(_ configuration: VoiceConfiguration) {
    string(configuration.voice)
    count(configuration.wordsPerMinute)
    count(configuration.pitch)
    count(configuration.range)
    u8(UInt8(SpokenPunctuation.allCases.firstIndex(of: configuration.punctuation)!))
  }

  fileprivate mutating func utterance(_ utterance: Utterance) {
    precondition(utterance.text.count <= Wire.maximumText, "an utterance longer than a packet")
    if let resumption = utterance.resumption {
      u8(1)
      count(resumption.utf8Offset)
      count(resumption.frame)
      count(resumption.mark)
    } else {
      u8(0)
    }
    u8(UInt8(utterance.spans.count))
    for span in utterance.spans {
      count(span.utf8.lowerBound)
      count(span.utf8.upperBound)
      string(span.voice)
    }
    raw(utterance.text)
  }
}

extension ByteReader {
  fileprivate mutating func configuration() -> VoiceConfiguration? {
    guard let voice = string(), let speed = count(), let pitch = count(), let range = count(), let punctuation = u8(),
      Int(punctuation) < SpokenPunctuation.allCases.count
    else { return nil }
    return VoiceConfiguration(
      voice: voice, wordsPerMinute: speed, pitch: pitch, range: range,
      punctuation: SpokenPunctuation.allCases[Int(punctuation)])
  }

  fileprivate mutating func utterance() -> Utterance? {
    guard let flag = u8(), flag <= 1 else { return nil }
    var resumption: Utterance.Resumption?
    if flag == 1 {
      guard let offset = count(), let frame = count(), let mark = count() else { return nil }
      resumption = .init(utf8Offset: offset, frame: frame, mark: mark)
    }
    guard let spans = voiceSpans() else { return nil }
    let text = Array(rest())
    guard text.count <= Wire.maximumText, offsetFits(resumption, text.count), fit(spans, text) else { return nil }
    return Utterance(text: text, resumption: resumption, spans: spans)
  }

  private mutating func voiceSpans() -> [VoiceSpan]? {
    guard let count = u8() else { return nil }
    var spans: [VoiceSpan] = []
    for _ in 0..<count {
      guard let start = self.count(), let end = self.count(), let voice = string(), start < end,
        start >= spans.last?.utf8.upperBound ?? 0
      else { return nil }
      spans.append(VoiceSpan(utf8: start..<end, voice: voice))
    }
    return spans
  }

  /// True if the parts lie in the text and end between characters.
  private func fit(_ spans: [VoiceSpan], _ text: [UInt8]) -> Bool {
    spans.allSatisfy { span in
      span.utf8.upperBound <= text.count
        && [span.utf8.lowerBound, span.utf8.upperBound].allSatisfy { $0 == text.count || text[$0] & 0xC0 != 0x80 }
    }
  }

  private func offsetFits(_ resumption: Utterance.Resumption?, _ count: Int) -> Bool {
    resumption.map { $0.utf8Offset <= count } ?? true
  }

  fileprivate mutating func order() -> DocumentOrder? {
    guard let format = format(), let language = string(), let languages = u8().flatMap(LanguageMode.init(rawValue:)),
      let isTimed = u8(), isTimed <= 1, let name = string(), remaining <= WorkerAnswer.maximumTaken
    else { return nil }
    return DocumentOrder(
      format: format, language: language, languages: languages, name: name, isTimed: isTimed == 1, taken: Array(rest()))
  }
}

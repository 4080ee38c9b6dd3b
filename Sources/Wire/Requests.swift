public import Speech

/// What the service asks of a worker.
public enum WorkerRequest: Equatable, Sendable {
  /// To `aloud-speak`, once, before anything is spoken; answered by `ready` or `failed` with request 0.
  case configure(VoiceConfiguration)
  /// Answered by `started`, `samples`, `marks`, at last `done` or `failed`.
  case speak(Utterance)
  /// As `speak`, at idle priority; `progress` comes in place of samples and marks.
  case measure(Utterance)
  /// Ends the request of the same number; answered by `failed` (cancelled) unless it has ended before.
  case cancel
  /// Answered by `voiceList` and `done`.
  case voices
  /// Nothing is measured until `goOn`: what is under way stands still where it is. Not answered, nor is `goOn`.
  case hold
  /// Measuring goes on after `hold`.
  case goOn
  /// To `aloud-read`, `aloud-read-book` or `aloud-read-pdf`, once. The document's descriptor travels with the packet.
  /// Answered by `description`, `cover`, `chapter`, `page`, `text` and `sentences`, or by `pass` where another worker has
  /// to read it.
  case open(DocumentOrder)
  /// To `aloud-encode`, once, before the others. The samples' descriptor travels with the packet: a file of signed
  /// 16-bit mono at the engine's rate.
  case encode(SoundOrder)
  /// What a player shows of the sound, such as `title`.
  case tag(SoundTag)
  /// The next bytes of the cover.
  case picture([UInt8])
  /// The next chapter.
  case part(SoundPart)
  /// Everything has been said. The descriptor of the file to write travels with the packet; answered by `progress` and
  /// at last `done` (frames) or `failed`.
  case write

  /// What stands in the packet's header.
  public var kind: FrameKind {
    switch self {
    case .configure: .configure
    case .speak: .speak
    case .measure: .measure
    case .cancel: .cancel
    case .voices: .voices
    case .hold: .hold
    case .goOn: .goOn
    case .open: .open
    case .encode: .encode
    case .tag: .tag
    case .picture: .picture
    case .part: .part
    case .write: .write
    }
  }

  /// The whole packet.
  ///
  /// - Precondition: a text is at most ``Wire/maximumText`` bytes long.
  public func encoded(request: UInt32) -> [UInt8] {
    var payload = ByteWriter()
    switch self {
    case .configure(let configuration): payload.configuration(configuration)
    case .speak(let utterance), .measure(let utterance): payload.utterance(utterance)
    case .cancel, .voices, .hold, .goOn, .write: break
    case .encode(let order): payload.sound(order)
    case .tag(let tag):
      payload.string(tag.name)
      payload.string(tag.value)
    case .picture(let bytes): payload.raw(bytes)
    case .part(let part): payload.part(part)
    case .open(let order):
      payload.u16(order.kind.rawValue)
      payload.string(order.language)
      payload.string(order.name)
      payload.raw(order.taken)
    }
    return FrameHeader(kind: kind, request: request, length: payload.bytes.count).encoded + payload.bytes
  }

  /// Reads what ``encoded(request:)`` wrote.
  public static func decode(_ packet: ArraySlice<UInt8>) throws(WireError) -> (request: UInt32, WorkerRequest) {
    let header = try FrameHeader(decoding: packet)
    var payload = ByteReader(packet.dropFirst(Wire.headerLength))
    let request: WorkerRequest? =
      switch header.kind {
      case .configure: payload.configuration().map { .configure($0) }
      case .speak: payload.utterance().map { .speak($0) }
      case .measure: payload.utterance().map { .measure($0) }
      case .cancel: .cancel
      case .voices: .voices
      case .hold: .hold
      case .goOn: .goOn
      case .open: payload.order().map { .open($0) }
      case .encode: payload.sound().map { .encode($0) }
      case .tag: payload.tag().map { .tag($0) }
      case .picture: .picture(Array(payload.rest()))
      case .part: payload.part().map { .part($0) }
      case .write: .write
      default: nil
      }
    guard let request, payload.remaining == 0 else { throw .malformed(header.kind) }
    return (header.request, request)
  }
}

/// A text to be spoken in one go.
public struct Utterance: Equatable, Sendable {
  /// Where to take up an utterance that killed the engine, and from where on it is spoken in pieces.
  public struct Resumption: Equatable, Sendable {
    /// Start of the first word that is to be heard.
    public var utf8Offset: Int
    /// Frames that were delivered already.
    public var frame: Int
    /// Marks that were delivered already.
    public var mark: Int

    /// A place behind what has been delivered.
    public init(utf8Offset: Int, frame: Int, mark: Int) {
      self.utf8Offset = utf8Offset
      self.frame = frame
      self.mark = mark
    }
  }

  /// UTF-8, at most ``Wire/maximumText`` bytes.
  public var text: [UInt8]
  /// `nil`: spoken as a whole.
  public var resumption: Resumption?

  /// A text of at most ``Wire/maximumText`` bytes; whole unless `resumption` says where to go on.
  public init(text: [UInt8], resumption: Resumption? = nil) {
    self.text = text
    self.resumption = resumption
  }
}

/// What kind of document a descriptor holds.
public enum DocumentKind: UInt16, Sendable, CaseIterable {
  case plainText = 1
  case epub = 2
  case html = 3
  case markdown = 4
  /// SubRip or WebVTT.
  case subtitles = 5
  /// Of LibreOffice: ODT.
  case openDocument = 6
  /// Of Word: DOCX.
  case wordDocument = 7
  case pdf = 8
  /// `aloud-read` finds out, by the first bytes and the name.
  case detect = 255
}

/// How a document is to be read.
public struct DocumentOrder: Equatable, Sendable {
  /// What the descriptor holds.
  public var kind: DocumentKind
  /// BCP 47, where the document does not say; decides which abbreviations end no sentence. Empty: English.
  public var language: String
  /// The file's name, for ``DocumentKind/detect``; its ending is all that counts. Empty where there is none.
  public var name: String
  /// The first bytes of a pipe, which another worker has taken out of it; at most ``WorkerAnswer/maximumTaken``.
  public var taken: [UInt8]

  /// An order to read a document of this kind and language.
  public init(kind: DocumentKind, language: String, name: String = "", taken: [UInt8] = []) {
    self.kind = kind
    self.language = language
    self.name = name
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
    let text = rest()
    guard text.count <= Wire.maximumText, offsetFits(resumption, text.count) else { return nil }
    return Utterance(text: Array(text), resumption: resumption)
  }

  private func offsetFits(_ resumption: Utterance.Resumption?, _ count: Int) -> Bool {
    resumption.map { $0.utf8Offset <= count } ?? true
  }

  fileprivate mutating func order() -> DocumentOrder? {
    guard let raw = u16(), let kind = DocumentKind(rawValue: raw), let language = string(), let name = string(),
      remaining <= WorkerAnswer.maximumTaken
    else { return nil }
    return DocumentOrder(kind: kind, language: language, name: name, taken: Array(rest()))
  }
}

/// The protocol between the service and its workers.
///
/// Every message is one packet of a SOCK_SEQPACKET socket, at most ``maximumPacket`` bytes:
/// `[kind u16][version u16][request u32][length u32]`, little endian, then `length` bytes of payload. A packet arrives
/// whole or not at all, so that the children of a worker can share its socket.
public enum Wire {
  /// The version in every header. Both sides of a socket come from the same build; any other version is refused.
  public static let version: UInt16 = 8
  /// Bytes of the longest packet, header included.
  public static let maximumPacket = 32_768
  /// Bytes of a header.
  public static let headerLength = 12
  /// Bytes of the longest payload.
  public static let maximumPayload = maximumPacket - headerLength
  /// UTF-8 bytes of one utterance. Sentences are far shorter; on longer texts the engine is slow and sometimes crashes.
  public static let maximumText = 8_192
  /// The argument of a speech worker that will be asked for its voices first.
  public static let voicesArgument = "--voices"
  /// The argument of a decoder that runs only when no other process needs the processor.
  public static let idleArgument = "--idle"
}

/// The kind of a packet; the raw value is sent on the wire.
public enum FrameKind: UInt16, Sendable, CaseIterable {
  // Service to worker.
  case configure = 1
  case speak = 2
  case measure = 3
  case cancel = 4
  case voices = 5
  case hold = 6
  case goOn = 7
  case explain = 8
  case open = 16
  case encode = 17
  case tag = 18
  case picture = 19
  case part = 20
  case write = 21
  case squareCover = 22
  case decode = 23
  case want = 24
  case seek = 25
  case wantPeaks = 26
  case keptIndex = 27
  case list = 30
  // Worker to service.
  case hello = 64
  case ready = 65
  case started = 66
  case samples = 67
  case marks = 68
  case progress = 69
  case skipped = 70
  case done = 71
  case failed = 72
  case voiceList = 73
  case said = 74
  case phonemes = 75
  case rule = 76
  case text = 80
  case sentences = 81
  case description = 82
  case cover = 83
  case chapter = 84
  case chapterFailed = 85
  case page = 86
  case pass = 87
  case recording = 88
  case recordingChapters = 89
  case sound = 90
  case length = 91
  case soundEnd = 92
  case soundBroken = 93
  case times = 94
  case peaks = 95
  case index = 96
  case entries = 100
}

/// A packet that does not follow the protocol.
public enum WireError: Error, Equatable, Sendable {
  /// Shorter than its header, or than its declared length.
  case truncated
  /// Longer than its declared length, or than any packet may be.
  case tooLong
  case unknownKind(UInt16)
  case wrongVersion(UInt16)
  /// The payload does not fit the kind.
  case malformed(FrameKind)
}

/// The first bytes of every packet.
public struct FrameHeader: Equatable, Sendable {
  /// The kind of the packet.
  public var kind: FrameKind
  /// The request that the packet belongs to; 0 stands for the worker as a whole.
  public var request: UInt32
  /// Bytes after the header.
  public var length: Int

  /// A header for `length` bytes; traps if a packet cannot hold so many.
  public init(kind: FrameKind, request: UInt32, length: Int) {
    precondition(0...Wire.maximumPayload ~= length, "a payload longer than a packet")
    self.kind = kind
    self.request = request
    self.length = length
  }

  /// Decodes the header of `packet` and checks its length.
  public init(decoding packet: ArraySlice<UInt8>) throws(WireError) {
    guard packet.count >= Wire.headerLength else { throw .truncated }
    guard packet.count <= Wire.maximumPacket else { throw .tooLong }
    var reader = ByteReader(packet)
    guard let kind = reader.u16(), let version = reader.u16(), let request = reader.u32(), let length = reader.u32()
    else { throw .truncated }
    guard version == Wire.version else { throw .wrongVersion(version) }
    guard let known = FrameKind(rawValue: kind) else { throw .unknownKind(kind) }
    let payload = packet.count - Wire.headerLength
    guard payload >= Int(length) else { throw .truncated }
    guard payload == Int(length) else { throw .tooLong }
    self.init(kind: known, request: request, length: payload)
  }

  /// The header's bytes.
  public var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.u16(kind.rawValue)
    writer.u16(Wire.version)
    writer.u32(request)
    writer.u32(UInt32(length))
    return writer.bytes
  }
}

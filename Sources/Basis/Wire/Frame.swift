/// The frame of all dialogues between the service and its workers.
///
/// Every message is one packet of a SOCK_SEQPACKET socket, at most ``maximumPacket`` bytes:
/// `[kind u16][version u16][request u32][length u32]`, little endian, then `length` bytes of payload. A packet arrives
/// whole or not at all, so that the children of a worker can share its socket. Each dialogue has kinds of its own:
/// `SpeechWire`, `DocumentWire` and `SoundWire`.
public enum Wire {
  /// The version in every header. Both sides of a socket come from the same build; any other version is refused.
  public static let version: UInt16 = 15
  /// Bytes of the longest packet, header included.
  public static let maximumPacket = 32_768
  /// Bytes of a header.
  public static let headerLength = 12
  /// Bytes of the longest payload.
  public static let maximumPayload = maximumPacket - headerLength
  /// The most bytes of something that takes several packets, in one of them.
  public static let maximumPieceBytes = maximumPayload - 8

  /// Calls `body` with each packet's piece of a picture or an index, in order.
  public static func forEachPiece(of bytes: [UInt8], _ body: (_ firstByte: Int, _ total: Int, _ piece: [UInt8]) -> Void)
  {
    for first in stride(from: 0, to: bytes.count, by: maximumPieceBytes) {
      body(first, bytes.count, Array(bytes[first...].prefix(maximumPieceBytes)))
    }
  }
}

/// A packet that does not follow the protocol.
public enum WireError: Error, Equatable, Sendable {
  /// Shorter than its header, or than its declared length.
  case truncated
  /// Longer than its declared length, or than any packet may be.
  case tooLong
  /// No message of the dialogue has this kind.
  case unknownKind(UInt16)
  /// The packet comes from a program of another build.
  case wrongVersion(UInt16)
  /// The payload does not fit the kind, whose name this is.
  case malformed(String)
}

/// The first bytes of every packet.
public struct FrameHeader: Equatable, Sendable {
  /// The kind of the packet, a raw value of the dialogue's kinds.
  public var kind: UInt16
  /// The request that the packet belongs to; 0 stands for the worker as a whole.
  public var request: UInt32
  /// Bytes after the header.
  public var length: Int

  /// A header for `length` bytes; traps if a packet cannot hold so many.
  public init(kind: UInt16, request: UInt32, length: Int) {
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
    let payload = packet.count - Wire.headerLength
    guard payload >= Int(length) else { throw .truncated }
    guard payload == Int(length) else { throw .tooLong }
    self.init(kind: kind, request: request, length: payload)
  }

  /// The header's bytes.
  public var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.u16(kind)
    writer.u16(Wire.version)
    writer.u32(request)
    writer.u32(UInt32(length))
    return writer.bytes
  }
}

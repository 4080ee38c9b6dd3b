/// A message of a dialogue. Pure; any thread.
package protocol WireMessage: Equatable, Sendable {
  /// The kinds of the dialogue's messages in this direction; the raw value is sent.
  associatedtype Kind: RawRepresentable<UInt16>, CaseIterable, Sendable
  /// The kind in the packet's header.
  var kind: Kind { get }
  /// Appends everything else.
  func write(to payload: inout ByteWriter)
  /// Reads what ``write(to:)`` has written; `nil` if it does not fit the kind. A message that follows the protocol
  /// leaves no byte.
  static func read(_ kind: Kind, from payload: inout ByteReader) -> Self?
}

/// A message from a worker to the service.
package protocol WireAnswer: WireMessage {
  /// True for the first message of a process, and for no other.
  var isGreeting: Bool { get }
}

extension WireMessage {
  /// The whole packet. Traps if a batch is longer than the dialogue allows.
  package func encoded(request: UInt32) -> [UInt8] {
    var payload = ByteWriter()
    write(to: &payload)
    return FrameHeader(kind: kind.rawValue, request: request, length: payload.bytes.count).encoded + payload.bytes
  }

  /// Decodes a packet made by ``encoded(request:)``.
  package static func decode(_ packet: ArraySlice<UInt8>) throws(WireError) -> (request: UInt32, Self) {
    let header = try FrameHeader(decoding: packet)
    guard let kind = Kind(rawValue: header.kind) else { throw .unknownKind(header.kind) }
    var payload = ByteReader(packet.dropFirst(Wire.headerLength))
    guard let message = read(kind, from: &payload), payload.remaining == 0 else { throw .malformed("\(kind)") }
    return (header.request, message)
  }
}

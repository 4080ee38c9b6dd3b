package import Wire

/// A request of the service to `aloud-encode`.
public enum EncoderRequest: Equatable, Sendable {
  /// Once, before the others. The samples' descriptor travels with the packet: a file or a pipe, as the order says.
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

  /// The most bytes of a picture in one packet.
  public static let maximumPictureBytes = Wire.maximumPayload
}

extension EncoderRequest: WireMessage {
  /// The kinds of requests.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case encode = 17
    case tag = 18
    case picture = 19
    case part = 20
    case write = 21
  }

  /// See ``WireMessage/kind``.
  package var kind: Kind {
    switch self {
    case .encode: .encode
    case .tag: .tag
    case .picture: .picture
    case .part: .part
    case .write: .write
    }
  }

  /// See ``WireMessage/write(to:)``.
  package func write(to payload: inout ByteWriter) {
    switch self {
    case .encode(let order): payload.sound(order)
    case .tag(let tag): payload.tag(tag)
    case .picture(let bytes): payload.raw(bytes)
    case .part(let part): payload.part(part)
    case .write: break
    }
  }

  /// See ``WireMessage/read(_:from:)``.
  package static func read(_ kind: Kind, from payload: inout ByteReader) -> EncoderRequest? {
    switch kind {
    case .encode: payload.sound().map { .encode($0) }
    case .tag: payload.tag().map { .tag($0) }
    case .picture: .picture(Array(payload.rest()))
    case .part: payload.part().map { .part($0) }
    case .write: .write
    }
  }
}

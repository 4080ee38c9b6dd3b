package import Wire

/// A request of the service to a worker that reads documents: one for each process, whose file travels with the packet.
public enum DocumentRequest: Equatable, Sendable {
  /// To `aloud-read`, `aloud-read-book` or `aloud-read-pdf`. Answered by `description`, `cover`, `chapter`, `page`,
  /// `text`, `sentences` and `times`, or by `pass` where another worker has to read it; at last by `done` or `failed`.
  case open(DocumentOrder)
  /// To `aloud-read-book`, with a picture, PNG or JPEG. Answered by a `description` and a `cover`, a copy that fits in
  /// a square, and by `done`; by `done` alone if the picture is square already.
  case squareCover
  /// To `aloud-read-book`, with a playlist; its name helps to recognise the syntax. Answered by `entries`, at last by
  /// `done` (the number of entries) or `failed`.
  case list(name: String)
}

extension DocumentRequest: WireMessage {
  /// The kinds of requests.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case open = 16
    case squareCover = 22
    case list = 30
  }

  /// See ``WireMessage/kind``.
  package var kind: Kind {
    switch self {
    case .open: .open
    case .squareCover: .squareCover
    case .list: .list
    }
  }

  /// See ``WireMessage/write(to:)``.
  package func write(to payload: inout ByteWriter) {
    switch self {
    case .open(let order): payload.order(order)
    case .squareCover: break
    case .list(let name): payload.string(name)
    }
  }

  /// See ``WireMessage/read(_:from:)``.
  package static func read(_ kind: Kind, from payload: inout ByteReader) -> DocumentRequest? {
    switch kind {
    case .open: payload.order().map { .open($0) }
    case .squareCover: .squareCover
    case .list: payload.string().map { .list(name: $0) }
    }
  }
}

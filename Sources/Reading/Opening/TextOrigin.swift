package import Documents
package import Playback

/// Where a text can be had again after the service was started anew.
package enum TextOrigin: Equatable {
  /// Nowhere else: the store keeps all of it, so many bytes.
  case whole(bytes: Int)
  /// Nowhere else, and its writer is not done: the store keeps what has come.
  case live
  /// The store has only its beginning, so many bytes.
  case cut(bytes: Int)
  /// In a file of the listener's; the fingerprint of its text is known once it was read to its end.
  case file(path: String, FileIdentity, fingerprint: UInt64?)

  /// The file that has it; `nil` where none does.
  package var path: String? {
    guard case .file(let path, _, _) = self else { return nil }
    return path
  }

  /// The origin of a text that the store kept.
  package init(_ kept: KeptText) {
    self =
      switch kept {
      case .stored(let bytes, isComplete: true): .whole(bytes: bytes)
      case .stored(let bytes, isComplete: false): .cut(bytes: bytes)
      case .file(let path, let identity, let fingerprint): .file(path: path, identity, fingerprint: fingerprint)
      }
  }
}

extension String {
  /// The last part of a path, which is what a file is called, as people are shown it; `nil` for a path without any.
  package var fileName: String? {
    guard let name = unicodeScalars.split(separator: "/").last else { return nil }
    let line = Line.clean(String(name), limit: 1024)
    return line.isEmpty ? nil : line
  }
}

extension SpokenTrack {
  /// How the store is to have the text; `nil`: the track is not kept.
  var keptText: KeptText? {
    switch origin {
    case .whole(let bytes): .stored(bytes: bytes, isComplete: true)
    case .live: .stored(bytes: text.count, isComplete: reading == .complete)
    case .cut(let bytes): .stored(bytes: bytes, isComplete: false)
    case .file(let path, let identity, let fingerprint): .file(path: path, identity, fingerprint: fingerprint)
    case nil: nil
    }
  }

  /// How much text there is, or was when it was left.
  package var byteCount: Int {
    switch origin {
    case .whole(let bytes), .cut(let bytes): max(bytes, text.count)
    case .file(_, let identity, _): max(Int(identity.size), text.count)
    case .live, nil: text.count
    }
  }

  /// True if the fingerprint of the text is still to be noted when all of it is there.
  var lacksFingerprint: Bool { if case .file(_, _, nil) = origin { true } else { false } }

  /// Notes the fingerprint of the whole text, if that is to be kept.
  func note(fingerprint: UInt64) {
    if case .file(let path, let identity, nil) = origin {
      origin = .file(path: path, identity, fingerprint: fingerprint)
    }
  }

  /// The most bytes that are written in one turn.
  private static let pieceSize = 512 << 10

  /// The next piece of what the store lacks of the text, as far as it is there.
  package func bytesToKeep(from start: Int) -> [UInt8] {
    // A text that came whole is written whole, from where it came; any other as far as it was read.
    if case .whole = origin {
      if let source {
        let piece = source.file.contents(from: start, most: Self.pieceSize)
        isSavedInPieces = start + piece.count < source.byteCount
        return piece
      }
      guard reading == .complete else { return [] }
    }
    return text.bytes(start..<max(start, min(start + Self.pieceSize, text.count)))
  }
}

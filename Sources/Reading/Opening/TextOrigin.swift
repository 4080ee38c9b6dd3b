package import Documents
package import Playback

/// The place from which a text can be read again after a restart of the service.
package enum TextOrigin: Equatable {
  /// Only in the store, which has all of it, with this many bytes.
  case whole(bytes: Int)
  /// Only in the store, and its writer has not finished: the store has the part that has arrived.
  case live
  /// Only the beginning is in the store, with this many bytes.
  case cut(bytes: Int)
  /// In a file of the listener's. The fingerprint of its text is known after it was read to its end.
  case file(path: String, FileIdentity, fingerprint: UInt64?)

  /// The file's path; `nil` if there is none.
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
  /// The last part of a path, the file's name, in a form that is fit to be shown; `nil` if the path has none.
  package var fileName: String? {
    guard let name = unicodeScalars.split(separator: "/").last else { return nil }
    let line = Line.clean(String(name), limit: 1024)
    return line.isEmpty ? nil : line
  }
}

extension Track {
  /// The form in which the store keeps the text; `nil`: the track is not kept.
  var keptText: KeptText? {
    switch origin {
    case .whole(let bytes): .stored(bytes: bytes, isComplete: true)
    case .live: .stored(bytes: text.count, isComplete: reading == .complete)
    case .cut(let bytes): .stored(bytes: bytes, isComplete: false)
    case .file(let path, let identity, let fingerprint): .file(path: path, identity, fingerprint: fingerprint)
    case nil: nil
    }
  }

  /// The length of the text in bytes, or its former length if it is closed.
  package var byteCount: Int {
    // The sound of a recording stays in its file.
    if !content.own.isTextKept { return 0 }
    return switch origin {
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
  private static let pieceSize = 128 << 10

  /// The next piece of what the store lacks of the text, as far as it is there.
  package func bytesToKeep(from start: Int) -> [UInt8] {
    // A text that arrived complete is stored completely from its source; any other as far as it was read.
    if case .whole = origin {
      if let source {
        let piece = source.file.contents(from: start, most: Self.pieceSize)
        source.isSavedInPieces = start + piece.count < source.byteCount
        return piece
      }
      guard reading == .complete else { return [] }
    }
    return text.bytes(start..<max(start, min(start + Self.pieceSize, text.count)))
  }
}

import Documents
import EventLoop
import Playback

// The text of a track as it is kept beyond the run.
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

  /// True if a file is the one that it was queued from, unchanged.
  func isOf(_ file: any TextFile) -> Bool {
    if case .file(_, file.identity, _) = origin { true } else { false }
  }
}

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

import Documents
package import EventLoop
import Playback
package import Speech

/// A sound file that is heard as a part of an utterance, between texts or alone.
///
/// Its sound is decoded each time that it is wanted, and forgotten when it was heard.
@Core
package final class Clip {
  /// The most frames of all clips of an utterance together: five minutes. A clip is in memory while it is heard.
  package static let longest = Frame(300 * FrameFormat.parts.sampleRate)

  /// The name for people: that of the file without its ending.
  package let name: String
  /// The open file; `nil` for a clip of an earlier run that has not been opened in this one.
  var file: (any TextFile)?
  /// The place of its file, by which a later run opens it again; `nil` if it has none.
  package let origin: TextOrigin?
  /// The length in frames of ``FrameFormat/parts``, once it was surveyed.
  package internal(set) var frames: Frame = 0
  /// The factor that gives it the loudness of speech, once it was surveyed.
  package internal(set) var gain: Float = 1

  /// The clip of an open file.
  package init(_ file: any TextFile) {
    self.file = file
    origin = file.origin
    name = Self.name(of: file.origin?.path)
  }

  /// A clip of an earlier run.
  init(_ kept: KeptClip) {
    origin = kept.path.map { .file(path: $0, kept.identity, fingerprint: nil) }
    name = Self.name(of: kept.path)
    frames = max(0, min(kept.frames, Self.longest))
    gain = kept.gain.isFinite ? Float(max(0, kept.gain)) : 1
  }

  /// True if a file may be that of the clip: a copy of it has another number and time, and the same size.
  func isOf(_ file: any TextFile) -> Bool {
    guard case .file(_, let known, _)? = origin, let now = file.identity else { return true }
    return now.size == known.size
  }

  private static func name(of path: String?) -> String {
    guard let file = path?.fileName else { return "clip" }
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file[...]
    // It stands in the text, where at least one letter makes it a sentence.
    return stem.contains(where: { $0.isLetter || $0.isNumber }) ? String(stem) : "clip"
  }

  /// The form for the store.
  var kept: KeptClip {
    guard case .file(let path, let identity, _) = origin else {
      return KeptClip(path: nil, frames: frames, gain: Double(gain))
    }
    return KeptClip(path: path, identity: identity, frames: frames, gain: Double(gain))
  }
}

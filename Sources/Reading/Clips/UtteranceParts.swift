package import EventLoop
import Playback
package import Speech

/// The parts of an utterance, texts and clips, in the order in which they are heard.
///
/// They have one text: the texts, and the name of each clip in brackets. A blank line is between two parts.
@Core
package struct UtteranceParts {
  /// A part of an utterance.
  package struct Part {
    /// Its span in the whole text.
    package let span: TextSpan
    /// The clip; `nil` for a text.
    package let clip: Clip?
  }

  /// The most parts.
  package static let most = 100
  private static let separator = "\n\n"

  /// The parts, in order.
  package private(set) var parts: [Part] = []
  /// The whole text.
  package private(set) var text = ""
  private var end = TextPlace.start

  /// No parts.
  package init() {}

  /// Parts of an earlier run. Their text is in the store.
  init(_ kept: [KeptPart]) { parts = kept.map { Part(span: $0.span, clip: $0.clip.map { Clip($0) }) } }

  /// The clips, each once.
  package var clips: [Clip] {
    var clips: [Clip] = []
    for clip in parts.compactMap(\.clip) where !clips.contains(where: { $0 === clip }) { clips.append(clip) }
    return clips
  }

  /// Adds a text.
  package mutating func append(_ text: String) { append(text, nil) }

  /// Adds a clip.
  package mutating func append(_ clip: Clip) { append("[\(clip.name)]", clip) }

  private mutating func append(_ words: String, _ clip: Clip?) {
    if !parts.isEmpty { write(Self.separator) }
    let start = end
    write(words)
    parts.append(Part(span: TextSpan(start, end), clip: clip))
  }

  private mutating func write(_ words: String) {
    text += words
    for scalar in words.unicodeScalars { end = end.after(scalar) }
  }
}

import Documents
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

  /// The words without the sequences of terminals, as the reader will leave them: the parts have their places before
  /// they are read. A carriage return that ends a line would go back to its beginning beside the line feeds of others.
  private static func printed(_ words: String) -> String {
    guard words.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F || $0 == 0xC2 }) else { return words }
    var bytes = PrintedText.cleaned(Array(words.utf8))
    // One part may look like another encoding; the whole does not.
    if bytes.contains(0x1B) { bytes = PrintedText.cleaned(bytes.map { $0 == 0x1B ? 0x20 : $0 }) }
    for index in bytes.indices where bytes[index] == 0x0D {
      if index + 1 >= bytes.count || bytes[index + 1] != 0x0A { bytes[index] = 0x0A }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func write(_ words: String) {
    let words = Self.printed(words)
    text += words
    for scalar in words.unicodeScalars { end = end.after(scalar) }
  }
}

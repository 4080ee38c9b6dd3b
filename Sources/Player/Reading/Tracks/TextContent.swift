import Documents
package import EventLoop
import Speech

/// A text that the engine speaks, sentence by sentence.
@Core
package final class TextContent: TrackContent {
  /// The text with its sentences.
  package let passage: Passage
  /// True if the text comes through a pipe, whose writer may take any time.
  package var isLive = false

  /// Goes on with what is known of a text.
  init(_ passage: Passage) { self.passage = passage }
}

import EventLoop
import Playback
import Speech
package import Vocabulary

// The times of documents and sentences.
extension Session {
  /// The present position in the time of the whole document; without a document, in the time of the track.
  package var documentPosition: Microseconds {
    guard let id = player.current, let document = document(of: id) else { return position }
    return timeline(of: document).position(of: id, at: position) ?? position
  }
}

import AloudAPI
import Documents
import Playback
import Reading
import Store

extension TrackMetadata {
  /// As people are shown it: every text on one line, without what controls a terminal or the direction of text. A
  /// former version kept such texts as they had come.
  var cleaned: TrackMetadata {
    func clean(_ text: String) -> String { Line.clean(text, limit: AloudBus.maximumOptionBytes) }
    var metadata = self
    let title = clean(self.title)
    metadata.title = title.isEmpty ? "untitled" : title
    metadata.artists = artists.map(clean).filter { !$0.isEmpty }
    metadata.album = album.map(clean)
    metadata.url = url.map(FileURI.printable)
    return metadata
  }
}

extension KeptSession {
  /// As people are shown it; see ``TrackMetadata/cleaned``.
  var cleaned: KeptSession {
    var session = self
    for index in player.entries.indices {
      session.player.entries[index].metadata = player.entries[index].metadata.cleaned
    }
    return session
  }
}

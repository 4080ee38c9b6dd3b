import EventLoop
import Playback

extension Session {
  /// The number of clips in the queue whose files are open.
  package var openClips: Int {
    player.ids.reduce(0) { count, id in
      count + (track(id)?.parts?.parts.clips.count { $0.file != nil } ?? 0)
    }
  }
}

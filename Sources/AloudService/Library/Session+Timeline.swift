import EventLoop
import Playback
import Speech
import Workers

// What the library keeps of the time of documents.
extension Session {
  /// What is heard now, in the time of the whole document; of a track without one, in that of the track.
  var documentPosition: Int64 {
    guard let id = player.current, let document = document(of: id) else { return position }
    return timeline(of: document).position(of: id, at: position) ?? position
  }
}

extension SpokenTrack {
  /// The media time at which a sentence begins, in microseconds.
  func start(of sentence: Int) -> Int64 {
    timeline.start(of: sentence).microseconds(sampleRate: SpeechEngine.sampleRate)
  }
}

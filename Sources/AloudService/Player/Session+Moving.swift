import EventLoop
import Playback
import Speech
import Workers

// Moving from where the listener hears now, by a time or by parts of the text.
extension Session {
  /// Moves by a time from what is heard now.
  func seek(by microseconds: Int64) {
    guard let track = player.current.flatMap({ self.track($0) }), let heard = feeder.heard() else { return }
    let now = track.timeline.frame(of: feeder.place(of: heard)).microseconds(sampleRate: SpeechEngine.sampleRate)
    let (target, overflow) = now.addingReportingOverflow(microseconds)
    send(.seek(to: overflow ? (microseconds < 0 ? 0 : .max) : target))
  }

  /// Moves by whole sentences or paragraphs; before the first lies the previous track, behind the last the next one.
  func step(_ count: Int, by unit: TextUnit) {
    guard count != 0, let track = player.current.flatMap({ self.track($0) }), let heard = feeder.heard() else { return }
    let here = feeder.place(of: heard).sentence(in: track.timeline)
    switch unit.target(from: here, count: count, in: track.timeline) {
    case .sentence(let sentence):
      send(.seek(to: track.timeline.start(of: sentence).microseconds(sampleRate: SpeechEngine.sampleRate)))
    case .previousTrack: send(.previous(heard: 0, restartAfter: .max))
    case .nextTrack: send(.next(finishing: true))
    }
  }
}

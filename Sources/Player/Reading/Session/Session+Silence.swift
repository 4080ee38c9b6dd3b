import EventLoop
import Playback
import Speech

// Texts that are still being written while they are heard.
extension Session {
  /// All text of the current track that has arrived was heard a while ago.
  func fellSilent(_ epoch: Player.Epoch) {
    guard epoch == player.epoch, let track = player.current.flatMap({ track($0) }), track.isEndless else { return }
    let position = position
    send(.fellSilent(epoch, heard: position))
    guard player.current != track.id else { return }
    // It continues with the first word that arrives, at any place of the timeline.
    let end = track.sentenceCount > 0 ? track.span(of: track.sentenceCount - 1).end.scalars : 0
    track.goOn(at: KeptPlace(microseconds: position, scalar: end))
  }

  /// More text of such a track has arrived, or its end.
  func grewLive(_ track: Track) {
    if track.id != player.current {
      let heard = track.place.scalar.flatMap { track.sentence(atScalar: $0) } ?? track.sentenceCount
      if heard < track.sentenceCount {
        noteInterruption()
        // Its first word follows without the silence of a joint.
        track.goOn(
          at: KeptPlace(microseconds: track.place.microseconds, scalar: track.span(of: heard).scalars.lowerBound))
        send(.spokeAgain(track.id, heard: position))
      } else if !track.isEndless {
        send(.endedSilent(track.id))
      }
    }
    if !track.isEndless { tellLength(of: track) }
  }
}

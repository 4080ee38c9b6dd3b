import Vocabulary

@testable import Playback

/// The tracks that were paused when another text interrupted them, counted independently of the player.
struct PutOffTracks {
  private var paused: Set<TrackID> = []

  /// A track that was paused, or was to be, before an interruption starts to sound only by a command of the listener.
  mutating func brokenPromise(after event: Player.Event, from before: Player, to player: Player) -> String? {
    paused.formIntersection(player.ids)
    switch event {
    case .bring(let ids, _, _):
      if player.current != before.current, let current = before.current, Self.isSilent(before) {
        paused.insert(current)
      }
      paused.subtract(ids)
    case .spokeAgain(let id, _):
      if player.current != before.current, let current = before.current, Self.isSilent(before) {
        paused.insert(current)
      }
      paused.remove(id)
    // The listener's command for the next text, after which others follow.
    case .expect: if player != before { paused = [] }
    case .add(_, let placement, let playing, _, _) where before.resolved(placement, playing: playing) == .now:
      if let current = before.current, Self.isSilent(before) { paused.insert(current) }
    // Another lap and another order lead to every track in turn.
    case .stop, .restore, .move, .setShuffle: paused = []
    // The listener leaves the track while it is current.
    case .next, .previous, .goTo, .seek: if let current = before.current { paused.remove(current) }
    default: if before.loop == .playlist { paused = [] }
    }
    // The reading has passed it: the listener moved there.
    if let current = player.current { paused.subtract(player.queue.before(current)) }
    // Once it is current and silent, it is as the listener left it.
    guard let current = player.current, paused.remove(current) != nil, player.wants == .playing else { return nil }
    switch event {
    case .play, .toggle, .goTo, .previous: return nil
    // This is a second lap, or the open track.
    case .next, .seek: if before.current == current { return nil } else { return "Next began what was paused" }
    case .reasonEnded(let reason) where before.policy.resumes(after: reason): return nil
    default: return "a paused track that was put off began by itself"
    }
  }

  /// True if the current track is paused, or is to be.
  private static func isSilent(_ player: Player) -> Bool {
    if case .paused = player.wants { true } else { player.awaitsMark }
  }
}

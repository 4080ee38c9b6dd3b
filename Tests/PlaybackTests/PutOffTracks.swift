@testable import Playback

/// The tracks that were paused when another text was put in front of them, as somebody outside the player counts them.
struct PutOffTracks {
  private var paused: Set<TrackID> = []

  /// A track that was paused, or was to be, before something was put in front of it begins to sound only by a word of the listener.
  mutating func brokenPromise(after event: Player.Event, from before: Player, to player: Player) -> String? {
    paused.formIntersection(player.ids)
    switch event {
    case .add(_, .now, _, _, _):
      var isPaused = before.awaitsMark
      if case .paused = before.wants { isPaused = true }
      if let current = before.current, isPaused { paused.insert(current) }
    // Another lap and another order lead to every track in its turn.
    case .stop, .restore, .move, .setShuffle: paused = []
    // The listener leaves it where it is current.
    case .next, .previous, .goTo, .seek: if let current = before.current { paused.remove(current) }
    default: if before.loop == .playlist { paused = [] }
    }
    // The reading has been beyond it: the listener went there.
    if let current = player.current { paused.subtract(player.queue.before(current)) }
    guard let current = player.current, paused.contains(current), player.wants == .playing else { return nil }
    paused.remove(current)
    switch event {
    case .play, .toggle, .goTo, .next, .previous, .seek: return nil
    case .reasonEnded(let reason) where before.policy.resumes(after: reason): return nil
    default: return "a paused track that was put off began by itself"
    }
  }
}

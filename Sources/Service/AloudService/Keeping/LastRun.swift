import EventLoop
import Playback
import Reading
import Store
import Vocabulary

/// The remains of the last run, and how it ended. The session takes it over once.
@Core
final class LastRun {
  /// The end of the last run.
  private(set) var history = RunHistory()
  /// The state of the reading when the last run ended.
  var former = FormerReading()
  /// True if a rate was restored.
  private(set) var hasRate = false
  /// The volume of the last run, until it is known if it is wanted.
  private(set) var pendingVolume: CubicLevel?
  /// True if the session continues the state of an earlier run.
  private(set) var isTakenUp = false
  private let session: Session

  init(_ session: Session) { self.session = session }

  /// Reads how the last run ended. An invalid end is set aside by loading.
  func look(at openStore: OpenStore) throws(StoreError) {
    do throws(StoreError) {
      history = try openStore.store.lastRun(openStore.journal.last)
    } catch  where error.code == .damaged {
      history = RunHistory()
    }
  }

  /// Restores the queue, once. A store that returns later, or replaces its copy, has nothing new for the session. If
  /// the listener has filled another queue meanwhile, the restored one follows it.
  func restore(_ loaded: KeptSession, from openStore: OpenStore) {
    guard !isTakenUp else { return }
    isTakenUp = true
    var kept = loaded
    hasRate = !openStore.store.isFresh
    if openStore.store.isFresh {
      let former = openStore.folder.formerLevels()
      if let rate = former.rate { kept.player.rate = rate }
      if let volume = former.volume { kept.player.volume = volume }
      hasRate = former.rate != nil
    }
    if session.player.isEmpty {
      pendingVolume = kept.player.volume
      former = FormerReading(kept)
    }
    session.restore(kept.cleaned)
  }

  /// Returns the volume of the last run, once. Afterwards the player's own volume is kept.
  func takeVolume() -> CubicLevel? {
    defer { pendingVolume = nil }
    return pendingVolume
  }
}

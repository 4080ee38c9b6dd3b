import EventLoop
import Playback
import Reading
import Store
import Vocabulary

/// Writes the differences between the session and what the store has of it.
@Core
final class SessionSaves {
  /// The player as it was saved; `nil`: everything is to be saved.
  private var player: Player?
  /// Tracks whose stored data may differ even if the player's state is the same.
  private var pending: Set<TrackID> = []
  /// The number of opened places that the journal has.
  private var placedOpenings = 0
  /// The private route at the last save.
  private var savedRoute: Endpoint?
  private let longSave: LongSave
  private let session: Session
  private let lastRun: LastRun

  init(_ session: Session, _ lastRun: LastRun, _ longSave: LongSave) {
    self.session = session
    self.lastRun = lastRun
    self.longSave = longSave
  }

  // MARK: What differs

  /// True if lengths are all that may have changed.
  var isSameExceptForLengths: Bool {
    player.map { pending.isEmpty && session.player.isSame(exceptForLengths: $0) } ?? false
  }

  /// True if the player is another one than the one that was saved.
  var differs: Bool { player != session.player }

  /// True if the sound goes to another private device than at the last save.
  var hasAnotherRoute: Bool { session.privateRoute != savedRoute && player != nil }

  /// Tracks have more text.
  func grew(_ tracks: [TrackID]) {
    // Everything is saved if nothing has been saved yet.
    if player != nil { pending.formUnion(tracks) }
  }

  /// The store may be another one: everything is saved the next time.
  func forget() { player = nil }

  // MARK: Saving

  /// Writes the differences since the last save in one transaction, and a changed place to the journal.
  ///
  /// - Returns: true if anything was written to the store.
  func save(in openStore: OpenStore) throws(StoreError) -> Bool {
    let now = session.player
    let isChanged = try save(now, in: openStore)
    try place(now, openStore.journal)
    player = now
    return isChanged
  }

  /// Writes the differences since the last save in one transaction; the first time, everything.
  private func save(_ now: Player, in openStore: OpenStore) throws(StoreError) -> Bool {
    // The texts that are saved further only when the log is empty.
    let held = longSave.isHeld && player != nil ? pending : []
    let text: (TrackID, Int) -> [UInt8] = { [session] id, start in
      held.contains(id) ? [] : session.track(id)?.bytesToKeep(from: start) ?? []
    }
    let sequence = openStore.journal.sequence
    let isChanged: Bool
    if let former = player {
      let gone = former.ids == now.ids ? [] : former.ids.filter { now.entry($0) == nil }
      let ids = pending.subtracting(held).union(now.changed(since: former)).subtracting(gone)
      var changes = session.keptChanges(of: ids, without: gone)
      if let volume = lastRun.pendingVolume { changes.player.volume = volume }
      isChanged = try openStore.store.save(changes, sequence: sequence, text: text)
    } else {
      var kept = session.kept
      if let volume = lastRun.pendingVolume { kept.player.volume = volume }
      isChanged = try openStore.store.save(kept, sequence: sequence, text: text)
    }
    // Only here: after an error, these tracks are still to be saved.
    let unfinished = openStore.store.unfinished
    for id in pending.subtracting(unfinished).subtracting(held) {
      if let track = session.track(id), track.source?.isSavedInPieces == false { track.source = nil }
    }
    pending = unfinished.union(held.filter { now.entry($0) != nil })
    savedRoute = session.lastPrivateRoute
    return isChanged
  }

  /// Writes a changed place to the journal, or clears the journal: its previous contents are no longer valid.
  private func place(_ player: Player, _ journal: PlaceJournal) throws(StoreError) {
    guard let id = player.current else { return try journal.clear() }
    guard session.openings != placedOpenings, let track = session.track(id) else { return }
    try journal.write(id, track.keptForm(of: track.lastWord ?? track.place))
    placedOpenings = session.openings
  }

  /// Calls `save` in a later turn if a long text is saved or removed piece by piece.
  func goOn(in store: SessionStore, _ save: @escaping @Core () -> Void) {
    guard !pending.isEmpty || store.isRemoving else { return }
    longSave.goOn(logSize: { store.logSize }, save)
  }

  /// The service ends.
  func stop() { longSave.stop() }
}

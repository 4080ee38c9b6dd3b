import EventLoop
import Playback
import Reading
import Store
import Vocabulary

/// Keeps the session: restores the state of the last run, saves every change, and records each heard word.
///
/// A failure here does not stop the reading. Unsaved changes stay in memory and are retried at growing intervals, with
/// one warning until it works.
@Core
final class SessionKeeper {

  /// The delay for saving improved lengths: they can be measured again, so they are not worth a write at every moment.
  private static let lengthsPatience = Duration.seconds(5)

  let session: Session
  let scheduler: any Scheduler
  let log: ServiceLog
  let path: String?
  private(set) var openStore: OpenStore?
  /// A copy for reading, if the folder cannot be written.
  private(set) var copy: OpenStore?
  /// A store that was removed or replaced meanwhile. It can still be read, and its contents go into the next one.
  private(set) var removed: OpenStore?
  private(set) var isClosed = false
  /// True if the service ends, so that nothing that is restored now goes on.
  private var isEnding = false
  var check = Check.none
  private(set) lazy var lock = LockWait(scheduler: scheduler) { [weak self] in self?.openIfFree() ?? .done }
  private var player: Player?
  /// Tracks whose stored data may differ even if the player's state is the same.
  private var pending: Set<TrackID> = []
  /// Runs while improved lengths wait to be saved.
  private var lengthsTimer: TimerToken?
  /// The number of opened places that the journal has.
  private var placedOpenings = 0
  private let longSave: LongSave
  private var isRunNoted = false
  private var hasSaved = false
  private let retries: Retries
  let checkpointer: Checkpointer
  /// The error that prevents keeping; `nil` if there is none.
  private(set) var failure: StoreError?
  /// The volume of the last run, until it is known if it is wanted.
  private var pendingVolume: CubicLevel?

  /// The end of the last run.
  private(set) var history = RunHistory()
  /// The state of the reading when the last run ended.
  var former = FormerReading()
  /// The private route at the last save.
  private var savedRoute: Endpoint?
  /// True if a rate was restored.
  private(set) var hasRate = false
  /// True if the session continues the state of an earlier run.
  private var isTakenUp = false
  private let tell: Relay<RoomNotice>
  /// True if the store is up to date with the session, except for the rest of long texts that are being written.
  var isKept: Bool { openStore != nil && !retries.hasFailed && !isClosed }
  /// The folder and the files in it whose removal ``lookAtPlace()`` must learn about.
  var watchedPaths: [String] { path.map { path in StateFolder.fileNames.map { "\(path)/\($0)" } } ?? [] }

  /// - Parameter path: the folder; `nil`: nothing is kept.
  init(session: Session, path: String?, scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.session = session
    self.path = path
    self.scheduler = scheduler
    self.log = log
    retries = Retries(scheduler: scheduler)
    checkpointer = Checkpointer(scheduler: scheduler)
    longSave = LongSave(scheduler: scheduler, checkpointer: checkpointer)
    checkpointer.body = { [weak self] done in self?.tidy(done) }
  }

  // MARK: Opening

  /// Opens the state of the last run and restores it. May be called again after `locked`.
  ///
  /// - Parameter finding: the result of a check of the store; `nil` if it was not checked.
  func open(_ finding: StateCheck.Finding? = nil) -> Opening {
    guard let path, openStore == nil else { return .done }
    do throws(StoreError) {
      let openStore = try OpenStore(path: path, finding: finding)
      self.openStore = openStore
      // The restore is over, with or without errors, so it has not crashed the run.
      defer { openStore.folder.endTakingUp() }
      try takeUp(openStore)
    } catch  where error.code == .locked {
      return .locked(isEnding: false)
    } catch {
      // Unreadable state must not be overwritten.
      drop()
      if error.code == .unwritable { takeUpCopy(of: path) }
      session.numberApart()
      failed(error)
    }
    return .done
  }

  private func takeUp(_ openStore: OpenStore) throws(StoreError) {
    let store = openStore.store
    if let removed, try store.isUnused() { try store.takeOver(removed.store) }
    if !isTakenUp { try look(at: openStore) }
    // A disk that is full or read-only can still be read.
    do throws(StoreError) {
      try store.beginRun(after: history)
      isRunNoted = true
    } catch {
      failed(error)
    }
    let kept = try openStore.store.load(openStore.journal.last)
    openStore.journal.goOn(after: openStore.store.newestSequence)
    if let reason = openStore.store.setAside { tellAside(reason, openStore) }
    restore(kept, from: openStore)
    removed?.close()
    removed = nil
    copy?.close()
    copy = nil
    player = nil
    save()
    if !isEnding { tell(.takenUp) }
  }

  /// Restores the state from a disk that cannot be written, once.
  private func takeUpCopy(of path: String) {
    guard copy == nil, session.player.isEmpty, let copy = ReadOnlyCopy.open(of: path) else { return }
    do throws(StoreError) {
      try look(at: copy)
      let kept = try copy.store.load(copy.journal.last)
      guard !copy.store.isFresh else { return copy.close() }
      self.copy = copy
      restore(kept, from: copy)
    } catch {
      log.warning("the former state cannot be read either: \(error)")
      return copy.close()
    }
    tell(.takenUp)
  }

  /// Reads the end of the last run. An invalid one is set aside by loading.
  private func look(at openStore: OpenStore) throws(StoreError) {
    do throws(StoreError) {
      history = try openStore.store.lastRun(openStore.journal.last)
    } catch  where error.code == .damaged {
      history = RunHistory()
    }
  }

  private func tellAside(_ reason: StoreError, _ openStore: OpenStore) {
    let name = openStore.store.nameAside ?? ""
    log.warning("the former state cannot be used and is set aside in \(openStore.folder.path) as \(name): \(reason)")
  }

  /// Restores the queue, once. A store that returns later, or replaces its copy, has nothing new for the session. If
  /// the listener has filled another queue meanwhile, the restored one follows it.
  private func restore(_ loaded: KeptSession, from openStore: OpenStore) {
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

  // MARK: Saving

  /// The session may have changed.
  func turned() {
    guard !isClosed, !retries.isWaiting else { return }
    if let player, pending.isEmpty, session.player.isSame(exceptForLengths: player) {
      return saveLengths()
    }
    save()
  }

  /// Saves changed lengths after a delay: while a book is measured, they change at every moment.
  private func saveLengths() {
    guard lengthsTimer == nil, openStore != nil, player != session.player else { return }
    lengthsTimer = scheduler.schedule(after: Self.lengthsPatience) { [weak self] in
      self?.lengthsTimer = nil
      self?.save()
    }
  }

  /// Brings the store up to date with the session.
  func save() {
    guard !isClosed, !lock.isWaiting else { return }
    guard let openStore else { return reopen() }
    guard openStore.folder.isInPlace else { return replace(openStore) }
    let now = session.player
    do throws(StoreError) {
      if !isRunNoted { try openStore.store.beginRun(after: history) }
      isRunNoted = true
      let isChanged = try save(now, in: openStore)
      try place(now, openStore.journal)
      if !hasSaved {
        openStore.folder.removeFormerLevels()
        hasSaved = true
      }
      player = now
      if isChanged { checkpointer.soon() }
      worked()
      if !pending.isEmpty || openStore.store.isRemoving, !isEnding {
        longSave.goOn(logSize: { [store = openStore.store] in store.logSize }) { [weak self] in
          if self?.retries.isWaiting == false { self?.save() }
        }
      }
    } catch {
      failed(error)
    }
  }

  /// Saves everything at once.
  func saveAll() {
    player = nil
    repeat {
      save()
    } while failure == nil && openStore.map { !$0.store.unfinished.isEmpty || $0.store.isRemoving } ?? false
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
      if let pendingVolume { changes.player.volume = pendingVolume }
      isChanged = try openStore.store.save(changes, sequence: sequence, text: text)
    } else {
      var kept = session.kept
      if let pendingVolume { kept.player.volume = pendingVolume }
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
    try journal.write(id, track.lastWord ?? track.place)
    placedOpenings = session.openings
  }

  /// Tracks have more text.
  func grew(_ tracks: [TrackID]) {
    // Everything is saved if nothing has been saved yet.
    if player != nil { pending.formUnion(tracks) }
    turned()
  }

  /// The reading has reached a place.
  func reached(_ place: KeptPlace, in id: TrackID) {
    note { journal throws(StoreError) in try journal.write(id, place) }
  }

  /// A sentence begins to be heard, and the one before it has ended.
  func beganSentence() {
    if !isClosed {
      openStore?.journal.endSentence { [weak self] error in if self?.isClosed == false { self?.failed(error) } }
    }
    // Headphones that were put on meanwhile do not cause a turn of the session.
    if session.privateRoute != savedRoute, player != nil, !retries.isWaiting { save() }
  }

  func note(_ body: (PlaceJournal) throws(StoreError) -> Void) {
    guard !isClosed, let journal = openStore?.journal else { return }
    do throws(StoreError) { try body(journal) } catch { failed(error) }
  }

  // MARK: Faults

  /// Something cannot be written. Warns once, and retries by itself.
  func failed(_ error: StoreError) {
    failure = error
    session.stateError = error.told(path: path ?? "")
    retries.failed { log.warning("\(session.stateError)") }
    if error.code == .damaged, let openStore {
      // The state in memory is complete, so a fresh file takes it.
      do throws(StoreError) {
        try openStore.store.setAsideAndBeginAnew(error)
        tellAside(error, openStore)
      } catch {
        log.warning("it cannot be set aside either: \(error)")
        drop()
      }
      player = nil
    }
    guard error.code != .notOurs, !isClosed else { return }
    retries.schedule { [weak self] in
      self?.player = nil
      self?.save()
    }
  }

  private func worked() {
    failure = nil
    session.stateError = ""
    retries.worked { log.info("the queue and the place are kept again") }
  }

  private func drop() {
    openStore?.close()
    openStore = nil
  }

  /// Opens the folder again, which is checked on a thread before that if its last run did not end in order. A service
  /// that ends cannot put that off.
  private func reopen() {
    if case .locked = isEnding ? open() : openIfFree() { shutOut() }
  }

  /// Something in the folder was created or removed, or the folder itself.
  func lookAtPlace() {
    if let openStore, !isClosed, !openStore.folder.isInPlace { replace(openStore) }
  }

  /// The open state was removed, moved or replaced. Uses the state that is in its place now, or creates it.
  private func replace(_ former: OpenStore) {
    log.warning("the state in \(former.folder.path) was removed or replaced; it is created again")
    former.folder.unlock()
    removed?.close()
    removed = former
    openStore = nil
    isRunNoted = false
    reopen()
  }

  // MARK: The end

  /// Saves everything for the last time. Later changes of the session are not kept. The next instance waits for
  /// ``release()``.
  func close() {
    guard !isClosed else { return }
    isEnding = true
    // A service that runs without its state makes its last attempt to open it.
    lock.stop()
    saveAll()
    lock.stop()
    isClosed = true
    if let path, case .running = check { StateCheck.forget(at: path) }
    scheduler.cancel(&lengthsTimer)
    longSave.stop()
    retries.stop()
    checkpointer.stop()
    removed?.close()
    removed = nil
    guard let openStore else { return }
    do throws(StoreError) {
      try openStore.store.endRun()
      try bringToDevice(isLast: true)
    } catch {
      log.warning("the end of the session is not kept: \(error)")
    }
  }

  /// Lets the next instance have the folder.
  func release() { drop() }
}

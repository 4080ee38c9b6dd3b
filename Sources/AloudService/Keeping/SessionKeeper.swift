import EventLoop
import Playback
import Store

/// Keeps the session: takes up what the last run left, saves every change, and notes each word that is heard.
///
/// Nothing here stops the reading. What cannot be saved stays in memory and is tried again, ever more rarely, with one
/// warning until it works.
@Core
final class SessionKeeper {

  /// What is only better known can be measured again, and is not worth a write at every moment.
  private static let lengthsPatience = Duration.seconds(5)

  let session: Session
  private let scheduler: any Scheduler
  private let log: ServiceLog
  let path: String?
  private(set) var keepsake: Keepsake?
  /// What can be read where nothing can be written.
  private var copy: Keepsake?
  /// A store that was removed or replaced meanwhile. It can still be read, and goes into the next one.
  private var removed: Keepsake?
  private(set) var isClosed = false
  /// Whether nothing is kept since another process has the folder.
  private(set) var isShutOut = false
  private var player: Player?
  /// What belongs to these tracks may be other than it was saved, whatever the player says.
  private var pending: Set<TrackID> = []
  /// What is known of lengths is worth keeping, and not in a hurry.
  private var lengthsTimer: TimerToken?
  /// The opened places that the journal knows of.
  private var placedOpenings = 0
  private var isRunNoted = false
  private var hasSaved = false
  private let retries: Retries
  private let tidying: Tidying
  /// Why nothing can be kept; `nil` while it can.
  private(set) var failure: StoreError?
  /// The volume of the last run while nobody has said whether it is wanted.
  private var pendingVolume: Double?

  /// How the last run ended.
  private(set) var history = RunHistory()
  /// The state of the reading when the last run ended.
  var former = FormerReading()
  /// The private route when the session was saved last.
  private var savedRoute: Endpoint?
  /// Whether a rate was taken up.
  private(set) var hasRate = false
  /// Whether the session goes on with what an earlier run left.
  private var isTakenUp = false
  private let tell: Relay<RoomNotice>
  /// Whether the store says what the session is.
  var isKept: Bool { keepsake != nil && !retries.hasFailed && !isClosed }
  /// The folder and the files in it whose removal is to be told by ``lookAtPlace()``.
  var watchedPaths: [String] { path.map { path in StateFolder.fileNames.map { "\(path)/\($0)" } } ?? [] }

  /// - Parameter path: the folder; `nil`: nothing is kept.
  init(session: Session, path: String?, scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.session = session
    self.path = path
    self.scheduler = scheduler
    self.log = log
    retries = Retries(scheduler: scheduler)
    tidying = Tidying(scheduler: scheduler)
    tidying.body = { [weak self] in
      guard let self, let store = self.keepsake?.store else { return }
      do throws(StoreError) { try store.tidy() } catch { self.failed(error) }
    }
  }

  // MARK: Opening

  enum Opening: Equatable {
    case done
    /// Another process keeps its state there, which may be about to end.
    case locked
  }

  /// Opens what the last run left, and takes it up. May be called again after `locked`.
  func open() -> Opening {
    guard let path, keepsake == nil else { return .done }
    do throws(StoreError) {
      let keepsake = try Keepsake(path: path)
      self.keepsake = keepsake
      // Whatever comes of it, the run has not ended of it.
      defer { keepsake.folder.endTakingUp() }
      try takeUp(keepsake)
    } catch  where error.code == .locked {
      return .locked
    } catch {
      // What could not be read must not be written over.
      drop()
      if error.code == .unwritable { takeUpCopy(of: path) }
      session.numberApart()
      failed(error)
    }
    return .done
  }

  /// Gives up what another process does not let go of.
  func giveUp() {
    isClosed = true
    isShutOut = true
    session.stateError = StoreError.isShutOut(of: path ?? "")
  }

  /// The text of a track that an earlier run stored; `nil` where there is none, or it cannot be read.
  func text(of id: TrackID) -> [UInt8]? {
    guard let store = (keepsake ?? removed ?? copy)?.store else { return nil }
    do throws(StoreError) {
      return try store.text(of: id)
    } catch {
      // Other texts in the same file may still be read: it is not set aside for this.
      log.warning("a text that was kept cannot be read: \(error)")
      return nil
    }
  }

  private func takeUp(_ keepsake: Keepsake) throws(StoreError) {
    let store = keepsake.store
    if let removed, try store.isUnused() { try store.takeOver(removed.store) }
    if !isTakenUp { try look(at: keepsake) }
    // A disk that is full or read-only can still be read.
    do throws(StoreError) {
      try store.beginRun(after: history)
      isRunNoted = true
    } catch {
      failed(error)
    }
    let kept = try keepsake.store.load(keepsake.journal.last)
    keepsake.journal.goOn(after: keepsake.store.newestSequence)
    if let reason = keepsake.store.setAside { tellAside(reason, keepsake) }
    restore(kept, from: keepsake)
    removed?.close()
    removed = nil
    copy?.close()
    copy = nil
    player = nil
    save()
    tell(.takenUp)
  }

  /// Of a disk that cannot be written to, once.
  private func takeUpCopy(of path: String) {
    guard copy == nil, session.player.isEmpty, let copy = ReadOnlyCopy.open(of: path) else { return }
    do throws(StoreError) {
      try look(at: copy)
      let kept = try copy.store.load(copy.journal.last)
      guard !copy.store.isFresh else { return copy.close() }
      self.copy = copy
      restore(kept, from: copy)
    } catch {
      log.warning("what was kept cannot be read either: \(error)")
      return copy.close()
    }
    tell(.takenUp)
  }

  /// The end of the last run; one that makes no sense is set aside by loading.
  private func look(at keepsake: Keepsake) throws(StoreError) {
    do throws(StoreError) {
      history = try keepsake.store.lastRun(keepsake.journal.last)
    } catch  where error.code == .damaged {
      history = RunHistory()
    }
  }

  private func tellAside(_ reason: StoreError, _ keepsake: Keepsake) {
    let name = keepsake.store.nameAside ?? ""
    log.warning("what was kept cannot be used and is set aside in \(keepsake.folder.path) as \(name): \(reason)")
  }

  /// Takes up the queue, once: a store that comes back later, or instead of its copy, has nothing that the session does
  /// not know. Where the listener has filled another one meanwhile, it comes behind that.
  private func restore(_ loaded: KeptSession, from keepsake: Keepsake) {
    guard !isTakenUp else { return }
    isTakenUp = true
    var kept = loaded
    hasRate = !keepsake.store.isFresh
    if keepsake.store.isFresh {
      let former = keepsake.folder.formerLevels()
      if let rate = former.rate { kept.player.rate = rate }
      if let volume = former.volume { kept.player.volume = volume }
      hasRate = former.rate != nil
    }
    if session.player.isEmpty {
      pendingVolume = kept.player.volume
      former = FormerReading(kept)
    }
    session.restore(kept)
  }

  /// The volume of the last run, once; afterwards the player's own is kept.
  func takeVolume() -> Double? {
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

  /// While a book is measured its chapters' lengths change at every moment.
  private func saveLengths() {
    guard lengthsTimer == nil, keepsake != nil, player != session.player else { return }
    lengthsTimer = scheduler.schedule(after: Self.lengthsPatience) { [weak self] in
      self?.lengthsTimer = nil
      self?.save()
    }
  }

  /// Brings the store up to date with the session.
  private func save() {
    guard !isClosed else { return }
    guard let keepsake else { return reopen() }
    guard keepsake.folder.isInPlace else { return replace(keepsake) }
    let now = session.player
    do throws(StoreError) {
      if !isRunNoted { try keepsake.store.beginRun(after: history) }
      isRunNoted = true
      let isChanged = try save(now, in: keepsake)
      try place(now, keepsake.journal)
      if !hasSaved {
        keepsake.folder.removeFormerLevels()
        hasSaved = true
      }
      player = now
      if isChanged { tidying.soon() }
      worked()
    } catch {
      failed(error)
    }
  }

  /// Writes what is different since it was saved last, in one transaction; the first time, everything.
  private func save(_ now: Player, in keepsake: Keepsake) throws(StoreError) -> Bool {
    let text: (TrackID, Int) -> [UInt8] = { [session] id, start in session.track(id)?.bytesToKeep(from: start) ?? [] }
    let sequence = keepsake.journal.sequence
    let isChanged: Bool
    if let former = player {
      let gone = former.ids == now.ids ? [] : former.ids.filter { now.entry($0) == nil }
      let ids = pending.union(now.changed(since: former)).subtracting(gone)
      var changes = session.keptChanges(of: ids, without: gone)
      if let pendingVolume { changes.player.volume = pendingVolume }
      isChanged = try keepsake.store.save(changes, sequence: sequence, text: text)
    } else {
      var kept = session.kept
      if let pendingVolume { kept.player.volume = pendingVolume }
      isChanged = try keepsake.store.save(kept, sequence: sequence, text: text)
    }
    // What fails is still to be saved.
    pending = []
    savedRoute = session.lastPrivateRoute
    return isChanged
  }

  /// Another place, or none: what the journal said before does not hold any more.
  private func place(_ player: Player, _ journal: PlaceJournal) throws(StoreError) {
    guard let id = player.current else { return try journal.clear() }
    guard session.openings != placedOpenings, let track = session.track(id) else { return }
    try journal.write(id, track.lastWord ?? track.place)
    placedOpenings = session.openings
  }

  /// There is more of the text of tracks.
  func grew(_ tracks: [TrackID]) {
    // Everything is saved if nothing has been saved yet.
    if player != nil { pending.formUnion(tracks) }
    turned()
  }

  /// The reading has come to a place.
  func reached(_ place: KeptPlace, in id: TrackID) {
    note { journal throws(StoreError) in try journal.write(id, place) }
  }

  /// A sentence begins to be heard, and the one before it has ended.
  func beganSentence() {
    note { journal throws(StoreError) in try journal.endSentence() }
    // Headphones that were put on meanwhile are nobody's turn.
    if session.privateRoute != savedRoute, player != nil, !retries.isWaiting { save() }
  }

  private func note(_ body: (PlaceJournal) throws(StoreError) -> Void) {
    guard !isClosed, let journal = keepsake?.journal else { return }
    do throws(StoreError) { try body(journal) } catch { failed(error) }
  }

  // MARK: Faults

  /// Something cannot be written: warns once, and tries again by itself.
  func failed(_ error: StoreError) {
    failure = error
    session.stateError = error.told(path: path ?? "")
    retries.failed { log.warning("\(session.stateError)") }
    if error.code == .damaged, let keepsake {
      // What is in memory is whole: a fresh file takes it.
      do throws(StoreError) {
        try keepsake.store.setAsideAndBeginAnew(error)
        tellAside(error, keepsake)
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
    keepsake?.close()
    keepsake = nil
  }

  private func reopen() {
    if open() == .locked { giveUp() }
  }

  /// Something in the folder was made or removed, or the folder itself.
  func lookAtPlace() {
    if let keepsake, !isClosed, !keepsake.folder.isInPlace { replace(keepsake) }
  }

  /// Somebody removed, moved or replaced what we have open: what lies there now is used, and made where nothing does.
  private func replace(_ former: Keepsake) {
    log.warning("what is kept in \(former.folder.path) was removed or replaced; it is made again")
    former.folder.unlock()
    removed?.close()
    removed = former
    keepsake = nil
    isRunNoted = false
    reopen()
  }

  // MARK: The device

  /// Something was written that is to reach the device.
  func tidySoon() { tidying.soon() }

  /// Brings everything to the device at once: the machine may lose its power in its sleep.
  func secure() {
    player = nil
    save()
    note { journal throws(StoreError) in try journal.sync() }
    tidying.now()
  }

  // MARK: The end

  /// Saves the last of it and lets the next instance have the folder; what happens to the session afterwards is not
  /// kept.
  func close() {
    guard !isClosed else { return }
    player = nil
    save()
    isClosed = true
    if let lengthsTimer { scheduler.cancel(lengthsTimer) }
    retries.stop()
    tidying.stop()
    removed?.close()
    removed = nil
    guard let keepsake else { return }
    do throws(StoreError) {
      try keepsake.journal.sync()
      try keepsake.store.endRun()
      try keepsake.store.tidy(isLast: true)
    } catch {
      log.warning("the end of the session is not kept: \(error)")
    }
    drop()
  }
}

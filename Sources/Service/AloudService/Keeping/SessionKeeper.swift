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

  private let session: Session
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private let state: StateStores
  private let lastRun: LastRun
  private let device: DeviceSync
  private let saves: SessionSaves
  private lazy var opening = FolderOpening(
    state, scheduler: scheduler, open: { [weak self] in self?.openFree($0) ?? .done },
    checked: { [weak self] in self?.save() })
  /// True if the service ends, so that nothing that is restored now goes on.
  private var isEnding = false
  private var isRunNoted = false
  private var hasSaved = false
  /// Runs while improved lengths wait to be saved.
  private var lengthsTimer: TimerToken?
  private let retries: Retries
  /// The error that prevents keeping; `nil` if there is none.
  private(set) var failure: StoreError?
  private let tell: Relay<RoomNotice>

  /// - Parameter path: the folder; `nil`: nothing is kept.
  init(session: Session, path: String?, scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    self.session = session
    self.scheduler = scheduler
    self.log = log
    state = StateStores(path: path, log: log)
    lastRun = LastRun(session)
    retries = Retries(scheduler: scheduler)
    let failing = Relay<StoreError>()
    device = DeviceSync(state, scheduler: scheduler) { failing($0) }
    saves = SessionSaves(
      session, lastRun, LongSave(scheduler: scheduler, checkpointer: device.checkpointer))
    failing.connect { [weak self] in self?.failed($0) }
  }

  // MARK: What is kept

  /// The folder; `nil`: nothing is kept.
  var path: String? { state.path }

  /// The open store; `nil` if there is none.
  var openStore: OpenStore? { state.current }

  /// True if nothing is saved any more.
  var isClosed: Bool { state.isClosed }

  /// True if the store is up to date with the session, except for the rest of long texts that are being written.
  var isKept: Bool { state.usable != nil && !retries.hasFailed }

  /// The reason why nothing is kept now, as the listener is told it; empty if everything is.
  var complaint: String { session.stateError }

  /// True if nothing is kept since another process has the folder. It is taken up as soon as it is free.
  var isShutOut: Bool { opening.isShutOut }

  /// The folder and the files in it whose removal ``lookAtPlace()`` must learn about.
  var watchedPaths: [String] { path.map { path in StateFolder.fileNames.map { "\(path)/\($0)" } } ?? [] }

  /// The end of the last run.
  var history: RunHistory { lastRun.history }

  /// The state of the reading when the last run ended.
  var former: FormerReading {
    get { lastRun.former }
    set { lastRun.former = newValue }
  }

  /// True if a rate was restored.
  var hasRate: Bool { lastRun.hasRate }

  /// Returns the volume of the last run, once. Afterwards the player's own volume is kept.
  func takeVolume() -> CubicLevel? { lastRun.takeVolume() }

  /// Reads the text of a track that an earlier run stored, on a thread; `nil` if there is none.
  func text(of id: TrackID) -> StoredText? { state.text(of: id) }

  // MARK: Opening

  /// Opens what the last run left, and takes it up; calls `done` once, when that is done or another process does not
  /// release the folder. See ``LockWait``.
  func open(then done: @escaping @Core () -> Void) {
    opening.begin { [weak self] in
      guard let self else { return }
      if isShutOut { shutOut() }
      done()
    }
  }

  /// Tells the next service that it may wait for the folder: this one ends.
  func announceEnd() { openStore?.folder.announceRelease() }

  /// Goes on without the folder until it is free.
  private func shutOut() {
    opening.shutOut()
    session.stateError = StoreError.isShutOut(of: path ?? "")
    session.numberApart()
  }

  /// Opens the folder, which no other process has now.
  private func openFree(_ finding: StateCheck.Finding?) -> FolderOpening.Outcome {
    let wasShutOut = session.stateError == StoreError.isShutOut(of: path ?? "")
    let result = open(finding)
    if result == .done, wasShutOut, isKept {
      log.info("the state in \(path ?? "") is free now, and is kept from here on")
    }
    return result
  }

  /// Opens the state of the last run and restores it. May be called again after `locked`.
  ///
  /// - Parameter finding: the result of a check of the store; `nil` if it was not checked.
  private func open(_ finding: StateCheck.Finding? = nil) -> FolderOpening.Outcome {
    guard let path, openStore == nil else { return .done }
    do throws(StoreError) {
      let openStore = try state.open(at: path, finding)
      // The restore is over, with or without errors, so it has not crashed the run.
      defer { openStore.folder.endTakingUp() }
      try takeUp(openStore)
    } catch  where error.code == .locked {
      return .locked(isEnding: false)
    } catch {
      // Unreadable state must not be overwritten.
      state.drop()
      if error.code == .unwritable { takeUpCopy(of: path) }
      session.numberApart()
      failed(error)
    }
    return .done
  }

  private func takeUp(_ openStore: OpenStore) throws(StoreError) {
    let store = openStore.store
    try state.takeOverRemoved(into: store)
    if !lastRun.isTakenUp { try lastRun.look(at: openStore) }
    // A disk that is full or read-only can still be read.
    do throws(StoreError) {
      try store.beginRun(after: history)
      isRunNoted = true
    } catch {
      failed(error)
    }
    let kept = try store.load(openStore.journal.last)
    openStore.journal.goOn(after: store.newestSequence)
    if let reason = store.setAside { tellAside(reason, openStore) }
    lastRun.restore(kept, from: openStore)
    state.closeFormer()
    saves.forget()
    save()
    if !isEnding { tell(.takenUp) }
  }

  /// Restores the state from a disk that cannot be written, once.
  private func takeUpCopy(of path: String) {
    guard !state.hasCopy, session.player.isEmpty, let copy = ReadOnlyCopy.open(of: path) else { return }
    do throws(StoreError) {
      try lastRun.look(at: copy)
      let kept = try copy.store.load(copy.journal.last)
      guard !copy.store.isFresh else { return copy.close() }
      state.use(copy: copy)
      lastRun.restore(kept, from: copy)
    } catch {
      log.warning("the former state cannot be read either: \(error)")
      return copy.close()
    }
    tell(.takenUp)
  }

  private func tellAside(_ reason: StoreError, _ openStore: OpenStore) {
    let name = openStore.store.nameAside ?? ""
    log.warning("the former state cannot be used and is set aside in \(openStore.folder.path) as \(name): \(reason)")
  }

  // MARK: Saving

  /// The session may have changed.
  func turned() {
    guard !isClosed, !retries.isWaiting else { return }
    if saves.isSameExceptForLengths { saveLengths() } else { save() }
  }

  /// Saves changed lengths after a delay: while a book is measured, they change at every moment.
  private func saveLengths() {
    guard lengthsTimer == nil, openStore != nil, saves.differs else { return }
    lengthsTimer = scheduler.schedule(after: Self.lengthsPatience) { [weak self] in
      self?.lengthsTimer = nil
      self?.save()
    }
  }

  /// Brings the store up to date with the session.
  private func save() {
    guard !isClosed, !opening.isWaiting else { return }
    guard let openStore else { return reopen() }
    guard openStore.folder.isInPlace else { return replace(openStore) }
    do throws(StoreError) {
      if !isRunNoted { try openStore.store.beginRun(after: history) }
      isRunNoted = true
      let isChanged = try saves.save(in: openStore)
      if !hasSaved {
        openStore.folder.removeFormerLevels()
        hasSaved = true
      }
      if isChanged { device.checkpointer.soon() }
      worked()
      if isEnding { return }
      saves.goOn(in: openStore.store) { [weak self] in if self?.retries.isWaiting == false { self?.save() } }
    } catch {
      failed(error)
    }
  }

  /// Saves everything at once.
  private func saveAll() {
    saves.forget()
    repeat {
      save()
    } while failure == nil && openStore.map { !$0.store.unfinished.isEmpty || $0.store.isRemoving } ?? false
  }

  /// Tracks have more text.
  func grew(_ tracks: [TrackID]) {
    saves.grew(tracks)
    turned()
  }

  /// The reading has reached a place.
  func reached(_ place: KeptPlace, in id: TrackID) {
    guard let journal = state.usable?.journal else { return }
    do throws(StoreError) { try journal.write(id, place) } catch { failed(error) }
  }

  /// A sentence begins to be heard, and the one before it has ended.
  func beganSentence() {
    state.usable?.journal.endSentence { [weak self] error in if self?.isClosed == false { self?.failed(error) } }
    // Headphones that were put on meanwhile do not cause a turn of the session.
    if saves.hasAnotherRoute, !retries.isWaiting { save() }
  }

  // MARK: The device

  /// Decides when what was saved is brought to the device.
  var checkpointer: Checkpointer { device.checkpointer }

  /// A write is to reach the device soon.
  func tidySoon() { device.checkpointer.soon() }

  /// Brings everything to the device at once: the machine may lose power while it sleeps.
  func secure() {
    saveAll()
    do throws(StoreError) { try device.bringAll() } catch { failed(error) }
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
        state.drop()
      }
      saves.forget()
    }
    guard error.code != .notOurs, !isClosed else { return }
    retries.schedule { [weak self] in
      self?.saves.forget()
      self?.save()
    }
  }

  private func worked() {
    failure = nil
    session.stateError = ""
    retries.worked { log.info("the queue and the place are kept again") }
  }

  /// Opens the folder again, which is checked on a thread before that if its last run did not end in order. A service
  /// that ends cannot put that off.
  private func reopen() {
    if case .locked = isEnding ? open() : opening.openIfFree() { shutOut() }
  }

  /// Something in the folder was created or removed, or the folder itself.
  func lookAtPlace() {
    if let openStore, !isClosed, !openStore.folder.isInPlace { replace(openStore) }
  }

  /// The open state was removed, moved or replaced. Uses the state that is in its place now, or creates it.
  private func replace(_ former: OpenStore) {
    log.warning("the state in \(former.folder.path) was removed or replaced; it is created again")
    state.lose()
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
    opening.stop()
    saveAll()
    state.close()
    opening.end()
    scheduler.cancel(&lengthsTimer)
    saves.stop()
    retries.stop()
    checkpointer.stop()
    guard let openStore else { return }
    do throws(StoreError) {
      try openStore.store.endRun()
      try device.bringAll(isLast: true)
    } catch {
      log.warning("the end of the session is not kept: \(error)")
    }
  }

  /// Lets the next instance have the folder.
  func release() { state.drop() }
}

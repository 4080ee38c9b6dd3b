import Configuration
import DBusKit
import EventLoop
import Playback
import Reading
import Vocabulary

/// Reacts to the machine and the desktop: sleep, shutdown, a locked screen, another seat.
@Core
final class SystemMonitors {
  private let session: Session
  private let login: LoginManager
  private let sleepGuard: SleepGuard
  private let loginSession: LoginSession
  private let lock: LockWatch
  /// The desktop's do-not-disturb, for single questions about it.
  let doNotDisturb: DoNotDisturb
  /// Keeps the machine awake while there is sound.
  private let wakefulness: Inhibitor
  private var settings = Settings().interruptions
  /// A reason to know at each moment whether the screen is locked.
  enum LockWatcher {
    /// Programs are sent the words that are heard.
    case words
    /// Something is announced.
    case announcements
    /// A lock pauses the reading.
    case pause
  }
  private var lockWatchers: Set<LockWatcher> = []
  /// True if the screen may be locked, while ``watchLock(_:for:)`` is on; also true until the state is known.
  var isLocked: Bool { !lockWatchers.isEmpty && lock.state.isLocked }
  /// True if all sources have answered since the watch began.
  var isLockKnown: Bool { !lockWatchers.isEmpty && lock.state.isKnown }
  /// True if a lock has paused the reading, or would have.
  private var hasLockPaused = false
  /// False while another session is on the screen, as far as it is known: from the first watch of the lock on.
  private(set) var isInFront = true
  /// Called while the lock is watched, when its state becomes known or changes, and when another session comes to the
  /// front of the seat, or the listener's comes back.
  var onScreen: (@Core () -> Void)?

  /// - Parameters:
  ///   - bus: the session bus.
  ///   - save: writes what must survive a power loss.
  init(
    session: Session, bus: LastingBus, scheduler: any Scheduler, _ tell: Relay<RoomNotice>,
    save: @escaping @Core () -> Void
  ) {
    self.session = session
    login = LoginManager(scheduler: scheduler)
    sleepGuard = SleepGuard(login, session: session, scheduler: scheduler, tell, save: save)
    loginSession = LoginSession(login)
    doNotDisturb = DoNotDisturb(bus: bus, scheduler: scheduler)
    lock = LockWatch(bus: bus, login: login, session: loginSession, scheduler: scheduler)
    wakefulness = Inhibitor(login, what: "sleep:idle", why: "Reading aloud", mode: "block")
    lock.onChange = { [weak self] in self?.lockChanged() }
    lock.onLock = { [weak self] in self?.lockedAnew() }
    lock.lookPause = { [weak self] in self?.lookPause }
    // An answer tells how it has been: it pauses nothing.
    lock.onFront = { [weak self] isInFront in
      guard let self, isInFront != self.isInFront else { return }
      self.isInFront = isInFront
      onScreen?()
    }
    loginSession.onFront = { [weak self] isInFront in
      guard let self else { return }
      self.isInFront = isInFront
      onScreen?()
      if settings.pauseOnInactiveSeat, !isInFront { session.send(.pause(.seat)) }
    }
  }

  /// True if there is a login manager that announces sleep.
  var hearsOfSleep: Bool { login.connection != nil }

  /// The sound beside the reading that is silent before the machine sleeps.
  func protect(_ other: any SoundBesideReading) { sleepGuard.other = other }

  /// Connects to the login manager, so that ``hearsOfSleep`` becomes valid.
  func look() { login.start() }

  func configure(_ new: Settings.Interruptions) {
    settings = new
    if new.pauseOnInactiveSeat { loginSession.start() }
    watchLock(new.pauseOnLock, for: .pause)
    update()
  }

  /// The connection to the session bus is back.
  func busReturned() { lock.busReturned() }

  /// The connection to the session bus is gone.
  func busLost() { lock.busLost() }

  /// Queries if the screen is locked now; see ``LockWatch/ask(_:)``.
  func askWhetherLocked(_ done: @escaping @Core (Bool) -> Void) { lock.ask(done) }

  /// Finds out by what a locked screen is seen; `done` is called in a later turn.
  func describeLock(_ done: @escaping @Core (LockSight) -> Void) {
    lock.ask { [lock] _ in done(LockSight(lock.state)) }
  }

  /// Begins or ends keeping ``isLocked`` up to date for a watcher.
  func watchLock(_ isWanted: Bool, for watcher: LockWatcher) {
    guard lockWatchers.contains(watcher) != isWanted else { return }
    if isWanted { lockWatchers.insert(watcher) } else { lockWatchers.remove(watcher) }
    if watcher == .pause { hasLockPaused = false }
    // The others are content with rare looks, or with none. Who must know who sees the screen is not.
    lock.watch(!lockWatchers.isEmpty, anew: isWanted && watcher != .pause)
  }

  /// Called after each turn: something may have changed.
  func update() {
    sleepGuard.update()
    lock.update()
    wakefulness.update(isWanted: settings.inhibitSleep && session.player.status == .playing)
  }

  /// Lockers that tell nobody are looked for each second while something is announced, and more rarely for the rest. A
  /// reading that is paused needs no look, unless the end of a lock is awaited.
  private var lookPause: Duration? {
    if lockWatchers.contains(.announcements) { return .seconds(1) }
    if lockWatchers.contains(.words) { return .seconds(3) }
    let isLookedAt = session.player.wantsSound || lock.state.isSaidToBeLocked
    return lockWatchers.contains(.pause) && isLookedAt ? .seconds(3) : nil
  }

  private func lockedAnew() {
    guard settings.pauseOnLock else { return }
    hasLockPaused = true
    session.send(.pause(.lock))
  }

  private func lockChanged() {
    onScreen?()
    // One source of several may still say that the screen is locked.
    guard hasLockPaused, !lock.state.isLocked else { return }
    hasLockPaused = false
    // The player decides if the end of the reason brings the sound back.
    session.send(.reasonEnded(.lock))
  }
}

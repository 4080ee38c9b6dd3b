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
  private let pace: LockPace
  /// True if the screen may be locked, while ``watchLock(_:for:)`` is on; also true until the state is known.
  var isLocked: Bool { !pace.watchers.isEmpty && lock.state.isLocked }
  /// True if all sources have answered since the watch began.
  var isLockKnown: Bool { !pace.watchers.isEmpty && lock.state.isKnown }
  /// True if a lock has paused the reading, or would have.
  private var hasLockPaused = false
  /// False while another session is on the screen, as far as it is known: from the first watch of the lock on.
  private(set) var isInFront = true
  private let tell: Relay<RoomNotice>

  /// - Parameters:
  ///   - bus: the session bus.
  ///   - systemBus: the system bus, not connected yet.
  ///   - other: the sound beside the reading that is silent before the machine sleeps.
  ///   - save: writes what must survive a power loss.
  init(
    session: Session, bus: LastingBus, systemBus: LastingBus, beside other: any SoundBesideReading,
    scheduler: any Scheduler, _ tell: Relay<RoomNotice>, save: @escaping @Core () -> Void
  ) {
    self.session = session
    self.tell = tell
    let seat = Relay<SeatNotice>()
    login = LoginManager(on: systemBus, seat)
    sleepGuard = SleepGuard(login, session: session, beside: other, scheduler: scheduler, tell, save: save)
    loginSession = LoginSession(login, seat)
    doNotDisturb = DoNotDisturb(bus: bus, scheduler: scheduler)
    pace = LockPace(session: session)
    lock = LockWatch(bus: bus, login: login, session: loginSession, pace: pace, scheduler: scheduler, seat)
    wakefulness = Inhibitor(login, what: "sleep:idle", why: "Reading aloud", mode: "block")
    seat.connect { [weak self] in self?.take($0) }
  }

  private func take(_ notice: SeatNotice) {
    switch notice {
    case .preparing(let begins): sleepGuard.prepare(begins)
    case .managerLost: lock.managerLost()
    case .sessionsChanged: loginSession.sessionsChanged()
    case .lockOrdered(let isLocked): lock.ordered(isLocked)
    case .lockHinted(let isLocked): lock.hinted(isLocked)
    case .arrived: lock.arrived()
    case .inFront(let isInFront):
      self.isInFront = isInFront
      tell(.screenChanged)
      if settings.pauseOnInactiveSeat, !isInFront { session.send(.pause(.seat)) }
    // An answer tells how it has been: it pauses nothing.
    case .foundInFront(let isInFront):
      guard isInFront != self.isInFront else { return }
      self.isInFront = isInFront
      tell(.screenChanged)
    case .lockedAnew: lockedAnew()
    case .lockChanged: lockChanged()
    }
  }

  /// True if there is a login manager that announces sleep.
  var hearsOfSleep: Bool { login.connection != nil }

  /// The sound beside the reading may be heard now, or not any more.
  func soundBesideChanged() { sleepGuard.update() }

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
    guard pace.watchers.contains(watcher) != isWanted else { return }
    if isWanted { pace.watchers.insert(watcher) } else { pace.watchers.remove(watcher) }
    if watcher == .pause { hasLockPaused = false }
    // The others are content with rare looks, or with none. Who must know who sees the screen is not.
    lock.watch(!pace.watchers.isEmpty, anew: isWanted && watcher != .pause)
  }

  /// Called after each turn: something may have changed.
  func update() {
    sleepGuard.update()
    lock.update()
    wakefulness.update(isWanted: settings.inhibitSleep && session.player.status == .playing)
  }

  private func lockedAnew() {
    guard settings.pauseOnLock else { return }
    hasLockPaused = true
    session.send(.pause(.lock))
  }

  private func lockChanged() {
    tell(.screenChanged)
    // One source of several may still say that the screen is locked.
    guard hasLockPaused, !lock.state.isLocked else { return }
    hasLockPaused = false
    // The player decides if the end of the reason brings the sound back.
    session.send(.reasonEnded(.lock))
  }
}

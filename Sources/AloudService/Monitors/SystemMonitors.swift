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
  private let screenSaver: ScreenSaver
  /// Keeps the machine awake while there is sound.
  private let wakefulness: Inhibitor
  private var settings = Settings().interruptions
  private let screen: ListenerScreen
  /// A reason to know at each moment whether the screen is locked.
  enum LockWatcher {
    /// Programs are sent the words that are heard.
    case words
    /// Something is announced.
    case announcements
  }
  /// True if the screen may be locked, while ``watchLock(_:for:)`` is on; also true until the state is known.
  private(set) var isLocked = false
  private var lockWatchers: Set<LockWatcher> = []
  private var isLockWatched: Bool { !lockWatchers.isEmpty }
  /// True if the desktop has reported the state since the watch began, or has answered.
  private(set) var isLockKnown = false
  /// True if the desktop has reported the state since the watch began.
  private var isLockTold = false
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
    screenSaver = ScreenSaver(bus)
    screen = ListenerScreen(bus: bus, login: login, scheduler: scheduler)
    wakefulness = Inhibitor(login, what: "sleep:idle", why: "Reading aloud", mode: "block")
    let onLock: @Core (Bool) -> Void = { [weak self] in self?.locked($0) }
    loginSession.onLock = onLock
    screenSaver.onLock = onLock
    loginSession.onFront = { [weak self] isInFront in
      guard let self else { return }
      self.isInFront = isInFront
      onScreen?()
      if settings.pauseOnInactiveSeat, !isInFront { session.send(.pause(.seat)) }
    }
  }

  /// True if there is a login manager that announces sleep.
  var hearsOfSleep: Bool { login.connection != nil }

  /// Connects to the login manager, so that ``hearsOfSleep`` becomes valid.
  func look() { login.start() }

  func configure(_ new: Settings.Interruptions) {
    settings = new
    if new.pauseOnLock || new.pauseOnInactiveSeat || isLockWatched { loginSession.start() }
    watchScreenSaver()
    update()
  }

  /// The connection to the session bus is back.
  func busReturned() { watchScreenSaver() }

  /// Queries if the screen is locked now; see ``ListenerScreen/ask(_:)``.
  func askWhetherLocked(_ done: @escaping @Core (Bool) -> Void) { screen.ask { done($0.isLocked) } }

  /// Begins or ends keeping ``isLocked`` up to date for a watcher.
  func watchLock(_ isWanted: Bool, for watcher: LockWatcher) {
    let wasWatched = isLockWatched
    if isWanted { lockWatchers.insert(watcher) } else { lockWatchers.remove(watcher) }
    guard isLockWatched != wasWatched else { return }
    isLocked = isWanted
    isLockTold = false
    isLockKnown = false
    watchScreenSaver()
    guard isWanted else { return }
    loginSession.start()
    screen.ask { [weak self] state in
      guard let self, isLockWatched else { return }
      if let isInFront = state.isInFront { self.isInFront = isInFront }
      if !isLockTold { isLocked = state.isLocked }
      isLockKnown = true
      onScreen?()
    }
  }

  /// Called after each turn: something may have changed.
  func update() {
    sleepGuard.update()
    wakefulness.update(isWanted: settings.inhibitSleep && session.player.status == .playing)
  }

  private func watchScreenSaver() {
    if settings.pauseOnLock || isLockWatched { screenSaver.start() } else { screenSaver.stop() }
  }

  private func locked(_ isLocked: Bool) {
    if isLockWatched {
      isLockTold = true
      isLockKnown = true
      self.isLocked = isLocked
      onScreen?()
    }
    guard settings.pauseOnLock else { return }
    // The player decides if the end of the reason brings the sound back.
    session.send(isLocked ? .pause(.lock) : .reasonEnded(.lock))
  }
}

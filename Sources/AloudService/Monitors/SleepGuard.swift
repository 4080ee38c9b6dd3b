import EventLoop
import Playback

/// Pauses before the machine sleeps or ends: it may do so only when the output is silent and the place is saved.
///
/// Nothing here makes sound: what was paused for the sleep stays so after it (the reason says why).
@Core
final class SleepGuard {
  /// A short pause gives nothing back, so that one who toggles does not bother the login manager.
  private static let linger = Duration.seconds(1)
  /// An output that does not answer does not keep the machine awake.
  private static let patience = Duration.seconds(3)

  private let session: Session
  private let inhibitor: Inhibitor
  private let login: LoginManager
  private let scheduler: any Scheduler
  private let save: @Core () -> Void
  private var isHeld = false
  /// Between the announcement and the waking up.
  private var isSleeping = false
  private var timer: TimerToken?
  private let tell: Relay<RoomNotice>

  /// - Parameter save: writes what must survive.
  init(
    _ login: LoginManager, session: Session, scheduler: any Scheduler, _ tell: Relay<RoomNotice>,
    save: @escaping @Core () -> Void
  ) {
    self.tell = tell
    self.login = login
    self.session = session
    self.scheduler = scheduler
    self.save = save
    inhibitor = Inhibitor(
      login, what: "sleep:shutdown", why: "Reading is paused at the word, and the place saved", mode: "delay")
    login.onPrepare = { [weak self] in self?.prepare($0) }
  }

  private var hasSomethingToProtect: Bool { session.player.wantsSound || !session.player.isObeyed }

  /// Something may have changed: called after each turn.
  func update() {
    let needed = hasSomethingToProtect
    guard needed != isHeld || isSleeping else { return }
    if needed {
      guard !isHeld else { return }
      hold()
    } else if isSleeping {
      release()
    } else if timer == nil {
      wait(Self.linger)
    }
  }

  private func prepare(_ begins: Bool) {
    isSleeping = begins
    // What sounds when the machine wakes up, whether nobody announced the sleep or Play was pressed just before it, was
    // wanted before the sleep and not after it.
    if begins || session.player.wantsSound { session.send(.pause(.sleep)) }
    guard begins else {
      tell(.wokeUp)
      return update()
    }
    save()
    wait(Self.patience)
    update()
  }

  private func hold() {
    login.start()
    isHeld = true
    stopWaiting()
    inhibitor.update(isWanted: true)
  }

  private func release() {
    stopWaiting()
    guard isHeld else { return }
    save()
    isHeld = false
    inhibitor.update(isWanted: false)
  }

  private func wait(_ duration: Duration) {
    stopWaiting()
    timer = scheduler.schedule(after: duration) { [weak self] in
      guard let self else { return }
      self.timer = nil
      if self.isSleeping || !self.hasSomethingToProtect { self.release() }
    }
  }

  private func stopWaiting() {
    scheduler.cancel(&timer)
  }
}

import EventLoop
import Playback
import Reading

/// Sound beside that of the reading, such as announcements, which is silent before the machine sleeps, too. Changes of
/// ``isHeard`` are told as ``RoomNotice/announcementsTurned``.
@Core
protocol SoundBesideReading: AnyObject {
  /// True while it is heard, or about to be.
  var isHeard: Bool { get }
  /// The machine goes to sleep (`true`), or has woken up (`false`). Either may be told without the other.
  func prepare(_ begins: Bool)
}

/// Pauses before the machine sleeps or shuts down, which waits until the output is silent and the place is saved.
///
/// Nothing here starts sound: a reading that was paused for sleep stays paused afterwards, with the reason `sleep`.
@Core
final class SleepGuard {
  /// A short pause does not release the lock, so that toggling causes no traffic with the login manager.
  private static let linger = Duration.seconds(1)
  /// The time after which an output that does not respond no longer keeps the machine awake.
  private static let patience = Duration.seconds(3)

  private let session: Session
  private let inhibitor: Inhibitor
  private let login: LoginManager
  private let scheduler: any Scheduler
  private let save: @Core () -> Void
  /// The sound beside the reading; `nil` if there is none.
  private let other: (any SoundBesideReading)?
  private var isHeld = false
  /// True between the announcement of sleep and the wake-up.
  private var isSleeping = false
  /// True until both sounds know of it: the lock is not let go between them.
  private var isPreparing = false
  private var timer: TimerToken?
  private let tell: Relay<RoomNotice>

  /// - Parameters:
  ///   - other: the sound beside the reading.
  ///   - save: writes the data that must survive.
  init(
    _ login: LoginManager, session: Session, beside other: (any SoundBesideReading)?, scheduler: any Scheduler,
    _ tell: Relay<RoomNotice>, save: @escaping @Core () -> Void
  ) {
    self.other = other
    self.tell = tell
    self.login = login
    self.session = session
    self.scheduler = scheduler
    self.save = save
    inhibitor = Inhibitor(
      login, what: "sleep:shutdown", why: "Reading is paused at the word, and the place saved", mode: "delay")
  }

  private var hasSomethingToProtect: Bool {
    session.player.wantsSound || !session.player.isObeyed || other?.isHeard ?? false
  }

  /// Called after each turn: something may have changed.
  func update() {
    guard !isPreparing else { return }
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

  /// The machine goes to sleep (`true`), or has woken up (`false`).
  func prepare(_ begins: Bool) {
    isSleeping = begins
    isPreparing = true
    // Sound at the wake-up was wanted before the sleep, not after it: the sleep was not announced, or Play was pressed
    // just before it. The reading is paused first: it would begin when an announcement is cut that it has made way for.
    if begins || session.player.wantsSound { session.send(.pause(.sleep)) }
    other?.prepare(begins)
    isPreparing = false
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

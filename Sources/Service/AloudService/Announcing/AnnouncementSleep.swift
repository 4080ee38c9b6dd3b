import Announcements
import EventLoop
import Reading

/// Silences announcements before the machine sleeps, and lets what waits be judged anew when it has woken up.
@Core
final class AnnouncementSleep: SoundBesideReading {
  /// The time for the silence to take effect, including a fade that is under way.
  private static let patience = Duration.seconds(1)
  /// The time awake after which a sleep counts as called off: the login manager that announced it may have ended.
  private static let longestWait = Duration.seconds(60)

  private let room: AnnouncementRoom
  private let scheduler: any Scheduler
  /// Finds out anew who may hear something. Called before what waits is let go.
  private let lookAgain: @Core () -> Void
  private var output: OutputDriver?
  /// True from the announcement of sleep to the wake-up.
  private(set) var isAsleep = false
  /// True while the sound that was cut may still be heard.
  private var isFading = false
  /// Ends the wait for a wake-up that nobody tells.
  private var timer: TimerToken?
  var onChange: (@Core () -> Void)?

  init(room: AnnouncementRoom, scheduler: any Scheduler, lookAgain: @escaping @Core () -> Void) {
    (self.room, self.scheduler, self.lookAgain) = (room, scheduler, lookAgain)
    room.onTurn = { [weak self] in self?.onChange?() }
  }

  /// The output of announcements, from the first one on.
  func follow(_ output: OutputDriver) { self.output = output }

  var isHeard: Bool { room.lane.isSpeaking || room.isFading || isFading }

  func prepare(_ begins: Bool) {
    // Sound at a wake-up whose sleep was not announced was wanted before it.
    if begins || !isAsleep { fallAsleep() }
    scheduler.cancel(&timer)
    guard begins else { return wakeUp() }
    timer = scheduler.schedule(after: Self.longestWait) { [weak self] in
      self?.timer = nil
      self?.wakeUp()
    }
  }

  private func fallAsleep() {
    isAsleep = true
    isFading = isHeard || output?.isSilent == false
    room.fallAsleep()
    let silent: @Core () -> Void = { [weak self] in
      self?.isFading = false
      self?.onChange?()
    }
    if let output { output.whenSilent(within: Self.patience, silent) } else { silent() }
  }

  private func wakeUp() {
    isAsleep = false
    output?.wokeUp()
    // The screen may have been locked meanwhile.
    lookAgain()
    room.release(.sleep)
  }
}

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
  private let tell: Relay<RoomNotice>
  private var output: OutputDriver? { room.output }
  /// True from the announcement of sleep to the wake-up.
  private(set) var isAsleep = false
  /// True while the sound that was cut may still be heard.
  private var isFading = false
  /// Ends the wait for a wake-up that nobody tells.
  private var timer: TimerToken?

  init(room: AnnouncementRoom, scheduler: any Scheduler, _ tell: Relay<RoomNotice>) {
    (self.room, self.scheduler, self.tell) = (room, scheduler, tell)
  }

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
      self?.tell(.announcementsTurned)
    }
    if let output { output.whenSilent(within: Self.patience, silent) } else { silent() }
  }

  private func wakeUp() {
    isAsleep = false
    output?.wokeUp()
    // The screen may have been locked meanwhile.
    tell(.announcementsGoOn)
    room.release(.sleep)
  }
}

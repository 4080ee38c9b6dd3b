import Announcements
import Configuration
import EventLoop
import PipeWireKit
import Reading

/// When announcements are silent, and what they may say: on a locked screen, in another session, during a call, with
/// do-not-disturb. The reading steps aside for alarms of other programs, too.
///
/// Nothing is said before it is known who may hear it. The desktop is asked only while something is announced.
@Core
final class AnnouncementManners {
  private let room: AnnouncementRoom
  private let judge: CircumstanceJudge
  private let monitors: SystemMonitors
  private let calls: CallMonitor
  private let doNotDisturb: DoNotDisturb
  private let environment: SessionEnvironment
  /// True while the variables of the desktop are asked for.
  private var isEnvironmentAsked = false
  private let output: OutputDriver
  private let scheduler: any Scheduler
  /// The time in which the sound server has to tell whether there is a call.
  private static let patience = Duration.milliseconds(500)
  /// True while something is announced.
  private var isActive = false
  /// Ends the wait for the sound server.
  private var callTimer: TimerToken?
  /// True if it was asked whether a window fills the screen since something is announced.
  private var isFullscreenAsked = false
  /// Grows with each time that something is announced after nothing. Answers to older questions are ignored.
  private var round = 0

  /// - Parameter output: that of the reading, through which the streams of other programs are seen.
  init(
    room: AnnouncementRoom, judge: CircumstanceJudge, monitors: SystemMonitors, calls: CallMonitor,
    doNotDisturb: DoNotDisturb, environment: SessionEnvironment, output: OutputDriver, scheduler: any Scheduler
  ) {
    self.room = room
    self.judge = judge
    self.monitors = monitors
    self.calls = calls
    self.doNotDisturb = doNotDisturb
    self.environment = environment
    self.output = output
    self.scheduler = scheduler
    room.configure(judge.settings)
  }

  func configure(_ new: Settings) {
    let isJudgedAnew = judge.configure(new)
    room.configure(new)
    if !new.announcements.stepAside { room.aside.isAlarmed = false }
    guard isJudgedAnew, isActive else { return }
    judgeAnewBySettings()
    screenChanged()
  }

  /// Applies changed settings to what waits and to what is spoken.
  private func judgeAnewBySettings() {
    if hasAskedFor { askDesktop() }
    // Only the lock lets a part of the words be heard.
    let reason: AnnouncementReason =
      if case .drop(let reason)? = room.lane.current.map({ judge.verdict(on: $0) }) { reason } else { .locked }
    room.judgeAnew(reason) { judge.verdict(on: $0) }
  }

  /// Something is announced after nothing, or nothing is left.
  func activityChanged(_ isActive: Bool) {
    self.isActive = isActive
    round += 1
    monitors.watchLock(isActive, for: .announcements)
    calls.isAnnouncing = isActive
    output.isNeeded = isActive
    if isActive {
      screenChanged()
      waitForCalls()
    } else {
      doNotDisturb.watch(false)
      isFullscreenAsked = false
      _ = judge.change { $0 = Circumstances(isInCall: $0.isInCall) }
      scheduler.cancel(&callTimer)
      for reason in [AnnouncementReason.locked, .doNotDisturb, .fullscreen] { room.release(reason) }
      // A call that goes on holds the next ones, too.
      noCallsFound()
    }
  }

  /// The machine has slept: the lock, do-not-disturb and a window that fills the screen are asked for anew, before
  /// anything that waits is heard.
  func lookAgain() {
    guard isActive else { return }
    monitors.watchLock(false, for: .announcements)
    monitors.watchLock(true, for: .announcements)
    if !monitors.isLockKnown { room.hold(AnnouncementHold(.locked)) }
    doNotDisturb.watch(false)
    isFullscreenAsked = false
    if hasAskedFor { askDesktop() }
  }

  /// True if something is announced about which the desktop is asked.
  private var hasAskedFor: Bool {
    (room.lane.waiting + [room.lane.current].compactMap { $0 }).contains(where: CircumstanceJudge.isAskedFor)
  }

  /// Asks about an announcement. What is not known yet holds it back.
  func askDesktop() {
    // The question may be one of a former round, whose holds have ended.
    guard !isEnvironmentAsked else { return room.hold(.question(.doNotDisturb)) }
    // A service that was started before the desktop does not know yet what it is.
    if !environment.isKnown {
      isEnvironmentAsked = environment.ask { [weak self] in
        guard let self else { return }
        askKnownDesktop()
        isEnvironmentAsked = false
        if doNotDisturb.isKnown || judge.settings.notify.doNotDisturb == .ignore { room.release(.doNotDisturb) }
      }
      if isEnvironmentAsked { return room.hold(.question(.doNotDisturb)) }
    }
    askKnownDesktop()
  }

  private func askKnownDesktop() {
    guard isActive else { return }
    if judge.settings.notify.doNotDisturb != .ignore {
      doNotDisturb.watch(true)
      if !doNotDisturb.isKnown { room.hold(.question(.doNotDisturb)) }
    }
    guard judge.settings.notify.silentInFullscreen, !isFullscreenAsked else { return }
    isFullscreenAsked = true
    let round = round
    let isAsked = FullscreenWindow.ask { [weak self] isFullscreen in
      guard let self, isActive, round == self.round else { return }
      change(.fullscreen) { $0.isFullscreen = isFullscreen }
      room.release(.fullscreen)
    }
    if isAsked { room.hold(.question(.fullscreen)) }
  }

  /// The lock became known or has changed, or the session on the screen is another one.
  func screenChanged() {
    guard isActive else { return }
    let isKnown = monitors.isLockKnown
    change(monitors.isInFront ? .locked : .seat) { [monitors] circumstances in
      if isKnown { circumstances.isLocked = monitors.isLocked }
      circumstances.isInFront = monitors.isInFront
    }
    // News about the seat may come before the answers about the lock, or the bus is back and everything is asked again.
    if isKnown, judge.isConfigured { room.release(.locked) } else { room.hold(AnnouncementHold(.locked)) }
  }

  /// The desktop's do-not-disturb became known or has changed.
  func doNotDisturbChanged() {
    change(.doNotDisturb) { [doNotDisturb] in $0.isUndisturbed = doNotDisturb.isOn }
    room.release(.doNotDisturb)
  }

  private func waitForCalls() {
    guard calls.isEnabled, !calls.isKnown else { return }
    room.hold(AnnouncementHold(.call))
    // Without a sound server there is no call.
    scheduler.cancel(&callTimer)
    callTimer = scheduler.schedule(after: Self.patience) { [weak self] in
      self?.callTimer = nil
      self?.noCallsFound()
    }
  }

  private func noCallsFound() { if !judge.circumstances.isInCall { room.release(.call) } }

  /// A first call begins, or the last one has ended.
  func callChanged(_ isInCall: Bool) {
    change(.call) { $0.isInCall = isInCall }
    if isInCall { room.hold(AnnouncementHold(.call)) } else { room.release(.call) }
  }

  /// Judges everything anew. What is being spoken is cut if it may not be heard, or not whole.
  private func change(_ reason: AnnouncementReason, _ body: (inout Circumstances) -> Void) {
    guard judge.change(body), judge.isConfigured else { return }
    room.judgeAnew(reason) { judge.verdict(on: $0) }
  }

  private static let alarms: Set<String> = ["alarm", "notification"]

  /// The streams of other programs have changed.
  func streamsChanged(_ streams: [OtherStream]) {
    noCallsFound()
    room.aside.isAlarmed =
      judge.settings.announcements.stepAside
      && streams.contains { stream in
        stream.direction == .output && Self.alarms.contains(stream.role.lowercased())
          && stream.applicationID != "org.aloud.Aloud"
      }
  }
}

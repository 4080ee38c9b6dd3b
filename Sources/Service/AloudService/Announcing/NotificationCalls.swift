import AloudAPI
import Announcements
import BusValues
import DBusKit
import EventLoop

/// The calls about notifications of the desktop, and the listener's wish to hear them. A program in a sandbox has no
/// say in them.
@Core
final class NotificationCalls {
  /// The time within which a second wish counts beside a screen reader.
  private static let patience = Duration.seconds(300)
  /// The answer to a wish.
  private enum State: String {
    case on, off
    case screenReader = "screen-reader"
  }

  let watch: NotificationWatch
  private let announcer: NotificationAnnouncer
  private let file: WatchFile?
  private let start: LoginStart?
  private let access: TextAccess
  private let bus: LastingBus
  private let scheduler: any Scheduler
  private let log: ServiceLog
  /// The time at which a screen reader was the reason for a refusal.
  private var refused: Instant?

  init(
    watch: NotificationWatch, announcer: NotificationAnnouncer, file: WatchFile?, start: LoginStart?,
    access: TextAccess, bus: LastingBus,
    scheduler: any Scheduler, log: ServiceLog
  ) {
    (self.watch, self.announcer, self.file, self.start) = (watch, announcer, file, start)
    (self.access, self.bus, self.scheduler, self.log) = (access, bus, scheduler, log)
  }

  /// The way in which the service is started at a login.
  var way: NotificationStart { start?.way ?? .none }
  /// The reason why nothing starts it there; empty if something does.
  var startObstacle: String { start?.obstacle ?? "an instance beside the first one keeps nothing" }

  /// Takes up the wish that was kept. An earlier version has kept it, perhaps, and set up nothing for the next login.
  func takeUp() {
    guard file?.isOn ?? false else { return }
    watch.set(true)
    start?.set(true)
  }

  /// Turns the notifications on or off.
  func watch(_ isOn: Bool, force: Bool, for call: IncomingCall) -> AloudObject.Answer {
    // Silence is never refused.
    access.ask(for: call.sender, "the choice of notifications", locked: isOn ? .withPrivateTitles : .never) {
      [self] refusal in
      if let refusal { return call.fail(refusal.busError) }
      guard isOn, !force, !watch.isOn, !isRepeated else {
        return set(isOn) { call.reply([.string((isOn ? State.on : .off).rawValue)]) }
      }
      askForScreenReader { [self] isRunning in
        guard !isRunning else {
          refused = scheduler.now
          return call.reply([.string(State.screenReader.rawValue)])
        }
        set(true) { call.reply([.string(State.on.rawValue)]) }
      }
    }
    return .later
  }

  /// The treatment of a notification. It tells callers nothing but their own words, so that `aloud notify` works on a
  /// locked screen too: what may be heard there is judged when it is announced.
  func test(
    _ application: String, _ summary: String, _ body: String, _ hints: [String: BusValue], for call: IncomingCall
  ) -> AloudObject.Answer {
    access.ask(for: call.sender, "what the rules say", locked: .never) { [announcer] refusal in
      if let refusal { return call.fail(refusal.busError) }
      let notification = DesktopNotification(application: application, summary: summary, body: body, hints: hints)
      var answer = announcer.plan(for: notification).answer
      answer.show = announcer.show
      call.reply([.vardict(answer.table)])
    }
    return .later
  }

  private var isRepeated: Bool { refused.map { $0.duration(to: scheduler.now) <= Self.patience } ?? false }

  /// Calls `done` once it is known by which ways they are seen, and the service is started.
  private func set(_ isOn: Bool, done: @escaping @Core () -> Void) {
    refused = nil
    if let file, !file.set(isOn) { log.warning("the wish about notifications cannot be kept") }
    watch.set(isOn)
    if !isOn { announcer.turnedOff() }
    guard let start else { return watch.whenFound(done) }
    start.set(isOn) { [watch] in watch.whenFound(done) }
  }

  /// Asks the accessibility bus's launcher, which is not started for this.
  private func askForScreenReader(_ done: @escaping @Core (_ isRunning: Bool) -> Void) {
    let call = BusCall(
      "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Get",
      [.string("org.a11y.Status"), .string("ScreenReaderEnabled")], expecting: "v")
    guard let connection = bus.connection else { return }
    connection.call(call, timeout: .seconds(2), autoStart: false) { result in
      done((try? result.get())?.arguments.first?.asVariant?.asBool ?? false)
    }
  }
}

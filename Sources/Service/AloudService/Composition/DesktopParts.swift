import BusValues
import Configuration
import DBusKit
import EventLoop
import Reading

/// The desktop around the reading: the machine, the screen, other programs, and their notifications.
@Core
final class DesktopParts {
  let monitors: SystemMonitors
  let access: TextAccess
  let secrecy: ScreenSecrecy
  let interruptions: Interruptions
  let manners: AnnouncementManners
  let notifications: NotificationCalls

  init(_ drivers: ServiceDrivers, _ reading: ReadingParts, _ announcing: AnnouncingParts) {
    let (session, bus, scheduler) = (reading.session, drivers.bus, drivers.scheduler)
    let (log, rooms) = (drivers.log, drivers.rooms)
    monitors = SystemMonitors(
      session: session, bus: bus, systemBus: drivers.systemBus, beside: announcing.sleep, scheduler: scheduler, rooms
    ) { [keeper = reading.keeper, library = reading.library] in
      library.secure()
      keeper.secure()
    }
    access = TextAccess(bus: bus, systemMonitors: monitors, settings: drivers.settings)
    secrecy = ScreenSecrecy(settings: drivers.settings, monitors: monitors, judge: announcing.judge)
    interruptions = Interruptions(
      session: session, audio: drivers.sound, bus: bus, notice: reading.notice, scheduler: scheduler, log: log, rooms)
    manners = AnnouncementManners(
      room: announcing.room, judge: announcing.judge, monitors: monitors, calls: interruptions.calls,
      doNotDisturb: DoNotDisturb(bus: bus, scheduler: scheduler, rooms), environment: SessionEnvironment(bus: bus),
      output: drivers.output, scheduler: scheduler)
    notifications = NotificationCalls(
      watch: NotificationWatch(
        bus: bus, announcer: announcing.notifications, scheduler: scheduler, log: log, rooms),
      announcer: announcing.notifications, file: drivers.kept.watch,
      start: drivers.isAlone
        ? LoginStart(
          bus: bus, entry: drivers.program.flatMap { AutostartEntry(program: $0.path) }, log: log, rooms) : nil,
      access: access, bus: bus, scheduler: scheduler, log: log)
  }

  /// The connection to the session bus is back.
  func busReturned() {
    monitors.busReturned()
    interruptions.busReturned()
    notifications.watch.busReturned()
  }

  /// Called after each turn: something may have changed.
  func update() {
    monitors.update()
    interruptions.update()
  }

  /// Tells the listener the files of a playlist that cannot be read.
  func tell(_ refused: [Opened.Refusal]) {
    guard let first = refused.first else { return }
    let others = refused.count - 1
    let message = first.error.message + (others > 0 ? "; nor can \(others) more" : "")
    interruptions.cannotOpen(first.name, message, uri: nil)
  }
}

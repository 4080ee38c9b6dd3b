import Configuration
import DBusKit
import EventLoop
import Playback
import Reading
import Speech
import Vocabulary

/// The care for the service itself: the files that it watches, its end when nobody needs it, its memory, and a new
/// version of it.
@Core
final class Upkeep {
  let idleExit: IdleExit
  /// The restart for a new version; `nil` before ``begin()``, and if the own program is not known.
  private(set) var restart: SelfRestart?
  private let memoryReturn: MemoryReturn
  private let lossExit: LossExit
  private let drivers: ServiceDrivers
  private let keeper: SessionKeeper
  private let transport: Transport
  private var settingsWatch: FileWatch?
  private var stateWatch: FileWatch?
  private var engineWatch: EngineWatch?

  init(
    _ drivers: ServiceDrivers, _ reading: ReadingParts, _ announcing: AnnouncingParts, _ desktop: DesktopParts
  ) {
    let (scheduler, rooms) = (drivers.scheduler, drivers.rooms)
    self.drivers = drivers
    (keeper, transport) = (reading.keeper, reading.transport)
    memoryReturn = MemoryReturn(scheduler: scheduler)
    lossExit = LossExit(scheduler: scheduler, rooms)
    // A client with a subscription does not prevent the end: it subscribes again when the service is back.
    idleExit = IdleExit(
      session: reading.session, keeper: reading.keeper, scheduler: scheduler, log: drivers.log, rooms
    ) {
      [
        openings = reading.openings, files = reading.files, calls = announcing.calls,
        watch = desktop.notifications.watch
      ]
      in
      openings.isIdle && files.isIdle && calls.isIdle && !watch.isOn
    }
  }

  // MARK: The start

  /// Watches the files of the settings.
  func watchSettings() {
    let settings = drivers.settings
    settingsWatch = FileWatch(paths: settings.paths, scheduler: drivers.scheduler) { [weak settings] in
      settings?.read()
    }
  }

  /// Watches the state, the engines and the program. The reading has begun to open its state.
  func begin() {
    let (scheduler, log, rooms) = (drivers.scheduler, drivers.log, drivers.rooms)
    stateWatch = FileWatch(paths: keeper.watchedPaths, scheduler: scheduler) { [weak keeper] in
      keeper?.lookAtPlace()
    }
    engineWatch = EngineWatch(
      drivers.engines, folders: drivers.engineFolders, drivers.settings, settingsWatch, scheduler: scheduler, log: log,
      rooms)
    follow(drivers.settings.current.engines)
    idleExit.update(drivers.settings.current.service.exitIdle)
    restart = drivers.program.map { SelfRestart($0, scheduler: scheduler, log: log, rooms) }
    drivers.engines.help { [weak transport] voice, found in
      if let transport { transport.substitute(voice, found) } else { found(nil) }
    }
  }

  // MARK: While it runs

  /// Takes the commands that speak, by the settings.
  func follow(_ commands: [EngineCommand]) { engineWatch?.commands = commands }

  /// The snapshot has changed.
  func changed(from old: Snapshot, to new: Snapshot) {
    // A reader is kept ready for the next document unless a text is heard.
    drivers.readers.setStandby(new.status != .playing)
    memoryReturn.update(new.status)
    if (new.status == .stopped) != (old.status == .stopped) {
      idleExit.update(drivers.settings.current.service.exitIdle)
    }
  }

  /// Checks if the service is still needed.
  func watchLoss(isHeard: Bool) { lossExit.update(hasBus: drivers.bus.connection != nil, isHeard: isHeard) }

  /// After a long silence, ends the idle workers. The next text or sentence starts them.
  func release() {
    drivers.engines.release()
    drivers.readers.release()
    FreedMemory.giveBack()
  }
}

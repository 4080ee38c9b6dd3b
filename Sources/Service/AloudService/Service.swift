import Configuration
import DBusKit
public import EventLoop
import Playback
import Reading

/// The complete service: the reading, what is announced beside it, the desktop around both, the faces on the session
/// bus, and the upkeep. It makes these parts of its drivers, and leads what concerns several of them.
@Core
public final class Service {
  /// The options of the command line of `aloudd`.
  public struct Options: Sendable {
    /// True if it runs beside another instance, under names of its own.
    public var isNewInstance = false
    /// The bytes of text that one program may have in the queue. All programs together may have twice as many.
    public var textLimit = 512 << 20
    /// The defaults: one service per session.
    public init() {}
  }

  /// The reason why the service does not run.
  public enum StartError: Error {
    /// There is no session bus, or it refuses the connection.
    case noBus(String)
    /// Another instance owns the name.
    case alreadyRunning(name: String)
    /// The service does not start when it is called.
    case noService(String)
    /// A worker program is missing.
    case noWorkers(String)
  }

  let drivers: ServiceDrivers
  let reading: ReadingParts
  let announcing: AnnouncingParts
  let desktop: DesktopParts
  let faces: BusFaces
  let upkeep: Upkeep
  /// The program that replaces this one when the loop has ended; `nil`: none.
  public internal(set) var successor: String?
  /// True if the reading was going on when the restart began.
  var isReadingHandedOver = false
  var isLeaving = false
  /// True if a restart is about to be considered.
  var isRestartConsidered = false
  /// True if the service has owned the name once.
  private var isReady = false
  private var failed: (@Core (StartError) -> Void)?

  var session: Session { reading.session }
  var scheduler: any Scheduler { drivers.scheduler }
  var log: ServiceLog { drivers.log }

  /// Creates all parts; ``start(failed:)`` makes the service reachable.
  package init(_ drivers: ServiceDrivers) {
    self.drivers = drivers
    reading = ReadingParts(
      drivers.reading,
      session: Session(
        engine: drivers.engines, output: drivers.output, scheduler: drivers.scheduler, clock: drivers.clock,
        seed: UInt64.random(in: .min ... .max)))
    announcing = AnnouncingParts(drivers, reading)
    desktop = DesktopParts(drivers, reading, announcing)
    faces = BusFaces(drivers, reading, announcing, desktop)
    upkeep = Upkeep(drivers, reading, announcing, desktop)
    session.notify = { [weak self] notice in
      if let self { reading.take(notice, for: self) }
    }
    drivers.rooms.connect { [weak self] in self?.take($0) }
    drivers.bus.onLoss = { [rooms = drivers.rooms] in rooms(.busLost) }
    drivers.bus.onConnect = { [rooms = drivers.rooms] in rooms(.busReturned($0)) }
    // Until the files are read, nobody knows what the listener wants to be silent.
    announcing.notifications.configure(Settings().silenced.notify)
    drivers.settings.whenKnown { [weak self] in self?.configure() }
    drivers.settings.read()
  }

  // MARK: Life

  /// Requests the names and begins to answer. `failed` is called if that is impossible, also later: another service may
  /// have the name when the bus returns.
  public func start(failed: @escaping @Core (StartError) -> Void) {
    self.failed = failed
    upkeep.watchSettings()
    // Everything that the first text needs is started while the bus answers.
    drivers.settings.whenKnown { [output = drivers.output] in output.warm() }
    reading.transport.warm()
    drivers.readers.warm()
    reading.keeper.open { [weak self] in self?.opened() }
    upkeep.begin()
  }

  /// The state of the last run is open, or cannot be opened.
  private func opened() {
    // Before anything can be heard.
    faces.subscriptions.takeUp()
    reading.history.takeUp()
    announcing.calls.takeUp()
    reading.resumption.goOn()
    if !reading.keeper.isShutOut { announcing.floor.takeUp() }
    faces.takeName()
    drivers.settings.whenKnown { [notifications = desktop.notifications] in notifications.takeUp() }
  }

  /// The service owns its name, on the first connection or on a new one.
  func nameTaken() {
    let name = drivers.names.own
    guard !isReady else { return log.info("the session bus is back, and \(name) is ours again") }
    isReady = true
    if reading.keeper.isShutOut { log.warning("another process uses the same state directory: nothing is kept") }
    log.info("ready as \(name)")
    upkeep.idleExit.begin()
    ServiceManager.ready()
  }

  func fail(_ error: StartError) {
    guard isReady else {
      reading.keeper.close()
      reading.keeper.release()
      failed?(error)
      return
    }
    guard !isLeaving else { return }
    isLeaving = true
    reading.lengths.close { [self] in
      windUp()
      faces.dropNames()
      drivers.bus.connection?.flush()
      drivers.sound.close()
      failed?(error)
    }
  }

  /// Releases the names, performs the calls that clients have made until then, saves, falls silent and ends the loop.
  public func quit() { quit(.signal) }
}

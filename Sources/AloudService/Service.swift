import AloudAPI
import BusValues
import Configuration
import DBusKit
public import EventLoop
import Glibc
import MPRIS
import PipeWireKit
import Playback
import Store
import Workers

/// The whole service, put together: configuration, workers, output, session, and its two faces on the session bus.
@Core
public final class Service {
  /// What the command line of `aloudd` can ask for.
  public struct Options: Sendable {
    /// Runs beside another instance, under names of its own.
    public var isNewInstance = false
    /// Bytes of text that one program may have in the queue; all programs have room for twice as many.
    public var textLimit = 512 << 20
    /// The defaults: one service a session.
    public init() {}
  }

  /// Why the service does not run.
  public enum StartError: Error {
    /// There is no session bus, or it refuses us.
    case noBus(String)
    /// Another instance owns the name.
    case alreadyRunning(name: String)
    /// The service does not come when it is called.
    case noService(String)
    /// A worker program is missing.
    case noWorkers(String)
  }

  let scheduler: any Scheduler
  /// Brings what the rooms tell.
  let rooms = Relay<RoomNotice>()
  let bus: LastingBus
  let names: (own: BusName, player: BusName)
  private let engine: SpeechEngine
  private let reader: DocumentReader
  let audio: AudioOutput
  let output: OutputDriver
  let session: Session
  let settings: SettingsSource
  let transport: Transport
  let openings: Openings
  let files: FileOpening
  let subscriptions: Subscriptions
  let shares: ClientShares
  let events: EventSender
  let reopening: Reopening
  let notice: SpokenNotice
  let library: Library
  let lengths: LengthKeeper
  let keeper: SessionKeeper
  let playerName: PlayerName
  let surroundings: Surroundings
  let interruptions: Interruptions
  var aloudObject: AloudObject!
  var playerObject: MPRISObject!
  var applicationObject: ApplicationObject?
  let log: ServiceLog
  private var watch: FileWatch?
  private var stateWatch: FileWatch?
  let idleExit: IdleExit
  let lossExit: LossExit
  let resumption: Resumption
  let history: SpokenHistory
  private(set) var selfRestart: SelfRestart?
  /// True if the reading was going on when the restart began.
  var isReadingHandedOver = false
  /// The program that takes this one's place when the loop has ended; `nil`: none does.
  public internal(set) var successor: String?
  /// Whether the name was ours once.
  var isReady = false
  /// Whether the name is ours on the connection that is there.
  var ownsName = false
  let callQuota: CallQuota
  private var onFailure: (@Core (StartError) -> Void)?
  var isLeaving = false
  /// True if a restart is about to be considered.
  var isRestartConsidered = false
  /// Whether desktops are about to be told what is different in the library.
  var isLibraryTold = false

  /// Puts everything together; ``start(_:)`` makes it reachable.
  ///
  /// - Throws: ``StartError``.
  public init(options: Options = Options(), scheduler: any Scheduler = Core.loop) throws(StartError) {
    self.scheduler = scheduler
    shares = ClientShares(textLimit: options.textLimit)
    log = ServiceLog(level: Settings().service.logLevel)
    settings = SettingsSource(scheduler: scheduler, log: log, rooms)
    do throws(BusError) {
      bus = LastingBus(try BusConnection.session(scheduler: scheduler), scheduler: scheduler) { () throws(BusError) in
        try BusConnection.sessionAddress()
      }
    } catch {
      throw .noBus(error.message)
    }
    do throws(WorkerError) {
      engine = SpeechEngine(executable: try WorkerExecutable.speak.path(), scheduler: scheduler)
      reader = DocumentReader(executable: try WorkerExecutable.read.path(), scheduler: scheduler)
    } catch {
      throw .noWorkers("\(error)")
    }
    names =
      options.isNewInstance
      ? (BusName("org.aloud.Aloud1.instance\(getpid())")!, MPRISBus.instanceName(processID: getpid()))
      : (AloudBus.name, MPRISBus.name)
    let sounds = Relay<SoundEvent>()
    audio = AudioOutput(
      settings.current.output, sampleRate: SpeechEngine.sampleRate, scheduler: scheduler, events: sounds)
    output = OutputDriver(
      audio, events: sounds, releaseAfter: settings.current.output.releaseAfter, scheduler: scheduler)
    session = Session(engine: engine, output: output, scheduler: scheduler, seed: UInt64.random(in: .min ... .max))
    openings = Openings(session: session, reader: reader, scheduler: scheduler)
    files = FileOpening(scheduler: scheduler)
    transport = Transport(session: session, openings: openings, engine: engine, settings: settings)
    subscriptions = Subscriptions(bus: bus, isKept: !options.isNewInstance, rooms)
    events = EventSender(session: session, subscriptions: subscriptions, scheduler: scheduler)
    reopening = Reopening(session: session, openings: openings, files: files, log: log)
    notice = SpokenNotice(transport)
    // An instance beside the first one leaves nothing behind.
    keeper = SessionKeeper(
      session: session, path: options.isNewInstance ? nil : UserFolder.state, scheduler: scheduler, log: log,
      rooms)
    resumption = Resumption(session: session, keeper: keeper, settings: settings, log: log)
    history = SpokenHistory(session: session, file: options.isNewInstance ? nil : HistoryFile())
    idleExit = IdleExit(session: session, keeper: keeper, scheduler: scheduler, log: log, rooms)
    lossExit = LossExit(scheduler: scheduler, rooms)
    library = Library(
      session: session, catalogue: LibraryCatalogue(keeper: keeper, scheduler: scheduler, log: log, rooms),
      scheduler: scheduler)
    lengths = LengthKeeper(keeper: keeper, engine: engine, scheduler: scheduler, log: log, rooms)
    let clientOpenings = ClientOpenings(
      transport: transport, files: files, shares: shares, scheduler: scheduler)
    let libraryCalls = LibraryCalls(library: library, openings: clientOpenings, log: log)
    callQuota = CallQuota(burst: 2000, perSecond: 500, scheduler: scheduler)
    playerName = PlayerName(bus: bus, name: names.player, scheduler: scheduler, log: log)
    surroundings = Surroundings(session: session, bus: bus, scheduler: scheduler, rooms) { [keeper, library] in
      library.secure()
      keeper.secure()
    }
    interruptions = Interruptions(session: session, audio: audio, bus: bus, scheduler: scheduler)
    // What the desktop starts is one program, whatever else runs beside it.
    applicationObject =
      options.isNewInstance
      ? nil
      : ApplicationObject(openings: clientOpenings) { [interruptions] in interruptions.cannotOpen($0, $1, uri: $2) }
    playerObject = MPRISObject(openings: clientOpenings, playlists: PlaylistsFace(calls: libraryCalls, rooms)) {
      [weak self] in self?.quit(.wish)
    }
    let access = TextAccess(bus: bus, surroundings: surroundings, settings: settings)
    aloudObject = AloudObject(
      openings: clientOpenings, subscriptions: subscriptions, library: libraryCalls,
      diagnosis: Diagnosis(
        engine: engine, output: output, audio: audio, transport: transport, surroundings: surroundings, keeper: keeper,
        scheduler: scheduler),
      playerName: playerName, history: HistoryCalls(history: history, access: access), access: access, log: log
    ) { [weak self] in self?.quit(.wish) }
    connect()
  }

  // MARK: Life

  /// Takes the names and begins to answer; `failed` is called when that cannot be, also later: on a bus that returned
  /// another service may have the name.
  public func start(failed: @escaping @Core (StartError) -> Void) {
    onFailure = failed
    watch = FileWatch(paths: settings.paths, scheduler: scheduler) { [weak self] in self?.settings.read() }
    // While the bus answers, everything that the first text needs is started.
    settings.whenKnown { [weak self] in self?.output.warm() }
    transport.warm()
    reader.warm()
    openState(attempts: 100) { [weak self] in
      // Before anything can be heard.
      self?.subscriptions.takeUp()
      self?.history.takeUp()
      self?.resumption.goOn()
      self?.takeName()
    }
    stateWatch = FileWatch(paths: keeper.watchedPaths, scheduler: scheduler) { [weak self] in
      self?.keeper.lookAtPlace()
    }
    idleExit.update(settings.current.service.exitIdle)
    selfRestart = SelfRestart(scheduler: scheduler, log: log, rooms)
    engine.isGivingWay = { [weak self] in self?.selfRestart?.isGivingWay() ?? false }
  }

  /// Takes up what the last run left, before anybody can ask. An instance that is about to end still has it for moments.
  private func openState(attempts: Int, then body: @escaping @Core () -> Void) {
    guard keeper.open() == .locked else { return body() }
    guard attempts > 0 else {
      keeper.giveUp()
      return body()
    }
    scheduler.schedule(after: .milliseconds(10)) { [weak self] in self?.openState(attempts: attempts - 1, then: body) }
  }

  func fail(_ error: StartError) {
    if isReady {
      windUp()
      bus.connection?.releaseName(names.own)
      if applicationObject != nil { bus.connection?.releaseName(ApplicationInterface.name) }
      bus.connection?.flush()
      audio.close()
    } else {
      keeper.close()
    }
    onFailure?(error)
  }

  /// Gives the names back, performs what clients have called until then, saves, falls silent and ends the loop.
  public func quit() { quit(.signal) }

  /// Requests that waited for another version of the service go on.
  func stopWaiting() { engine.stopWaiting() }

  /// True if nothing can be spoken before another version of the service takes over.
  var isEngineWaiting: Bool { engine.isWaiting }
  /// True if no document is being read.
  var isReaderIdle: Bool { reader.isIdle }

  /// After a long silence the workers that have nothing to do end; the next text, or the next sentence, starts them.
  func release() {
    engine.release()
    reader.release()
  }
}

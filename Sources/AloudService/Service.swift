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

  private let scheduler: any Scheduler
  private let bus: LastingBus
  private let names: (own: BusName, player: BusName)
  private let engine: SpeechEngine
  private let reader: DocumentReader
  private let output: OutputDriver
  private let session: Session
  private let settings: SettingsSource
  private let transport: Transport
  private let openings: Openings
  private let subscriptions: Subscriptions
  private let shares = ClientShares()
  private let events: EventSender
  private let reopening: Reopening
  private let notice: SpokenNotice
  private let library: Library
  private let lengths: LengthKeeper
  private let keeper: SessionKeeper
  private let playerName: PlayerName
  private let surroundings: Surroundings
  private let interruptions: Interruptions
  private var aloudObject: AloudObject!
  private var playerObject: MPRISObject!
  private var applicationObject: ApplicationObject?
  private let log: ServiceLog
  private var watch: FileWatch?
  private let idleExit: IdleExit
  private let resumption: Resumption
  /// Whether the name was ours once.
  private var isReady = false
  private let callQuota: CallQuota
  private var onFailure: (@Core (StartError) -> Void)?
  private var isLeaving = false
  /// Whether desktops are about to be told what is different in the library.
  private var isLibraryTold = false

  /// Puts everything together; ``start(_:)`` makes it reachable.
  ///
  /// - Throws: ``StartError``.
  public init(options: Options = Options(), scheduler: any Scheduler = Core.loop) throws(StartError) {
    self.scheduler = scheduler
    log = ServiceLog(level: Settings().service.logLevel)
    settings = SettingsSource(scheduler: scheduler, log: log)
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
    output = OutputDriver(settings.current.output, sampleRate: SpeechEngine.sampleRate, scheduler: scheduler)
    session = Session(engine: engine, output: output, scheduler: scheduler, seed: UInt64.random(in: .min ... .max))
    openings = Openings(session: session, reader: reader, scheduler: scheduler)
    transport = Transport(session: session, openings: openings, engine: engine, settings: settings)
    subscriptions = Subscriptions(bus: bus)
    events = EventSender(session: session, subscriptions: subscriptions, scheduler: scheduler)
    reopening = Reopening(session: session, openings: openings, log: log)
    notice = SpokenNotice(transport)
    // An instance beside the first one leaves nothing behind.
    keeper = SessionKeeper(
      session: session, path: options.isNewInstance ? nil : UserFolder.state, scheduler: scheduler, log: log)
    resumption = Resumption(session: session, keeper: keeper, settings: settings, log: log)
    idleExit = IdleExit(session: session, keeper: keeper, scheduler: scheduler, log: log)
    library = Library(
      session: session, catalogue: LibraryCatalogue(keeper: keeper, scheduler: scheduler, log: log),
      scheduler: scheduler)
    lengths = LengthKeeper(keeper: keeper, engine: engine, scheduler: scheduler, log: log)
    let clientOpenings = ClientOpenings(transport: transport, shares: shares, scheduler: scheduler)
    let libraryCalls = LibraryCalls(library: library, openings: clientOpenings, log: log)
    callQuota = CallQuota(burst: 2000, perSecond: 500, scheduler: scheduler)
    playerName = PlayerName(bus: bus, name: names.player, scheduler: scheduler, log: log)
    surroundings = Surroundings(session: session, bus: bus, scheduler: scheduler) { [keeper, library] in
      library.secure()
      keeper.secure()
    }
    interruptions = Interruptions(session: session, output: output, bus: bus, scheduler: scheduler)
    // What the desktop starts is one program, whatever else runs beside it.
    applicationObject =
      options.isNewInstance
      ? nil
      : ApplicationObject(openings: clientOpenings) { [interruptions] in interruptions.cannotOpen($0, $1) }
    playerObject = MPRISObject(openings: clientOpenings, playlists: PlaylistsFace(calls: libraryCalls)) {
      [weak self] in self?.quit()
    }
    aloudObject = AloudObject(
      openings: clientOpenings, subscriptions: subscriptions, library: libraryCalls,
      diagnosis: Diagnosis(
        engine: engine, output: output, transport: transport, surroundings: surroundings, scheduler: scheduler),
      playerName: playerName, log: log
    ) { [weak self] in self?.quit() }
    connect()
  }

  private func connect() {
    session.onChange = { [weak self] in self?.changed(from: $0, to: $1) }
    session.onSeeked = { [weak self] position in
      guard let self, let connection = self.bus.connection else { return }
      self.playerObject.announceSeeked(position, on: connection)
    }
    output.onRouteChange = { [weak self] change in
      guard let self else { return }
      let (old, new) = (change.from?.name ?? "nothing", change.to?.name ?? "nothing")
      self.log.info("the sound goes from \(old) to \(new) (\(change.reason.rawValue))")
      self.events.routeChanged(change)
    }
    let told = session.onUtterance
    session.onUtterance = { [weak self] event, id in
      told?(event, id)
      self?.notice.heard(event, id)
      if event == .finished { self?.library.finished(id) }
    }
    session.onBlocked = { [weak self] _, error in self?.notice.tell(error) }
    surroundings.onWake = { [weak self] in self?.output.wokeUp() }
    session.onTurn = { [weak self] in
      self?.keeper.turned()
      self?.follow()
      self?.surroundings.update()
      self?.interruptions.update()
    }
    session.onForget = { [weak self] in
      self?.openings.forget($0)
      self?.shares.forget($0)
      self?.lengths.forget($0)
      self?.subscriptions.forgetPages(of: $0)
    }
    session.bookmarks = { [weak self] in self?.library.bookmarks(in: $0) ?? [] }
    openings.placeOf = { [weak self] in self?.library.place(for: $0) }
    library.catalogue.onChange = { [weak self] in self?.changed($0) }
    session.surveyor.onWhole = { [weak self] in self?.lengths.takeUp($0) ?? true }
    session.onMeasured = { [weak self] in self?.lengths.progressed($0) }
    lengths.onReady = { [weak self] in self?.session.grew([$0]) }
    reopening.voices = { [weak self] body in self?.transport.withVoices { body(try? $0.get()) } }
    reopening.storedText = { [weak self] in self?.keeper.text(of: $0) }
    openings.onFurther = { [shares] in shares.add($0.id, with: $1, bytes: $0.text.count) }
    openings.hasRoom = { [shares] in shares.grow($0, to: $1) }
    keeper.onTakenUp = { [weak self] in
      guard let self else { return }
      self.library.catalogue.takeUp()
      for id in self.session.snapshot.tracks {
        if let track = self.session.track(id) { self.shares.add(restored: id, bytes: track.byteCount) }
      }
      self.resumption.goOn()
    }
    session.onRelease = { [weak self] in self?.release() }
    bus.onLoss = { [weak self] in
      self?.log.warning("the session bus is gone; the reading goes on, and the names are taken back when it returns")
      self?.subscriptions.forgetAll()
    }
    bus.onConnect = { [weak self] in self?.returned($0) }
    // Whoever listens for events wants the service to be there.
    idleExit.isFree = { [weak self] in
      guard let self else { return false }
      return self.subscriptions.count == 0 && self.openings.isIdle
    }
    idleExit.onLeave = { [weak self] in self?.quit() }
    settings.onChange = { [weak self] in self?.configure() }
    settings.read()
    #if DEBUG
      Core.loop.onLongTurn = { [log] in log.debug("a turn took \($0)") }
    #endif
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
    openState(attempts: 20) { [weak self] in
      self?.resumption.goOn()
      self?.takeName()
    }
    idleExit.update(settings.current.service.exitIdle)
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

  /// Offers the objects and asks for our own name on the connection that is there.
  private func takeName() {
    guard let connection = bus.connection else { return }
    connection.callQuota = callQuota
    connection.export(playerObject, at: MPRISBus.path)
    connection.export(aloudObject, at: AloudBus.path)
    if let applicationObject { connection.export(applicationObject, at: ApplicationInterface.path) }
    connection.requestName(names.own, flags: .doNotQueue) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(.primaryOwner), .success(.alreadyOwner): self.nameTaken()
      case .success: self.fail(.alreadyRunning(name: self.names.own.text))
      // Where it was the bus that went, this is done again when it returns.
      case .failure(let error): if connection.isOpen { self.fail(.noBus(error.message)) }
      }
    }
    takeApplicationName(on: connection)
  }

  /// The name of the desktop entry. Asked for at once behind our own: two processes that the bus starts at the same
  /// moment, one for each name, are not to share them.
  private func takeApplicationName(on connection: BusConnection) {
    guard applicationObject != nil else { return }
    connection.requestName(ApplicationInterface.name, flags: .doNotQueue) { [log] result in
      switch result {
      case .success(.primaryOwner), .success(.alreadyOwner): break
      case .success: log.info("\(ApplicationInterface.name) belongs to another program: desktops start that one")
      case .failure(let error):
        if connection.isOpen { log.warning("\(ApplicationInterface.name) cannot be owned: \(error)") }
      }
    }
  }

  private func nameTaken() {
    guard !isReady else { return log.info("the session bus is back, and \(names.own) is ours again") }
    isReady = true
    if keeper.isShutOut { log.warning("another process keeps its state where this one would: nothing is kept") }
    log.info("ready as \(names.own)")
    ServiceManager.ready()
  }

  /// The session bus is back, with new clients that know nothing.
  private func returned(_ connection: BusConnection) {
    takeName()
    playerName.takeBack()
    surroundings.busReturned()
    interruptions.busReturned()
    let nothing = Player(seed: 0).snapshot
    playerObject.announce(from: nothing, to: session.snapshot, on: connection)
    aloudObject.announced = AloudObject.Announced()
    playerObject.playlists.forgetAnnounced()
    aloudObject.announce(from: nothing, to: session.snapshot, on: connection)
  }

  private func fail(_ error: StartError) {
    if isReady {
      windUp()
      output.audio.close()
    } else {
      keeper.close()
    }
    onFailure?(error)
  }

  /// Saves, falls silent, gives the names back and ends the loop.
  public func quit() {
    ServiceManager.stopping()
    guard !isLeaving else { return }
    isLeaving = true
    windUp()
    output.whenSilent(within: .milliseconds(100)) { [output] in
      output.audio.close()
      Core.loop.stop(exitCode: 0)
    }
  }

  private func windUp() {
    // What goes now is only gone from this process; the next one finds it.
    library.close()
    lengths.close()
    keeper.close()
    session.send(.clear(.quit))
    bus.connection?.releaseName(names.own)
    if applicationObject != nil { bus.connection?.releaseName(ApplicationInterface.name) }
    bus.connection?.flush()
  }

  /// After a long silence the workers that have nothing to do end; the next text, or the next sentence, starts them.
  private func release() {
    engine.release()
    reader.release()
  }

  // MARK: Changes

  private func changed(from old: Snapshot, to new: Snapshot) {
    if !new.tracks.isEmpty { playerName.update(hasTracks: true) }
    if let connection = bus.connection {
      playerObject.announce(from: old, to: new, on: connection)
      aloudObject.announce(from: old, to: new, on: connection)
    }
    // After the last signals, which are still the player's.
    if new.tracks.isEmpty { playerName.update(hasTracks: false) }
    events.update()
    if (old.status, old.pauseReason, old.track) != (new.status, new.pauseReason, new.track) {
      let line = "\(new.status.rawValue)\(reason(new))"
      if new.pauseReason == .engineLost { log.warning("\(line): \(session.lastError)") } else { log.info(line) }
    }
    if (new.status == .stopped) != (old.status == .stopped) {
      idleExit.update(settings.current.service.exitIdle)
    }
  }

  /// The library has changed: within a turn of the session, or by a call that concerns nothing else.
  private func changed(_ change: LibraryCatalogue.Change) {
    events.libraryChanged(change)
    playerObject.playlists.changed()
    guard !isLibraryTold else { return }
    isLibraryTold = true
    // Once for all that changes now.
    scheduler.schedule(after: .zero) { [weak self] in
      guard let self else { return }
      isLibraryTold = false
      if let connection = bus.connection { playerObject.playlists.announce(on: connection) }
    }
  }

  /// The library looks after every turn, and tells what is different.
  private func follow() {
    library.turned()
    if let connection = bus.connection { playerObject.playlists.announce(on: connection) }
  }

  private func reason(_ snapshot: Snapshot) -> String { snapshot.pauseReason.map { " (\($0))" } ?? "" }

  private func configure() {
    let settings = settings.current
    log.setLevel(settings.service.logLevel)
    playerObject.configure(hidesTitles: settings.service.privateTitles, on: bus.connection)
    session.sleeper.fade = settings.player.sleepFade
    output.configure(settings.output)
    surroundings.configure(settings.interruptions)
    interruptions.configure(settings)
    idleExit.update(settings.service.exitIdle)
  }
}

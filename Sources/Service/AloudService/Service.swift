import AloudAPI
import BusValues
import Configuration
import DBusKit
public import EventLoop
import Glibc
import MPRIS
import PipeWireKit
import Playback
import Reading
import Speech
import Store
import Vocabulary
import Workers

/// The complete service: configuration, workers, output, session, and its two faces on the session bus.
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

  let scheduler: any Scheduler
  /// Forwards the notices of the rooms.
  let rooms = Relay<RoomNotice>()
  let bus: LastingBus
  let names: (own: BusName, player: BusName)
  private let engine: EngineDirectory
  private let reader: DocumentReader
  let audio: AudioOutput
  let output: OutputDriver
  let session: Session
  let settings: SettingsSource
  let transport: Transport
  let openings: OpeningQueue
  let series: SeriesWatch
  let files: FileOpening
  let pairedTexts: PairedTextReading
  let subscriptions: Subscriptions
  let shares: ClientShares
  let events: EventSender
  let reopening: Reopening
  let notice: SpokenNotice
  let library: Library
  let lengths: LengthKeeper
  let keeper: SessionKeeper
  let playerName: PlayerName
  let systemMonitors: SystemMonitors
  let interruptions: Interruptions
  let secrecy: ScreenSecrecy
  let aloudObject: AloudObject
  let playerObject: MPRISObject
  let applicationObject: ApplicationObject?
  let log: ServiceLog
  private var watch: FileWatch?
  private var stateWatch: FileWatch?
  private var engineWatch: EngineWatch?
  let idleExit: IdleExit
  let memoryReturn: MemoryReturn
  let lossExit: LossExit
  let resumption: Resumption
  let history: SpokenHistory
  let announcements: AnnouncementRoom
  let floor: FloorKeeper
  let announceCalls: AnnounceCalls
  let manners: AnnouncementManners
  let notificationAnnouncer: NotificationAnnouncer
  let notificationCalls: NotificationCalls
  private(set) var selfRestart: SelfRestart?
  /// True if the reading was going on when the restart began.
  var isReadingHandedOver = false
  /// The program that replaces this one when the loop has ended; `nil`: none.
  public internal(set) var successor: String?
  /// True if the service has owned the name once.
  var isReady = false
  /// True if the service owns the name on the present connection.
  var ownsName = false
  let callQuota: CallQuota
  private var failed: (@Core (StartError) -> Void)?
  var isLeaving = false
  /// True if a restart is about to be considered.
  var isRestartConsidered = false
  /// True if changes of the library are about to be announced to desktops.
  var isLibraryTold = false

  /// Creates all parts; ``start(_:)`` makes the service reachable.
  ///
  /// - Throws: ``StartError``.
  public init(options: Options = Options(), scheduler: any Scheduler = Core.loop) throws(StartError) {
    self.scheduler = scheduler
    shares = ClientShares(textLimit: options.textLimit)
    log = ServiceLog(level: Settings().service.logLevel)
    settings = SettingsSource(scheduler: scheduler, log: log, rooms)
    do throws(Trouble) {
      engine = EngineDirectory(try EngineProgram.installed(), scheduler: scheduler)
      reader = DocumentReader(executable: try WorkerExecutable.read.path(), scheduler: scheduler)
    } catch {
      throw .noWorkers("\(error)")
    }
    // The engine takes longest until it can speak. It starts first, beside everything that follows.
    engine.voices { _ in }
    do throws(BusError) {
      bus = LastingBus(try BusConnection.session(scheduler: scheduler), scheduler: scheduler) { () throws(BusError) in
        try BusConnection.sessionAddress()
      }
    } catch {
      throw .noBus(error.message)
    }
    names =
      options.isNewInstance
      ? (BusName("org.aloud.Aloud1.instance\(getpid())")!, MPRISBus.instanceName(processID: getpid()))
      : (AloudBus.name, MPRISBus.name)
    let sounds = Relay<SoundEvent>()
    audio = AudioOutput(settings.current.output, scheduler: scheduler, events: sounds)
    output = OutputDriver(
      audio, events: sounds, linger: settings.current.output.linger,
      releaseAfter: settings.current.output.releaseAfter, scheduler: scheduler)
    session = Session(
      engine: engine, output: output, scheduler: scheduler, clock: KernelClock(), seed: UInt64.random(in: .min ... .max)
    )
    let decoders = SoundDecoders(indices: .indices(scheduler: scheduler), scheduler: scheduler)
    openings = OpeningQueue(
      session: session, reader: reader, recordings: decoders, admission: shares,
      covers: Covers(cache: CoverCache(), reader: reader, scheduler: scheduler), scheduler: scheduler)
    files = FileOpening(scheduler: scheduler)
    pairedTexts = PairedTextReading(
      session: session, files: BesideRecordings(scheduler: scheduler), reader: reader, admission: shares,
      scheduler: scheduler)
    transport = Transport(session: session, openings: openings, engine: engine, settings: settings, rooms)
    subscriptions = Subscriptions(bus: bus, isKept: !options.isNewInstance, rooms)
    notice = SpokenNotice(transport)
    // An instance beside the first one leaves no state.
    keeper = SessionKeeper(
      session: session, path: options.isNewInstance ? nil : UserFolder.state, scheduler: scheduler, log: log,
      rooms)
    reopening = Reopening(
      session: session, openings: openings, texts: StoredTexts(files: files, keeper: keeper), voices: transport)
    resumption = Resumption(session: session, keeper: keeper, settings: settings, log: log)
    history = SpokenHistory(session: session, file: options.isNewInstance ? nil : HistoryFile())
    memoryReturn = MemoryReturn(scheduler: scheduler)
    lossExit = LossExit(scheduler: scheduler, rooms)
    library = Library(
      session: session, catalogue: LibraryCatalogue(keeper: keeper, scheduler: scheduler, log: log, rooms),
      scheduler: scheduler)
    lengths = LengthKeeper(keeper: keeper, engine: engine, scheduler: scheduler, log: log, rooms)
    floor = FloorKeeper(
      reading: audio, file: options.isNewInstance ? nil : FloorFile(), scheduler: scheduler, log: log, rooms)
    let announcementVoice = AnnouncementVoice(files: files, scheduler: scheduler) {
      [engine, reader, settings, rooms, floor] notify in
      let (output, audio) = AnnouncementStage.makeOutput(settings.current.output, scheduler: scheduler)
      floor.follow(audio)
      return AnnouncementStage(
        output: output, audio: audio, engine: engine, reader: reader, recordings: decoders, settings: settings,
        clock: KernelClock(), rooms: rooms, scheduler: scheduler, notify: notify)
    }
    let judge = CircumstanceJudge(rooms)
    announcements = AnnouncementRoom(
      session: session, voice: announcementVoice, judge: judge, floor: floor, scheduler: scheduler,
      clock: KernelClock(), rooms)
    let announcementSleep = AnnouncementSleep(room: announcements, scheduler: scheduler, rooms)
    notificationAnnouncer = NotificationAnnouncer(room: announcements, files: files, scheduler: scheduler)
    announceCalls = AnnounceCalls(
      room: announcements, notifications: notificationAnnouncer, files: files, bus: bus,
      pauseFile: options.isNewInstance ? nil : PauseFile(), log: log, rooms)
    series = SeriesWatch(session: session, bus: bus)
    let clientOpenings = ClientOpenings(
      transport: transport, files: files, playlists: reader, shares: shares, series: series, scheduler: scheduler,
      rooms)
    let libraryCalls = LibraryCalls(library: library, openings: clientOpenings, log: log)
    callQuota = CallQuota(burst: 2000, perSecond: 500, scheduler: scheduler)
    playerName = PlayerName(bus: bus, name: names.player, scheduler: scheduler, log: log)
    systemMonitors = SystemMonitors(
      session: session, bus: bus, beside: announcementSleep, scheduler: scheduler, rooms
    ) { [keeper, library] in
      library.secure()
      keeper.secure()
    }
    secrecy = ScreenSecrecy(settings: settings, monitors: systemMonitors, judge: judge)
    events = EventSender(session: session, subscriptions: subscriptions, secrecy: secrecy, scheduler: scheduler)
    let access = TextAccess(bus: bus, systemMonitors: systemMonitors, settings: settings)
    notificationCalls = NotificationCalls(
      watch: NotificationWatch(
        bus: bus, announcer: notificationAnnouncer, scheduler: scheduler, log: log, rooms),
      announcer: notificationAnnouncer, file: options.isNewInstance ? nil : WatchFile(),
      start: options.isNewInstance
        ? nil : LoginStart(bus: bus, entry: OwnProgram().flatMap { AutostartEntry(program: $0.path) }, log: log, rooms),
      access: access, bus: bus, scheduler: scheduler, log: log)
    interruptions = Interruptions(
      session: session, audio: audio, bus: bus, notice: notice, scheduler: scheduler, log: log, rooms)
    manners = AnnouncementManners(
      room: announcements, judge: judge, monitors: systemMonitors, calls: interruptions.calls,
      doNotDisturb: DoNotDisturb(bus: bus, rooms), environment: SessionEnvironment(bus: bus), output: output,
      scheduler: scheduler)
    // A client with a subscription does not prevent the end: it subscribes again when the service is back.
    idleExit = IdleExit(session: session, keeper: keeper, scheduler: scheduler, log: log, rooms) {
      [openings, files, announceCalls, notificationCalls] in
      openings.isIdle && files.isIdle && announceCalls.isIdle && !notificationCalls.watch.isOn
    }
    // Desktops start one program, even if other instances run beside it.
    applicationObject =
      options.isNewInstance
      ? nil
      : ApplicationObject(openings: clientOpenings) { [interruptions] in interruptions.cannotOpen($0, $1, uri: $2) }
    playerObject = MPRISObject(
      openings: clientOpenings, playlists: PlaylistsFace(calls: libraryCalls, rooms), pauses: interruptions.pauses,
      rooms)
    aloudObject = AloudObject(
      openings: clientOpenings, subscriptions: subscriptions, library: libraryCalls,
      diagnosis: Diagnosis(
        engine: engine, output: output, audio: audio, transport: transport, systemMonitors: systemMonitors,
        keeper: keeper, notifications: notificationCalls, announcing: announceCalls, scheduler: scheduler),
      playerName: playerName, history: HistoryCalls(history: history, access: access), access: access,
      waveforms: Waveforms(
        keeper: WaveformCache(scheduler: scheduler), files: files, decoders: decoders, scheduler: scheduler),
      announcing: announceCalls, notifications: notificationCalls, log: log, rooms)
    connect()
  }

  // MARK: Life

  /// Requests the names and begins to answer. `failed` is called if that is impossible, also later: another service may
  /// have the name when the bus returns.
  public func start(failed: @escaping @Core (StartError) -> Void) {
    self.failed = failed
    watch = FileWatch(paths: settings.paths, scheduler: scheduler) { [weak self] in self?.settings.read() }
    // Everything that the first text needs is started while the bus answers.
    settings.whenKnown { [weak self] in self?.output.warm() }
    transport.warm()
    reader.warm()
    keeper.open { [weak self] in
      // Before anything can be heard.
      self?.subscriptions.takeUp()
      self?.history.takeUp()
      self?.announceCalls.takeUp()
      self?.resumption.goOn()
      if self?.keeper.isShutOut == false { self?.floor.takeUp() }
      self?.takeName()
      self?.settings.whenKnown { self?.notificationCalls.takeUp() }
    }
    stateWatch = FileWatch(paths: keeper.watchedPaths, scheduler: scheduler) { [weak self] in
      self?.keeper.lookAtPlace()
    }
    engineWatch = EngineWatch(engine, scheduler: scheduler, log: log, rooms)
    idleExit.update(settings.current.service.exitIdle)
    selfRestart = SelfRestart(scheduler: scheduler, log: log, rooms)
    engine.substitute = { [weak transport] voice, found in
      if let transport { transport.substitute(voice, found) } else { found(nil) }
    }
    engine.isGivingWay = { [weak self] in self?.selfRestart?.isGivingWay() ?? false }
  }

  func fail(_ error: StartError) {
    guard isReady else {
      keeper.close()
      keeper.release()
      failed?(error)
      return
    }
    guard !isLeaving else { return }
    isLeaving = true
    lengths.close { [self] in
      windUp()
      bus.connection?.releaseName(names.own)
      if applicationObject != nil { bus.connection?.releaseName(ApplicationInterface.name) }
      bus.connection?.flush()
      audio.close()
      failed?(error)
    }
  }

  /// Releases the names, performs the calls that clients have made until then, saves, falls silent and ends the loop.
  public func quit() { quit(.signal) }

  /// Continues the requests that waited for another version of the service.
  func stopWaiting() { engine.stopWaiting() }

  /// True if nothing can be spoken until another version of the service takes over.
  var isEngineWaiting: Bool { engine.isWaiting }
  /// True if no document is being read.
  var isReaderIdle: Bool { reader.isIdle }

  /// Keeps a reader ready for the next document unless a text is heard.
  func keepReader(unlessPlaying status: PlaybackStatus) { reader.setStandby(status != .playing) }

  /// After a long silence, ends the idle workers. The next text or sentence starts them.
  func release() {
    engine.release()
    reader.release()
    FreedMemory.giveBack()
  }
}

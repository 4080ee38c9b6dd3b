import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading
import Vocabulary

/// The names, the objects and the subscribers on the session bus.
@Core
final class BusFaces {
  let subscriptions: Subscriptions
  let events: EventSender
  let playerName: PlayerName
  let aloud: AloudObject
  let player: MPRISObject
  /// True if the service owns its name on the present connection.
  private(set) var ownsName = false
  private let application: ApplicationObject?
  private let names: (own: BusName, player: BusName)
  private let bus: LastingBus
  private let quota: CallQuota
  private let session: Session
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private let tell: Relay<RoomNotice>
  /// True if changes of the library are about to be announced to desktops.
  private var isLibraryTold = false

  init(
    _ drivers: ServiceDrivers, _ reading: ReadingParts, _ announcing: AnnouncingParts, _ desktop: DesktopParts
  ) {
    let (session, scheduler, rooms) = (reading.session, drivers.scheduler, drivers.rooms)
    (self.session, self.scheduler, log, tell) = (session, scheduler, drivers.log, rooms)
    (bus, names) = (drivers.bus, drivers.names)
    quota = CallQuota(burst: 2000, perSecond: 500, scheduler: scheduler)
    subscriptions = Subscriptions(bus: bus, isKept: drivers.isAlone, rooms)
    events = EventSender(
      session: session, subscriptions: subscriptions, secrecy: desktop.secrecy, scheduler: scheduler)
    playerName = PlayerName(bus: bus, name: names.player, scheduler: scheduler, log: log)
    // Desktops start one program, even if other instances run beside it.
    application =
      drivers.isAlone
      ? ApplicationObject(openings: reading.clients) { [interruptions = desktop.interruptions] in
        interruptions.cannotOpen($0, $1, uri: $2)
      } : nil
    player = MPRISObject(
      openings: reading.clients, playlists: PlaylistsFace(calls: reading.libraryCalls, rooms),
      pauses: desktop.interruptions.pauses, rooms)
    aloud = AloudObject(
      openings: reading.clients, subscriptions: subscriptions, library: reading.libraryCalls,
      diagnosis: Diagnosis(
        engine: drivers.engines, output: drivers.output, audio: drivers.sound, transport: reading.transport,
        systemMonitors: desktop.monitors, keeper: reading.keeper, notifications: desktop.notifications,
        announcing: announcing.calls, scheduler: scheduler),
      playerName: playerName, history: HistoryCalls(history: reading.history, access: desktop.access),
      access: desktop.access, studying: reading.studying,
      waveforms: Waveforms(
        keeper: drivers.waveforms, files: reading.files, decoders: drivers.reading.peaks, scheduler: scheduler),
      announcing: announcing.calls, notifications: desktop.notifications, log: log, rooms)
  }

  // MARK: Changes

  /// The snapshot has changed.
  func changed(from old: Snapshot, to new: Snapshot) {
    if !new.tracks.isEmpty { playerName.update(new) }
    if let connection = bus.connection {
      player.announce(from: old, to: new, on: connection)
      aloud.announce(from: old, to: new, on: connection)
    }
    // After the last signals, which still come from the player's name.
    if new.tracks.isEmpty { playerName.update(new) }
    events.update()
  }

  /// Announces the changes that are not in the snapshot.
  func tellDetails() {
    if let connection = bus.connection { aloud.announceDetails(on: connection) }
    events.update()
  }

  /// The position has jumped.
  func seeked(to position: Microseconds) {
    if let connection = bus.connection { player.announceSeeked(position, on: connection) }
  }

  /// The library has changed: within a turn of the session, or by a call without other effects.
  func changed(_ change: LibraryCatalogue.Change) {
    events.libraryChanged(change)
    player.playlists.changed()
    tellLibrary()
  }

  /// Announces changes of the library to desktops.
  func tellLibrary() {
    guard !isLibraryTold else { return }
    isLibraryTold = true
    // Once for all changes of this turn.
    scheduler.schedule(after: .zero) { [weak self] in
      guard let self else { return }
      isLibraryTold = false
      announcePlaylists()
    }
  }

  /// Announces what has changed of the library since the last time.
  func announcePlaylists() { if let connection = bus.connection { player.playlists.announce(on: connection) } }

  // MARK: Names

  /// Offers the objects and requests our own name on the present connection.
  func takeName() {
    guard let connection = bus.connection else { return }
    ownsName = false
    connection.callQuota = quota
    connection.export(player, at: MPRISBus.path)
    connection.export(aloud, at: AloudBus.path)
    if let application { connection.export(application, at: ApplicationInterface.path) }
    connection.requestName(names.own, flags: .doNotQueue) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(.primaryOwner), .success(.alreadyOwner):
        ownsName = true
        tell(.reachable)
      case .success: tell(.unreachable(.alreadyRunning(name: names.own.text)))
      // If the connection has ended, this is repeated when the bus returns.
      case .failure(let error): if connection.isOpen { tell(.unreachable(.noBus(error.message))) }
      }
    }
    takeApplicationName(on: connection)
  }

  /// Requests the name of the desktop entry, at once after our own: two processes that the bus starts at the same
  /// moment, one per name, must not get one name each.
  private func takeApplicationName(on connection: BusConnection) {
    guard application != nil else { return }
    connection.requestName(ApplicationInterface.name) { [weak self] result in
      // If another service of the session has both names, there is one message.
      guard let self, ownsName else { return }
      switch result {
      case .success(.primaryOwner), .success(.alreadyOwner): break
      case .success:
        log.info("\(ApplicationInterface.name) belongs to another program: desktops start that one until it ends")
      case .failure(let error):
        if connection.isOpen { log.warning("\(ApplicationInterface.name) cannot be owned: \(error)") }
      }
    }
  }

  /// Announces everything to the clients of a new connection, which have no state yet.
  func announceAll(on connection: BusConnection) {
    let nothing = Player(seed: 0).snapshot
    player.announce(from: nothing, to: session.snapshot, on: connection)
    aloud.announced = AloudObject.Announced()
    player.playlists.forgetAnnounced()
    aloud.announce(from: nothing, to: session.snapshot, on: connection)
  }

  /// Releases all names. `done` is called once the bus has released them.
  func releaseNames(on connection: BusConnection, done: @escaping @Core () -> Void) {
    var waiting = application == nil ? 2 : 3
    let one: @Core () -> Void = {
      waiting -= 1
      if waiting == 0 { done() }
    }
    playerName.leave(done: one)
    if application != nil { connection.releaseName(ApplicationInterface.name, done: one) }
    connection.releaseName(names.own, done: one)
  }

  /// Releases the names of the service, without waiting for the bus.
  func dropNames() {
    bus.connection?.releaseName(names.own)
    if application != nil { bus.connection?.releaseName(ApplicationInterface.name) }
  }

  /// Asks the bus to start the next service, which restores the kept state.
  func startNext() {
    let arguments: [BusValue] = [.string(names.own.text), .uint32(0)]
    try? bus.connection?.send(
      BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "StartServiceByName", arguments))
  }
}

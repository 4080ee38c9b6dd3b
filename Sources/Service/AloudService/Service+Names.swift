import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading

// The names and objects on the session bus, also on a new connection.
extension Service {
  /// Offers the objects and requests our own name on the present connection.
  func takeName() {
    guard let connection = bus.connection else { return }
    ownsName = false
    connection.callQuota = callQuota
    connection.export(playerObject, at: MPRISBus.path)
    connection.export(aloudObject, at: AloudBus.path)
    if let applicationObject { connection.export(applicationObject, at: ApplicationInterface.path) }
    connection.requestName(names.own, flags: .doNotQueue) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(.primaryOwner), .success(.alreadyOwner):
        self.ownsName = true
        self.nameTaken()
      case .success: self.fail(.alreadyRunning(name: self.names.own.text))
      // If the connection has ended, this is repeated when the bus returns.
      case .failure(let error): if connection.isOpen { self.fail(.noBus(error.message)) }
      }
    }
    takeApplicationName(on: connection)
  }

  /// Requests the name of the desktop entry, at once after our own: two processes that the bus starts at the same
  /// moment, one per name, must not get one name each.
  private func takeApplicationName(on connection: BusConnection) {
    guard applicationObject != nil else { return }
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

  private func nameTaken() {
    guard !isReady else { return log.info("the session bus is back, and \(names.own) is ours again") }
    isReady = true
    if keeper.isShutOut { log.warning("another process uses the same state directory: nothing is kept") }
    log.info("ready as \(names.own)")
    idleExit.begin()
    ServiceManager.ready()
  }

  /// The session bus is back, with new clients that have no state yet.
  func returned(_ connection: BusConnection) {
    takeName()
    playerName.takeBack()
    systemMonitors.busReturned()
    interruptions.busReturned()
    notificationCalls.watch.busReturned()
    let nothing = Player(seed: 0).snapshot
    playerObject.announce(from: nothing, to: session.snapshot, on: connection)
    aloudObject.announced = AloudObject.Announced()
    playerObject.playlists.forgetAnnounced()
    aloudObject.announce(from: nothing, to: session.snapshot, on: connection)
  }
}

import BusValues
import DBusKit
import EventLoop

/// Owns the MPRIS name exactly while there is something to play or to resume: desktops give the media keys to any
/// player that merely appears, also to an idle one.
@Core
final class PlayerName {
  private let bus: LastingBus
  private let name: BusName
  private let log: ServiceLog
  private var isWanted = false

  init(bus: LastingBus, name: BusName, log: ServiceLog) {
    self.bus = bus
    self.name = name
    self.log = log
  }

  func update(isWanted wanted: Bool) {
    guard wanted != isWanted else { return }
    isWanted = wanted
    if wanted { request() } else { bus.connection?.releaseName(name) }
  }

  /// Takes the name on a new connection, if it is wanted.
  func takeBack() {
    if isWanted { request() }
  }

  private func request() {
    guard let connection = bus.connection else { return }
    connection.requestName(name, flags: .doNotQueue) { [log, name] result in
      switch result {
      case .success(.primaryOwner), .success(.alreadyOwner): break
      case .success: log.warning("\(name) belongs to another program; media keys do not reach this one")
      case .failure(let error):
        // Where it was the bus that went, the name is taken back when it returns.
        if connection.isOpen { log.warning("\(name) cannot be owned: \(error)") }
      }
    }
  }
}

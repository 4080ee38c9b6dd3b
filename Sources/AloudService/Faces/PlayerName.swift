import BusValues
import DBusKit
import EventLoop

/// Owns the MPRIS name exactly while there is something to play or to resume: desktops give the media keys to any
/// player that merely appears, also to an idle one.
@Core
final class PlayerName {
  private let bus: BusConnection
  private let name: BusName
  private let log: ServiceLog
  private var isWanted = false

  init(bus: BusConnection, name: BusName, log: ServiceLog) {
    self.bus = bus
    self.name = name
    self.log = log
  }

  func update(isWanted wanted: Bool) {
    guard wanted != isWanted else { return }
    isWanted = wanted
    guard wanted else { return bus.releaseName(name) }
    bus.requestName(name, flags: .doNotQueue) { [log, name] result in
      switch result {
      case .success(.primaryOwner), .success(.alreadyOwner): break
      case .success: log.warning("\(name) belongs to another program; media keys do not reach this one")
      case .failure(let error): log.warning("\(name) cannot be owned: \(error)")
      }
    }
  }
}

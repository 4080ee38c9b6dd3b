import BusValues
import DBusKit
import EventLoop

/// Owns the MPRIS name exactly while there is something to play or to resume: desktops give the media keys to any
/// player that merely appears, also to an idle one.
@Core
final class PlayerName {
  /// How long a call that the bus kept for the name has time to be delivered and to fill the queue.
  private static let appearance = Duration.seconds(1)

  private let bus: LastingBus
  private let name: BusName
  private let scheduler: any Scheduler
  private let log: ServiceLog
  private var hasTracks = false
  private var appearance: TimerToken?
  private var isRequested = false
  private var isOwned = false
  private var waiting: [@Core () -> Void] = []

  init(bus: LastingBus, name: BusName, scheduler: any Scheduler, log: ServiceLog) {
    self.bus = bus
    self.name = name
    self.scheduler = scheduler
    self.log = log
  }

  /// Whether the queue holds anything.
  func update(hasTracks: Bool) {
    self.hasTracks = hasTracks
    settle()
  }

  /// Owns the name for a moment in any case; `done` is called once the bus has answered.
  func appear(done: @escaping @Core () -> Void) {
    if let appearance { scheduler.cancel(appearance) }
    appearance = scheduler.schedule(after: Self.appearance) { [weak self] in
      self?.appearance = nil
      self?.settle()
    }
    waiting.append(done)
    settle()
  }

  private func settle() {
    let wanted = hasTracks || appearance != nil
    if wanted != isRequested {
      isRequested = wanted
      isOwned = false
      if wanted { request() } else { bus.connection?.releaseName(name) }
    }
    if isOwned || !wanted { answer() }
  }

  /// Takes the name on a new connection, if it is wanted.
  func takeBack() {
    isOwned = false
    if isRequested { request() }
  }

  private func request() {
    guard let connection = bus.connection else { return answer() }
    connection.requestName(name, flags: .doNotQueue) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(.primaryOwner), .success(.alreadyOwner): break
      case .success: log.warning("\(name) belongs to another program; media keys do not reach this one")
      case .failure(let error):
        // Where it was the bus that went, the name is taken back when it returns.
        if connection.isOpen { log.warning("\(name) cannot be owned: \(error)") }
      }
      isOwned = isRequested
      answer()
    }
  }

  private func answer() {
    let answered = waiting
    waiting = []
    for done in answered { done() }
  }
}

import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Reading

/// Lets the service be started at each login, while the listener wants notifications to be spoken: without a command
/// before it, nobody would see the first one.
///
/// A systemd of the user links the service's unit, wherever it is installed, as `systemctl --user add-wants` does.
/// Without one, the desktop has an entry of its own for programs that it starts.
@Core
final class LoginStart {
  private static let manager: BusName = "org.freedesktop.systemd1"
  private static let path: ObjectPath = "/org/freedesktop/systemd1"
  private static let interface: InterfaceName = "org.freedesktop.systemd1.Manager"
  private static let unit = "aloudd.service"
  /// Each login of the user reaches it, also without a desktop that tells systemd of itself.
  private static let target = "default.target"
  private static let patience = Duration.seconds(5)

  private let bus: LastingBus
  private let entry: AutostartEntry?
  private let log: ServiceLog
  /// Grows with each wish; answers to older ones are ignored.
  private var wish = 0
  /// The way in which the service is started.
  private(set) var way = NotificationStart.none { didSet { if way != oldValue { tell(.detailsChanged) } } }
  /// The reason why nothing starts it; empty if something does, or nobody wants it.
  private(set) var obstacle = ""
  private let tell: Relay<RoomNotice>

  /// - Parameter entry: that of a desktop without systemd; `nil` if it cannot have one.
  init(bus: LastingBus, entry: AutostartEntry?, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    self.tell = tell
    (self.bus, self.entry, self.log) = (bus, entry, log)
  }

  /// Sets it up, or undoes it. `done` is called once, within some seconds.
  func set(_ isWanted: Bool, done: @escaping @Core () -> Void = {}) {
    wish += 1
    let wish = wish
    let member: MemberName = isWanted ? "AddDependencyUnitFiles" : "DisableUnitFiles"
    let units = BusValue.strings([Self.unit])
    let arguments: [BusValue] =
      isWanted
      ? [units, .string(Self.target), .string("Wants"), .bool(false), .bool(true)] : [units, .bool(false)]
    guard let connection = bus.connection else {
      settle(isWanted, isLinked: false, "the session bus is gone")
      return done()
    }
    let call = BusCall(Self.manager, Self.path, Self.interface, member, arguments)
    connection.call(call, timeout: Self.patience, autoStart: false) { [weak self] result in
      guard let self else { return }
      defer { done() }
      guard wish == self.wish else { return }
      switch result {
      case .success: settle(isWanted, isLinked: true, "")
      case .failure(let error): settle(isWanted, isLinked: false, error.message.isEmpty ? error.name : error.message)
      }
    }
  }

  private func settle(_ isWanted: Bool, isLinked: Bool, _ reason: String) {
    obstacle = ""
    // One way is enough: the other one is left over from an earlier wish.
    let isEntered = isWanted && !isLinked
    let isDone = entry?.set(isEntered) ?? !isEntered
    if isWanted, isLinked {
      way = .systemd
    } else if isWanted, isDone {
      way = .autostart
    } else {
      if isWanted { obstacle = "systemd: \(reason); and no entry can be written for the desktop's autostart" }
      if !isDone { log.warning("what the desktop starts at the login cannot be changed") }
      way = .none
    }
  }
}

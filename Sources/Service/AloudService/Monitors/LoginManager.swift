import BusValues
import DBusKit
import EventLoop
import Reading

/// The login manager (`org.freedesktop.login1`: logind, elogind) on the system bus.
///
/// Without a system bus or a login manager nothing happens here, and there is no error. Signals are accepted from the
/// name's owner alone.
@Core
final class LoginManager {
  static let name: BusName = "org.freedesktop.login1"
  static let path: ObjectPath = "/org/freedesktop/login1"
  static let interface: InterfaceName = "org.freedesktop.login1.Manager"

  /// Called with the connection whenever a login manager has appeared, also after a restart of it or of the bus.
  private var guests: [@Core (BusConnection) -> Void] = []
  /// Called once it is known whether there is a login manager.
  private var curious: [@Core () -> Void] = []
  private let bus: LastingBus
  private var tokens: [MatchToken] = []
  private var isStarted = false
  /// True if the system bus has answered, or cannot be reached.
  private(set) var isKnown = false
  /// The connection to the login manager; `nil` if there is none.
  private(set) var connection: BusConnection?
  private let tell: Relay<SeatNotice>

  /// - Parameter bus: the system bus, not connected yet.
  init(on bus: LastingBus, _ tell: Relay<SeatNotice>) {
    self.tell = tell
    self.bus = bus
    bus.onConnect = { [weak self] in self?.watch($0) }
    bus.onFailure = { [weak self] in self?.becomeKnown() }
    bus.onLoss = { [weak self] in
      guard let self else { return }
      let wasThere = connection != nil
      connection = nil
      tokens = []
      if wasThere { tell(.managerLost) }
    }
  }

  /// Connects to the system bus; only the first call has an effect.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    bus.connect()
  }

  /// Calls `body` whenever a login manager has appeared; at once if there is one.
  func whenThere(_ body: @escaping @Core (BusConnection) -> Void) {
    guests.append(body)
    if let connection { body(connection) }
  }

  /// Connects, and calls `body` once it is known whether there is a login manager; at once if it is known.
  func whenKnown(_ body: @escaping @Core () -> Void) {
    start()
    if isKnown { body() } else { curious.append(body) }
  }

  private func becomeKnown() {
    isKnown = true
    let waiting = curious
    curious = []
    for body in waiting { body() }
  }

  private func watch(_ connection: BusConnection) {
    tokens = [
      connection.watchOwner(of: Self.name) { [weak self, unowned connection] _, new in
        guard let self else { return }
        let wasThere = self.connection != nil
        self.connection = new == nil ? nil : connection
        if wasThere, new == nil { self.tell(.managerLost) }
        defer { self.becomeKnown() }
        guard new != nil else { return }
        self.askWhetherItPrepares(connection)
        for guest in self.guests { guest(connection) }
      },
      connection.subscribe(MatchRule(sender: Self.name, path: Self.path, interface: Self.interface)) { [weak self] in
        self?.take($0)
      },
    ]
  }

  /// Asks before anything else is asked: a sleep that was announced before somebody listened is one, too.
  private func askWhetherItPrepares(_ connection: BusConnection) {
    for property in ["PreparingForSleep", "PreparingForShutdown"] {
      let call = BusCall(
        Self.name, Self.path, InterfaceDescription.properties.name, "Get",
        [.string(Self.interface.text), .string(property)], expecting: "v")
      connection.call(call, timeout: .seconds(10), autoStart: false) { [weak self, weak connection] result in
        guard let self, let connection, self.connection === connection else { return }
        if (try? result.get())?.arguments.first?.asVariant?.asBool ?? false { tell(.preparing(true)) }
      }
    }
  }

  private func take(_ signal: SignalMessage) {
    switch signal.member {
    // A signal without its argument is ignored.
    case "PrepareForSleep", "PrepareForShutdown":
      if let begins = signal.arguments.first?.asBool { tell(.preparing(begins)) }
    case "SessionNew", "SessionRemoved": tell(.sessionsChanged)
    default: break
    }
  }
}

import BusValues
import DBusKit
import EventLoop
import Glibc
import Reading

/// Reports that the listener's login session is locked or leaves the screen, as the login manager sees it.
///
/// Nothing is queried before ``start()``: most listeners use neither.
@Core
final class LoginSession {
  private static let interface: InterfaceName = "org.freedesktop.login1.Session"

  /// The session has just been locked or is to be locked (`true`), or the listener is back (`false`).
  var onLock: (@Core (_ isLocked: Bool) -> Void)?
  /// Another session has come to the front of the seat (`false`), or the listener's has come back (`true`).
  var onFront: (@Core (_ isInFront: Bool) -> Void)?
  private let login: LoginManager
  private var tokens: [MatchToken] = []
  private var isStarted = false

  init(_ login: LoginManager) { self.login = login }

  /// Begins to watch; only the first call has an effect.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    login.start()
    login.whenThere { [weak self] in self?.find(on: $0) }
  }

  /// Asks for our session. A service of the user's manager belongs to no session; it gets the session on the screen.
  private func find(on connection: BusConnection, names: [String] = sessionNames) {
    tokens = []
    guard let name = names.first else { return }
    let call = BusCall(
      LoginManager.name, LoginManager.path, LoginManager.interface, "GetSession", [.string(name)], expecting: "o")
    // The call keeps the connection, since it may fail in a turn after the end of it.
    connection.call(call, timeout: .seconds(10), autoStart: false) { [weak self] result in
      guard let self, connection.isOpen else { return }
      guard let path = (try? result.get())?.arguments.first?.asObjectPath else {
        return self.find(on: connection, names: Array(names.dropFirst()))
      }
      self.watch(path, on: connection)
    }
  }

  /// Older login managers do not have `auto`.
  private static var sessionNames: [String] {
    ["auto"] + (getenv("XDG_SESSION_ID").map { [String(cString: $0)] } ?? [])
  }

  private func watch(_ path: ObjectPath, on connection: BusConnection) {
    tokens = [
      connection.subscribe(
        MatchRule(sender: LoginManager.name, path: path, interface: Self.interface, member: "Lock")
      ) { [weak self] _ in self?.onLock?(true) },
      connection.subscribe(
        MatchRule(
          sender: LoginManager.name, path: path, interface: InterfaceDescription.properties.name,
          member: "PropertiesChanged", argument0: Self.interface.text)
      ) { [weak self] signal in
        guard let changed = signal.arguments.dropFirst().first?.asVardict else { return }
        if let isLocked = changed["LockedHint"]?.asBool { self?.onLock?(isLocked) }
        if let isActive = changed["Active"]?.asBool { self?.onFront?(isActive) }
      },
    ]
  }
}

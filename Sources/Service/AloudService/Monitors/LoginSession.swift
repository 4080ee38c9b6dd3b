import BusValues
import DBusKit
import EventLoop
import Glibc
import Reading

/// Reports the news of the listener's login session, as the login manager sees it: its lock, and its place on the
/// screen.
///
/// Nothing is queried before ``start()``: most listeners use neither.
@Core
final class LoginSession {
  private static let interface: InterfaceName = "org.freedesktop.login1.Session"

  private let login: LoginManager
  private var tokens: [MatchToken] = []
  private var isStarted = false
  /// The session that is watched.
  private var path: ObjectPath?
  /// Grows with each search. Answers to older ones are ignored.
  private var round = 0

  private let tell: Relay<SeatNotice>

  init(_ login: LoginManager, _ tell: Relay<SeatNotice>) { (self.login, self.tell) = (login, tell) }

  /// Begins to watch; only the first call has an effect.
  func start() {
    guard !isStarted else { return }
    isStarted = true
    login.start()
    login.whenThere { [weak self] in self?.search(on: $0) }
  }

  /// Somebody has logged in or out.
  func sessionsChanged() { if isStarted, let connection = login.connection { search(on: connection) } }

  private func search(on connection: BusConnection) {
    round += 1
    find(on: connection, names: Self.sessionNames, round)
  }

  /// Asks for our session. A service of the user's manager belongs to no session; it gets the session on the screen.
  private func find(on connection: BusConnection, names: [String], _ round: Int) {
    guard let name = names.first else { return tokens = [] }
    let call = BusCall(
      LoginManager.name, LoginManager.path, LoginManager.interface, "GetSession", [.string(name)], expecting: "o")
    // The call keeps the connection, since it may fail in a turn after the end of it.
    connection.call(call, timeout: .seconds(10), autoStart: false) { [weak self] result in
      guard let self, connection.isOpen, round == self.round else { return }
      guard let path = (try? result.get())?.arguments.first?.asObjectPath else {
        return find(on: connection, names: Array(names.dropFirst()), round)
      }
      watch(path, on: connection)
    }
  }

  /// Older login managers do not have `auto`.
  private static var sessionNames: [String] {
    ["auto"] + (getenv("XDG_SESSION_ID").map { [String(cString: $0)] } ?? [])
  }

  private func watch(_ path: ObjectPath, on connection: BusConnection) {
    let former = self.path
    self.path = path
    tokens = [
      connection.subscribe(
        MatchRule(sender: LoginManager.name, path: path, interface: Self.interface, member: "Lock")
      ) { [weak self] _ in self?.tell(.lockOrdered(true)) },
      connection.subscribe(
        MatchRule(sender: LoginManager.name, path: path, interface: Self.interface, member: "Unlock")
      ) { [weak self] _ in self?.tell(.lockOrdered(false)) },
      connection.subscribe(
        MatchRule(
          sender: LoginManager.name, path: path, interface: InterfaceDescription.properties.name,
          member: "PropertiesChanged", argument0: Self.interface.text)
      ) { [weak self] signal in
        guard let changed = signal.arguments.dropFirst().first?.asVardict else { return }
        if let isLocked = changed["LockedHint"]?.asBool { self?.tell(.lockHinted(isLocked)) }
        if let isActive = changed["Active"]?.asBool { self?.tell(.inFront(isActive)) }
      },
    ]
    if let former, former != path { tell(.arrived) }
  }

  /// The object path of the session that this process belongs to; `nil` for a service of the user's manager.
  static var ownPath: ObjectPath? { getenv("XDG_SESSION_ID").flatMap { path(of: String(cString: $0)) } }

  /// The object path of a session id, escaped as the login manager does.
  static func path(of session: String) -> ObjectPath? {
    let escaped = session.utf8.enumerated().map { index, byte -> String in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isASCII && (character.isLetter || (character.isNumber && index > 0))
      let digits = String(byte, radix: 16)
      return isPlain ? String(character) : "_" + (digits.count < 2 ? "0" : "") + digits
    }
    return ObjectPath("/org/freedesktop/login1/session/" + escaped.joined())
  }
}

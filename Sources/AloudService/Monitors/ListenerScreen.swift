import BusValues
import DBusKit
import EventLoop
import Glibc
import Reading

/// The listener's screen. It is queried on demand, and not watched.
@Core
final class ListenerScreen {
  /// The state of the screen.
  struct State: Equatable {
    /// True if it is locked.
    var isLocked = false
    /// True if the listener's session is the one on the screen; `nil` if nobody says so.
    var isInFront: Bool?
  }

  /// The time that a desktop has to answer.
  private static let patience = Duration.seconds(2)
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  /// The time for connecting to the system bus.
  private static let connecting = Duration.milliseconds(300)

  private let bus: LastingBus
  private let login: LoginManager
  private let scheduler: any Scheduler

  init(bus: LastingBus, login: LoginManager, scheduler: any Scheduler) {
    self.bus = bus
    self.login = login
    self.scheduler = scheduler
  }

  /// Asks the screen savers and the login manager. `done` is called once, in a later turn. The screen is locked if one
  /// of them says so; without any of them, it is not locked.
  func ask(_ done: @escaping @Core (State) -> Void) {
    var isAsked = false
    let askOnce: @Core () -> Void = { [weak self] in
      guard let self, !isAsked else { return }
      isAsked = true
      askAll(done)
    }
    login.whenKnown(askOnce)
    if !isAsked { scheduler.schedule(after: Self.connecting, askOnce) }
  }

  private func askAll(_ done: @escaping @Core (State) -> Void) {
    var state = State()
    var questions: [(connection: BusConnection?, call: BusCall, answer: @Core (Bool) -> Void)] = []
    for saver in ScreenSaver.savers {
      let call = BusCall(saver.name, saver.path, saver.interface, "GetActive", expecting: "b")
      questions.append((bus.connection, call, { if $0 { state.isLocked = true } }))
    }
    // A service of the user's manager belongs to no session; it gets the session on the screen.
    let session = getenv("XDG_SESSION_ID").flatMap { Self.path(of: String(cString: $0)) }
    let path = session ?? "/org/freedesktop/login1/session/auto"
    questions.append((login.connection, property("LockedHint", of: path), { if $0 { state.isLocked = true } }))
    questions.append((login.connection, property("Active", of: path), { state.isInFront = $0 }))
    var waiting = questions.count
    for (connection, call, answer) in questions {
      let one: @Core (Bool?) -> Void = { value in
        if let value { answer(value) }
        waiting -= 1
        if waiting == 0 { done(state) }
      }
      guard let connection, connection.isOpen else {
        scheduler.schedule(after: .zero) { one(nil) }
        continue
      }
      connection.call(call, timeout: Self.patience, autoStart: false) { result in
        let value = (try? result.get())?.arguments.first
        one((value?.asVariant ?? value)?.asBool)
      }
    }
  }

  private func property(_ name: String, of path: ObjectPath) -> BusCall {
    BusCall(
      LoginManager.name, path, Self.properties, "Get",
      [.string("org.freedesktop.login1.Session"), .string(name)], expecting: "v")
  }

  /// The object path of a session id, escaped as the login manager does.
  private static func path(of session: String) -> ObjectPath? {
    let escaped = session.utf8.enumerated().map { index, byte -> String in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isASCII && (character.isLetter || (character.isNumber && index > 0))
      let digits = String(byte, radix: 16)
      return isPlain ? String(character) : "_" + (digits.count < 2 ? "0" : "") + digits
    }
    return ObjectPath("/org/freedesktop/login1/session/" + escaped.joined())
  }
}

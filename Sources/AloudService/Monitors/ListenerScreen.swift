import BusValues
import DBusKit
import EventLoop
import Glibc
import Reading

/// The lock state of the listener's screen. It is queried on demand, and not watched.
@Core
final class LockedScreen {
  /// The time that a desktop has to answer.
  private static let patience = Duration.seconds(2)
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

  private let bus: LastingBus
  private let login: LoginManager
  private let scheduler: any Scheduler
  /// The time for connecting to the system bus.
  private static let connecting = Duration.milliseconds(300)

  init(bus: LastingBus, login: LoginManager, scheduler: any Scheduler) {
    self.bus = bus
    self.login = login
    self.scheduler = scheduler
  }

  /// Asks the screen savers and the login manager. `done` is called once, in a later turn. The screen is locked if one
  /// of them says so; without any of them, it is not locked.
  func ask(_ done: @escaping @Core (_ isLocked: Bool) -> Void) {
    guard login.connection == nil else { return askAll(done) }
    login.start()
    scheduler.schedule(after: Self.connecting) { [self] in askAll(done) }
  }

  private func askAll(_ done: @escaping @Core (_ isLocked: Bool) -> Void) {
    var calls = ScreenSaver.savers.map { saver in
      (bus.connection, BusCall(saver.name, saver.path, saver.interface, "GetActive", expecting: "b"))
    }
    // A service of the user's manager belongs to no session; it gets the session on the screen.
    let session = getenv("XDG_SESSION_ID").flatMap { Self.path(of: String(cString: $0)) }
    calls.append((login.connection, hint(of: session ?? "/org/freedesktop/login1/session/auto")))
    var waiting = calls.count
    var isLocked = false
    for (connection, call) in calls {
      let one: @Core (Bool) -> Void = { answer in
        isLocked = isLocked || answer
        waiting -= 1
        if waiting == 0 { done(isLocked) }
      }
      guard let connection, connection.isOpen else {
        scheduler.schedule(after: .zero) { one(false) }
        continue
      }
      connection.call(call, timeout: Self.patience, autoStart: false) { result in
        let value = (try? result.get())?.arguments.first
        one((value?.asVariant ?? value)?.asBool ?? false)
      }
    }
  }

  private func hint(of path: ObjectPath) -> BusCall {
    BusCall(
      LoginManager.name, path, Self.properties, "Get",
      [.string("org.freedesktop.login1.Session"), .string("LockedHint")], expecting: "v")
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

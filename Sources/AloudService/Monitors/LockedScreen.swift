import BusValues
import DBusKit
import EventLoop
import Glibc

/// The state of the listener's screen, locked or not. It is asked for when somebody has to know, and not watched.
@Core
final class LockedScreen {
  /// A desktop that does not answer within this time does not say.
  private static let patience = Duration.seconds(2)
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

  private let bus: LastingBus
  private let login: LoginManager
  private let scheduler: any Scheduler
  /// The time that the system bus has to be connected to.
  private static let connecting = Duration.milliseconds(300)

  init(bus: LastingBus, login: LoginManager, scheduler: any Scheduler) {
    self.bus = bus
    self.login = login
    self.scheduler = scheduler
  }

  /// Asks the screen savers and the login manager; `done` is called once, in a later turn. The screen is locked where one
  /// of them says so; a desktop that has none of them locks no screen.
  func ask(_ done: @escaping @Core (_ isLocked: Bool) -> Void) {
    guard login.connection == nil else { return askAll(done) }
    login.start()
    scheduler.schedule(after: Self.connecting) { [self] in askAll(done) }
  }

  private func askAll(_ done: @escaping @Core (_ isLocked: Bool) -> Void) {
    var calls = ScreenSaver.savers.map { saver in
      (bus.connection, BusCall(saver.name, saver.path, saver.interface, "GetActive", expecting: "b"))
    }
    // A service of the user's manager belongs to no session, and is given the one on the screen.
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

  /// Of a session by its id, as the login manager writes it.
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

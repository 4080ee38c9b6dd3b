import BusValues
import DBusKit
import EventLoop
import Glibc

/// The variables of the desktop, for a service that the user's systemd has started at the login, before the desktop.
///
/// Desktops tell them to systemd when they begin (`systemctl --user import-environment`,
/// `dbus-update-activation-environment --systemd`).
@Core
final class SessionEnvironment {
  /// The names of the display, and of the desktop whose settings hold.
  nonisolated private static let names: Set<String> = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP",
  ]
  private static let patience = Duration.seconds(1)

  private let bus: LastingBus

  init(bus: LastingBus) { self.bus = bus }

  /// True if there is a display, so that the desktop has begun.
  var isKnown: Bool {
    let displays: [String] = ["DISPLAY", "WAYLAND_DISPLAY"]
    return displays.contains { name in getenv(name).map { $0.pointee != 0 } ?? false }
  }

  /// Asks systemd, and takes over what is missing.
  ///
  /// - Returns: true if `done` is called once, in a later turn; false if there is nobody to ask.
  func ask(_ done: @escaping @Core () -> Void) -> Bool {
    guard let connection = bus.connection else { return false }
    let call = BusCall(
      "org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.DBus.Properties", "Get",
      [.string("org.freedesktop.systemd1.Manager"), .string("Environment")], expecting: "v")
    connection.call(call, timeout: Self.patience, autoStart: false) { result in
      for (name, value) in Self.variables(in: (try? result.get())?.arguments.first?.asVariant?.asStrings ?? []) {
        // The programs that are asked about the desktop inherit it. No other thread of the service reads variables.
        if getenv(name).map({ $0.pointee == 0 }) ?? true { setenv(name, value, 1) }
      }
      done()
    }
    return true
  }

  /// The variables of the desktop among those of systemd, each of which is `NAME=VALUE`.
  nonisolated static func variables(in lines: [String]) -> [String: String] {
    var variables: [String: String] = [:]
    for line in lines {
      guard let equals = line.firstIndex(of: "=") else { continue }
      let (name, value) = (String(line[..<equals]), String(line[line.index(after: equals)...]))
      if names.contains(name), !value.isEmpty { variables[name] = value }
    }
    return variables
  }
}

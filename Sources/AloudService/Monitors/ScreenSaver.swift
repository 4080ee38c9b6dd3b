import BusValues
import DBusKit
import EventLoop

/// Reports that a desktop's screen locker covers the screen, for desktops that do not report it to the login manager.
@Core
final class ScreenSaver {
  static let savers: [(name: BusName, path: ObjectPath, interface: InterfaceName)] = [
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"),
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver", "org.gnome.ScreenSaver"),
  ]

  /// The screen was covered, or is free again.
  var onLock: (@Core (_ isLocked: Bool) -> Void)?
  private let bus: LastingBus
  private var tokens: [MatchToken] = []

  init(_ bus: LastingBus) { self.bus = bus }

  /// Begins to watch on the present connection. Must be called again for each new connection.
  func start() {
    guard let connection = bus.connection else { return }
    tokens = Self.savers.map { saver in
      connection.subscribe(MatchRule(sender: saver.name, interface: saver.interface, member: "ActiveChanged")) {
        [weak self] signal in
        if let isLocked = signal.arguments.first?.asBool { self?.onLock?(isLocked) }
      }
    }
  }

  /// Stops watching.
  func stop() { tokens = [] }
}

import BusValues
import DBusKit
import DesktopSupport
import EventLoop

/// A screen locker of the test, under the name of a real one.
@Core
final class LockerDouble: ExportedObject {
  /// The way in which it answers `GetActive`.
  enum Manner {
    /// At once.
    case prompt
    /// When the test says so, with what was true when it was asked.
    case late
    /// Never.
    case never
    /// With an error.
    case failing(String)
  }

  /// The names of lockers, each with its object; the interface has the same name.
  static let names: [(name: BusName, path: ObjectPath)] = [
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
    ("org.mate.ScreenSaver", "/org/mate/ScreenSaver"), ("org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"),
    ("org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"),
  ]

  let interfaces: [InterfaceDescription]
  let bus: BusConnection
  private let name: BusName
  private let path: ObjectPath
  private(set) var isLocked: Bool
  var manner = Manner.prompt
  /// The questions that are answered late, each with its answer.
  private var held: [(call: IncomingCall, isLocked: Bool)] = []
  /// The number of questions.
  private(set) var asked = 0

  init(_ name: BusName = "org.gnome.ScreenSaver", isLocked: Bool, in desktop: PrivateDesktop) async throws {
    self.name = name
    self.isLocked = isLocked
    path = Self.names.first { $0.name == name }!.path
    interfaces = [
      InterfaceDescription(
        InterfaceName(name.text)!,
        methods: [MethodDescription("GetActive", out: [ArgumentDescription("active", .bool)])])
    ]
    bus = try BusConnection(address: desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
    bus.export(self, at: path)
    _ = try await bus.requestName(name)
  }

  isolated deinit { bus.close() }

  func handle(_ call: IncomingCall) {
    asked += 1
    switch manner {
    case .prompt: call.reply([.bool(isLocked)])
    case .late: held.append((call, isLocked))
    case .never: held.append((call, isLocked))
    case .failing(let error): call.fail(BusError(name: error, message: "it is in trouble"))
    }
  }

  func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    throw .unknownProperty(property)
  }

  /// Answers what was asked so far.
  func answer() {
    for (call, isLocked) in held { call.reply([.bool(isLocked)]) }
    held = []
  }

  /// Locks or unlocks the screen, and tells it.
  func lock(_ isLocked: Bool) {
    self.isLocked = isLocked
    bus.emit(
      "ActiveChanged", interface: InterfaceName(name.text)!, path: path, arguments: [.bool(isLocked)])
  }

  /// Leaves the bus, as after a crash.
  func vanish() { bus.close() }
}

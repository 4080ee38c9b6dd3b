import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS

/// Another player of the desktop, under any name. The test controls its state.
@Core
final class OtherPlayerDouble: ExportedObject {
  let interfaces = [
    InterfaceDescription(
      "org.mpris.MediaPlayer2",
      properties: [PropertyDescription("Identity", .string), PropertyDescription("CanQuit", .bool)]),
    InterfaceDescription(
      "org.mpris.MediaPlayer2.Player", methods: [MethodDescription("Pause"), MethodDescription("Play")],
      properties: [PropertyDescription("PlaybackStatus", .string), PropertyDescription("CanPause", .bool)]),
  ]
  let bus: BusConnection
  private let identity: String
  /// Methods that were called.
  private(set) var calls: [String] = []
  private(set) var status: String

  init(
    _ name: String, identity: String = "Another player", status: String = "Stopped", in desktop: PrivateDesktop
  ) async throws {
    self.identity = identity
    self.status = status
    bus = try BusConnection(address: desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
    bus.export(self, at: MPRISBus.path)
    try await own(name)
  }

  isolated deinit { bus.close() }

  /// Ends, and releases its names.
  func end() { bus.close() }

  /// Takes another name, as browsers do.
  func own(_ name: String) async throws {
    guard let name = BusName("org.mpris.MediaPlayer2.\(name)") else { return }
    _ = try await bus.requestName(name)
  }

  func handle(_ call: IncomingCall) {
    calls.append(call.method)
    call.reply()
  }

  func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    switch property {
    case "Identity": .string(identity)
    case "PlaybackStatus": .string(status)
    default: .bool(true)
    }
  }

  /// Announces a status, even if it is the same, and returns when the bus has forwarded it.
  func say(_ status: String) async throws {
    self.status = status
    bus.propertiesChanged(
      path: MPRISBus.path, interface: PlayerInterface.name, changed: [("PlaybackStatus", .string(status))],
      invalidated: [])
    _ = try await bus.call(BusCall(.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId"))
  }
}

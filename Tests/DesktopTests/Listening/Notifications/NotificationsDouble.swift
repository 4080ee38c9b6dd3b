import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing

/// The notifications of a desktop: the same name, methods and numbers, without windows.
@Core
final class NotificationsDouble: ExportedObject {
  struct Notification: Equatable {
    var id: UInt32
    var replaced: UInt32
    var application: String
    var summary: String
    var body: String
    var entry: String
    var actions: [String] = []
    /// The time on the screen, in milliseconds; -1: the usual one; 0: until it is closed.
    var milliseconds: Int32 = -1
  }

  static let name: BusName = "org.freedesktop.Notifications"
  private static let interface = "org.freedesktop.Notifications"

  let interfaces = [
    InterfaceDescription(
      "org.freedesktop.Notifications",
      methods: [
        MethodDescription(
          "Notify",
          in: [
            ArgumentDescription("app_name", "s"), ArgumentDescription("replaces_id", "u"),
            ArgumentDescription("app_icon", "s"), ArgumentDescription("summary", "s"), ArgumentDescription("body", "s"),
            ArgumentDescription("actions", "as"), ArgumentDescription("hints", "a{sv}"),
            ArgumentDescription("expire_timeout", "i"),
          ], out: [ArgumentDescription("id", "u")]),
        MethodDescription("CloseNotification", in: [ArgumentDescription("id", "u")]),
        MethodDescription("GetCapabilities", out: [ArgumentDescription("capabilities", "as")]),
      ])
  ]
  private let bus: BusConnection
  private let capabilities: [String]
  private var nextID: UInt32
  /// All notifications that were shown, in order.
  private(set) var shown: [Notification] = []
  /// Called when one is shown, before its program is answered.
  var onShown: (@Core () -> Void)?
  /// The notifications that were withdrawn.
  private(set) var closed: [UInt32] = []

  /// - Parameter firstID: the number of the first notification.
  init(
    in desktop: PrivateDesktop, firstID: UInt32 = 41, capabilities: [String] = ["body", "body-markup", "actions"]
  ) async throws {
    self.capabilities = capabilities
    nextID = firstID
    bus = try BusConnection(address: desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "")
    bus.export(self, at: "/org/freedesktop/Notifications")
    _ = try await bus.requestName(Self.name)
  }

  isolated deinit { bus.close() }

  func handle(_ call: IncomingCall) {
    let arguments = call.arguments
    guard call.method != "GetCapabilities" else { return call.reply([.strings(capabilities)]) }
    guard call.method == "Notify" else {
      closed.append(arguments.first?.asUInt32 ?? 0)
      return call.reply()
    }
    let replaced = arguments[1].asUInt32 ?? 0
    let id = replaced == 0 ? nextID : replaced
    if replaced == 0 { nextID += 1 }
    shown.append(
      Notification(
        id: id, replaced: replaced, application: arguments[0].asString ?? "", summary: arguments[3].asString ?? "",
        body: arguments[4].asString ?? "", entry: arguments[6].asVardict?["desktop-entry"]?.asString ?? "",
        actions: arguments[5].asStrings ?? [], milliseconds: arguments[7].asInt32 ?? -1))
    onShown?()
    call.reply([.uint32(id)])
  }

  /// Lets a program show a notification, and returns the number of its announcement.
  func notify(_ summary: String, through remote: Remote, _ news: AnnouncementNews) async throws -> UInt64 {
    let before = news.all.count
    _ = try await remote.bus.call(
      BusCall(
        Self.name, "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
        [
          .string("App"), .uint32(0), .string(""), .string(summary), .string(""), .strings([]), .vardict([:]),
          .int32(-1),
        ]))
    return try await eventually("\(summary) is announced") {
      news.all.dropFirst(before).first { $0.event == "queued" }?.id
    }
  }

  /// The listener closes a notification.
  func dismiss(_ id: UInt32) {
    _ = bus.emit(
      "NotificationClosed", interface: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
      arguments: [.uint32(id), .uint32(2)])
  }

  /// Presses a button of a notification.
  func press(_ key: String, of id: UInt32) {
    _ = bus.emit(
      "ActionInvoked", interface: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
      arguments: [.uint32(id), .string(key)])
  }
}

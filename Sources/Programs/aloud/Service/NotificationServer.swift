import BusValues
import CommandOutput
import DBusKit
import EventLoop

/// The desktop's notifications, from the command line's view.
@Core
final class NotificationServer {
  /// A notification as it is shown.
  struct Notice {
    var application: String
    var replaces: UInt32
    var icon: String
    var summary: String
    var body: String
    /// Keys and labels of the buttons, in turn.
    var actions: [String]
    var hints: [String: BusValue]
    /// Milliseconds; -1: the server decides; 0: until it is closed.
    var milliseconds: Int32
  }

  private static let name: BusName = "org.freedesktop.Notifications"
  private static let path: ObjectPath = "/org/freedesktop/Notifications"
  private static let interface: InterfaceName = "org.freedesktop.Notifications"

  private let service: Service
  private var tokens: [MatchToken] = []
  private var number: UInt32?
  /// The keys of pressed buttons, in order.
  private(set) var pressed: [String] = []
  /// True if it is no longer shown.
  private(set) var isClosed = false
  /// True if the listener or a program has closed it, and not the end of its time.
  private(set) var isClosedByListener = false

  init(_ service: Service) { self.service = service }

  /// Shows a notification.
  ///
  /// - Returns: its number; `nil` if no server shows it.
  func show(_ notice: Notice) async -> UInt32? {
    let arguments: [BusValue] = [
      .string(notice.application), .uint32(notice.replaces), .string(notice.icon), .string(notice.summary),
      .string(notice.body), .strings(notice.actions), .vardict(notice.hints), .int32(notice.milliseconds),
    ]
    let call = BusCall(Self.name, Self.path, Self.interface, "Notify", arguments, expecting: "u")
    let answer = try? await service.bus.call(call, timeout: .seconds(5))
    number = answer?.arguments.first?.asUInt32
    return number
  }

  /// Begins to watch the buttons, and the end of the notification, before it is shown. News wake the waiting verb.
  func listen() {
    let connection = service.bus
    tokens.append(
      connection.subscribe(MatchRule(sender: Self.name, path: Self.path, interface: Self.interface)) {
        [weak self] in self?.take($0)
      })
    tokens.append(
      connection.watchOwner(of: Self.name) { [weak self] old, _ in
        // Nobody else tells the end of what the old server has shown.
        guard let self, old != nil, number != nil else { return }
        isClosed = true
        service.post(.elapsed)
      })
  }

  private func take(_ signal: SignalMessage) {
    guard let number, signal.arguments.first?.asUInt32 == number else { return }
    switch signal.member.text {
    case "ActionInvoked": if let key = signal.arguments.last?.asString { pressed.append(key) }
    case "NotificationClosed":
      isClosed = true
      let reason = signal.arguments.last?.asUInt32
      isClosedByListener = reason == 2 || reason == 3
    default: return
    }
    service.post(.elapsed)
  }

  /// Takes the notification back.
  func close() async {
    guard let number else { return }
    let call = BusCall(Self.name, Self.path, Self.interface, "CloseNotification", [.uint32(number)])
    _ = try? await service.bus.call(call, timeout: .seconds(1), autoStart: false)
  }
}

import AloudAPI
import BusValues
import DBusKit
import EventLoop

/// The desktop's notifications (`org.freedesktop.Notifications`). The service shows one notification at a time, with
/// its text escaped as the desktop needs it, and with a button if there is a remedy.
@Core
final class NotificationDesktop: NotificationDisplay {
  private static let name: BusName = "org.freedesktop.Notifications"
  private static let path: ObjectPath = "/org/freedesktop/Notifications"
  private static let interface: InterfaceName = "org.freedesktop.Notifications"

  private let bus: LastingBus
  /// The desktop's number of the shown notification; 0 if none is shown.
  private var shown: UInt32 = 0
  /// Grows with each notification and each withdrawal, so that late answers about an older one are recognized.
  private var round = 0
  /// The remedy of the shown notification's button.
  private var remedy: Remedy?
  private var buttons: MatchToken?
  private let perform: @Core (Remedy) -> Void

  /// - Parameter perform: gets the remedy whose button was pressed.
  init(bus: LastingBus, perform: @escaping @Core (Remedy) -> Void) { (self.bus, self.perform) = (bus, perform) }

  /// The notification server is a new one, which shows nothing.
  func forget() {
    round += 1
    shown = 0
    setRemedy(nil)
  }

  /// Shows a notification in place of the present one.
  func show(_ summary: String, _ body: String, _ remedy: Remedy?) {
    round += 1
    let round = round
    setRemedy(remedy)
    // The capabilities are queried each time: another server may have taken over.
    call("GetCapabilities", []) { [weak self] result in
      guard let self, round == self.round else { return }
      // If the server does not answer, only one capability is assumed: it may read markup.
      let capabilities = result.map { $0.first?.asStrings ?? [] } ?? ["body-markup"]
      let text = NotificationText(summary: summary, body: body, showsMarkup: capabilities.contains("body-markup"))
      let actions = capabilities.contains("actions") ? remedy.map { [$0.key, $0.label] } ?? [] : []
      notify(text, actions, round)
    }
  }

  private func notify(_ text: NotificationText, _ actions: [String], _ round: Int) {
    let entry = ApplicationInterface.name.text
    let arguments: [BusValue] = [
      .string("Aloud"), .uint32(shown), .string(entry), .string(text.summary), .string(text.body), .strings(actions),
      .vardict(["desktop-entry": .string(entry)]), .int32(-1),
    ]
    call("Notify", arguments) { [weak self] values in
      guard let self, let number = values?.first?.asUInt32 else { return }
      // Withdrawn before the desktop had shown it.
      guard round == self.round else { return close(number) }
      shown = number
    }
  }

  /// Withdraws the notification.
  func withdraw() {
    round += 1
    setRemedy(nil)
    guard shown != 0 else { return }
    close(shown)
    shown = 0
  }

  private func close(_ number: UInt32) {
    let call = BusCall(Self.name, Self.path, Self.interface, "CloseNotification", [.uint32(number)])
    try? bus.connection?.send(call, autoStart: false)
  }

  /// Calls `done` with `nil` if there is no answer, or an error.
  private func call(_ member: MemberName, _ arguments: [BusValue], done: @escaping @Core ([BusValue]?) -> Void) {
    guard let connection = bus.connection else { return }
    // The call keeps the connection, since it may fail in a turn after the end of it.
    connection.call(BusCall(Self.name, Self.path, Self.interface, member, arguments), timeout: .seconds(10)) { result in
      guard connection.isOpen else { return }
      done((try? result.get())?.arguments)
    }
  }

  // MARK: The button

  /// Presses are watched only while there is a button.
  private func setRemedy(_ new: Remedy?) {
    remedy = new
    guard new != nil, let connection = bus.connection else { return buttons = nil }
    guard buttons == nil else { return }
    buttons = connection.subscribe(
      MatchRule(sender: Self.name, path: Self.path, interface: Self.interface, member: "ActionInvoked")
    ) { [weak self] signal in
      guard let self, shown != 0, signal.arguments.first?.asUInt32 == shown, let remedy,
        signal.arguments.last?.asString == remedy.key
      else { return }
      perform(remedy)
    }
  }
}

import Announcements
import BusValues
import DBusKit
import EventLoop
import Vocabulary

/// A call of `org.freedesktop.Notifications.Notify` that a monitor has seen.
struct NotifyCall: Equatable {
  /// The types of its arguments.
  private static let signature = "susssasa{sv}i"
  /// The hint on notifications of `aloud notify`, which speaks them itself.
  static let ownHint = "x-aloud-own"
  /// The name of aloud's desktop entry, which stands on its own notices.
  private static let ownEntry = "org.aloud.Aloud"
  private static let hints = NotificationHints.names.union(["urgency", "category", "desktop-entry", ownHint])
  /// Bytes that are read of each text. Nobody listens to more.
  private static let longestText = 128 << 10

  /// The notification.
  var notification: DesktopNotification
  /// The number of the notification that it takes the place of; 0 for a new one.
  var replaces: UInt32
  /// True if aloud itself has made it.
  var isOwn: Bool

  /// Reads a call; `nil` for one of another shape.
  @Core
  init?(_ message: MonitoredMessage) {
    guard message.signature == Self.signature else { return nil }
    // A hint of ours with an endless list in it must not hide the text.
    let whole = try? message.arguments(longestText: Self.longestText) { Self.hints.contains($0) }
    guard let arguments = whole ?? (try? message.arguments(longestText: Self.longestText) { _ in false }) else {
      return nil
    }
    self.init(arguments)
  }

  /// Reads the arguments of a call; `nil` if they have another shape.
  init?(_ arguments: [BusValue]) {
    guard arguments.count == 8, let application = arguments[0].asString, let replaces = arguments[1].asUInt32,
      let summary = arguments[3].asString, let body = arguments[4].asString, let hints = arguments[6].asVardict
    else { return nil }
    let entry = hints["desktop-entry"]?.asString ?? ""
    self.replaces = replaces
    isOwn = entry == Self.ownEntry || hints[Self.ownHint] != nil
    notification = DesktopNotification(
      application: application.isEmpty ? entry : application, summary: summary, body: body, hints: hints)
  }
}

extension DesktopNotification {
  /// A notification with hints as they stand on the bus.
  init(application: String, summary: String, body: String, hints: [String: BusValue]) {
    self.init(application: application, summary: summary, body: body)
    category = hints["category"]?.asString ?? ""
    urgency = NotificationUrgency(hint: hints["urgency"])
    self.hints = NotificationHints(hints)
  }
}

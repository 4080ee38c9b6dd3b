import BusValues
import Configuration
import DBusKit
import EventLoop

/// `aloud --desktop VERB`, as the entries of menus call it: nobody reads what is printed, so that a failure is shown in a
/// notification, and standard input is no text.
@Core
enum DesktopRun {
  /// In front of the verb.
  static let option = "--desktop"
  /// True where this process was called so.
  private(set) static var isOn = false

  /// Takes the option away, and notes that it was there.
  static func taken(from arguments: [String]) -> [String] {
    guard arguments.first == option else { return arguments }
    isOn = true
    return Array(arguments.dropFirst())
  }

  /// Shows a failure; where nobody shows notifications, there is nothing else to be done.
  static func show(_ failure: Failure) async {
    guard !failure.message.isEmpty, let connection = try? BusConnection.session() else { return }
    // A notification may be read on a locked screen.
    // Without an answer nothing is shown that might be private.
    let report = try? await UserSettings.read(task: "read the configuration")
    let isPrivate = report?.settings.service.privateTitles ?? true
    let lines = [failure.message, failure.cure.map { "Try: \($0)" }].compactMap(\.self)
    let body = isPrivate ? "In a terminal, aloud says why." : lines.joined(separator: "\n")
    let entry = "org.aloud.Aloud"
    let call = BusCall(
      "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
      [
        .string("Aloud"), .uint32(0), .string(entry), .string("Aloud cannot do that"), .string(escaped(body)),
        .strings([]), .vardict(["desktop-entry": .string(entry)]), .int32(-1),
      ])
    await withCheckedContinuation { continuation in
      connection.call(call, timeout: .seconds(5)) { _ in continuation.resume() }
    }
  }

  /// Names of files are no markup; most servers read some.
  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

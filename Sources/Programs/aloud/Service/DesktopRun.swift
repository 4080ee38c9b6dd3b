import BusValues
import CommandOutput
import Configuration
import DBusKit
import Documents
import EventLoop

/// `aloud --desktop VERB`, as called by menu entries. Its output is not seen, so a failure is shown in a notification,
/// and standard input is not read as a text.
@Core
enum DesktopRun {
  /// The option, which precedes the verb.
  static let option = "--desktop"
  /// True if this process was called with the option.
  private(set) static var isOn = false

  /// Removes the option, and remembers that it was there.
  static func taken(from arguments: [String]) -> [String] {
    guard arguments.first == option else { return arguments }
    isOn = true
    return Array(arguments.dropFirst())
  }

  /// Shows a failure. Without a notification server nothing more can be done.
  static func show(_ failure: Failure) async {
    guard !failure.message.isEmpty, let connection = try? BusConnection.session() else { return }
    // A notification may be seen on a locked screen. If the setting is unknown, private text is hidden.
    let report = try? await UserSettings.read(task: "read the configuration")
    let isPrivate = report.map { $0.loss > .nothing || $0.settings.service.privateTitles } ?? true
    let lines = [failure.message, failure.cure.map { "Try: \($0)" }].compactMap(\.self)
    let body = isPrivate ? "In a terminal, aloud says why." : lines.joined(separator: "\n")
    let entry = "org.aloud.Aloud"
    // File names are not markup, but most servers interpret some.
    let call = BusCall(
      "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "Notify",
      [
        .string("Aloud"), .uint32(0), .string(entry), .string("Aloud cannot do that"), .string(Line.escaped(body)),
        .strings([]), .vardict(["desktop-entry": .string(entry)]), .int32(-1),
      ])
    await withCheckedContinuation { continuation in
      connection.call(call, timeout: .seconds(5)) { _ in continuation.resume() }
    }
  }
}

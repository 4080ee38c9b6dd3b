import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// A notification server of a real desktop, on a display without a screen.
@Core
struct NotificationDesktop {
  static let server: BusName = "org.freedesktop.Notifications"
  /// The reason for missing rows.
  static let needed = "install notify-send (libnotify-bin), Xvfb (xvfb), and dunst or notification-daemon"
  private static let others = ["/usr/lib/notification-daemon/notification-daemon"]

  /// Variables for programs that show notifications.
  let environment: [String: String]
  /// The name of the server's program.
  let name: String
  private let processes: [RunningProcess]

  /// Starts the display and the server.
  ///
  /// - Returns: `nil` if something is not installed.
  static func start(_ rig: Rig) async throws -> NotificationDesktop? {
    let daemon = Rig.find("dunst") ?? others.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let daemon, Rig.find("Xvfb") != nil, Rig.find("notify-send") != nil else { return nil }
    let display = try await XDisplay.start(in: rig.desktop)
    let process = try rig.start([daemon], environment: display.environment)
    try await rig.desktop.waitUntilOwned(server.text, by: process)
    return NotificationDesktop(
      environment: display.environment, name: daemon.split(separator: "/").last.map(String.init) ?? daemon,
      processes: [process, display.server])
  }

  /// Ends the server, then the display.
  func end() async throws {
    for process in processes { _ = try await process.end() }
  }
}

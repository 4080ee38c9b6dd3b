import DesktopSupport
import EventLoop

/// A display with a window manager, and a window that fills it at times.
@Core
final class FilledScreen {
  private let sender: NotificationSender
  private let windows: RunningProcess
  /// Tells the active window.
  private let active: RunningProcess
  private var film: RunningProcess?

  private init(_ sender: NotificationSender, windows: RunningProcess, active: RunningProcess) {
    (self.sender, self.windows, self.active) = (sender, windows, active)
  }

  /// Starts the window manager on the display of `sender`. It ends with the desktop.
  static func open(_ sender: NotificationSender) async throws -> FilledScreen {
    // A program can only follow a property whose name is known to the X server.
    try await sender.run("xprop", "-root", "-f", "_NET_ACTIVE_WINDOW", "32x", "-set", "_NET_ACTIVE_WINDOW", "0x0")
    return FilledScreen(
      sender, windows: try sender.desktop.start(["jwm"], environment: sender.environment),
      active: try spy(["-root", "-notype", "_NET_ACTIVE_WINDOW"], sender))
  }

  /// Opens a window, and waits until the window manager tells that it fills the screen.
  func fill() async throws {
    film = try sender.desktop.start(["xterm", "-fullscreen", "-e", "sleep", "1000"], environment: sender.environment)
    let window = try await active.waitForOutput("its window") { @Sendable in Self.lastWindow(in: $0) }
    let state = try Self.spy(["-id", window, "-notype", "_NET_WM_STATE"], sender)
    _ = try await state.waitForOutput("its state") { @Sendable in $0.contains("_FULLSCREEN") ? "" : nil }
    _ = try await state.end()
  }

  /// Closes the window, and waits until there is none.
  func empty() async throws {
    _ = try await film?.end()
    _ = try await active.waitForOutput("no window") { @Sendable in Self.lastWindow(in: $0) == nil ? "" : nil }
  }

  private static func spy(_ arguments: [String], _ sender: NotificationSender) throws -> RunningProcess {
    try sender.desktop.start(["stdbuf", "-oL", "xprop", "-spy"] + arguments, environment: sender.environment)
  }

  /// The active window in the lines of `xprop -spy`; `nil` for none.
  nonisolated private static func lastWindow(in output: String) -> String? {
    guard output.hasSuffix("\n"), let line = output.split(separator: "\n").last else { return nil }
    guard let word = line.split(separator: " ").first(where: { $0.hasPrefix("0x") }), word != "0x0" else {
      return nil
    }
    return String(word.prefix { $0 != "," })
  }
}

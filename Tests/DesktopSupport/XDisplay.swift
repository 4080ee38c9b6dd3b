/// A display of X11 without a screen.
public struct XDisplay: Sendable {
  /// The X server.
  public let server: RunningProcess
  /// The environment of programs on the display.
  public let environment: [String: String]

  /// Starts the display. It keeps its state when its last program ends.
  public static func start(in desktop: PrivateDesktop) async throws -> XDisplay {
    let server = try desktop.start([
      "Xvfb", "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset",
    ])
    let number = try await server.waitForOutput("its display") { @Sendable output in
      output.hasSuffix("\n") ? output.split(separator: "\n").first.map(String.init) : nil
    }
    return XDisplay(
      server: server, environment: ["DISPLAY": ":\(number)", "WAYLAND_DISPLAY": "", "NO_AT_BRIDGE": "1"])
  }
}

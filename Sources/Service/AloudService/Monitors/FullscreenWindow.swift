import EventLoop
import Glibc

/// Whether a window fills the screen, where the desktop tells it: on X11, by the properties that window managers set
/// (Extended Window Manager Hints: `_NET_ACTIVE_WINDOW` and `_NET_WM_STATE`). It is queried on demand.
@Core
enum FullscreenWindow {
  /// The time that the X server has to answer.
  private static let patience = Duration.milliseconds(500)

  /// Asks. Without an X server or without `xprop` nothing fills the screen.
  ///
  /// - Returns: true if `done` is called once, in a later turn; false if the desktop tells nothing.
  static func ask(_ done: @escaping @Core (Bool) -> Void) -> Bool {
    guard isAskable else { return false }
    Task { @Core in
      guard let window = window(in: await property("_NET_ACTIVE_WINDOW", of: ["-root"])) else { return done(false) }
      done(isFullscreen(await property("_NET_WM_STATE", of: ["-id", window])))
    }
    return true
  }

  /// True if there is an X server that knows of all windows. On Wayland, it knows only of its own.
  static var isAskable: Bool { has("DISPLAY") && !has("WAYLAND_DISPLAY") }

  private static func has(_ variable: String) -> Bool { getenv(variable).map { $0.pointee != 0 } ?? false }

  private static func property(_ name: String, of target: [String]) async -> String {
    let result = await ToolRun.run(["xprop"] + target + ["-notype", name], limit: 4096, patience: patience)
    return result.end == .exited(0) ? String(decoding: result.output, as: UTF8.self) : ""
  }

  /// The window in a line such as `_NET_ACTIVE_WINDOW: window id # 0x1400003`; `nil` for none.
  nonisolated static func window(in line: String) -> String? {
    guard let mark = line.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
    let word = line[line.index(after: mark)...].split { $0 == " " || $0 == "," || $0 == "\n" }.first
    guard let word, word.hasPrefix("0x"), let number = UInt32(word.dropFirst(2), radix: 16), number != 0 else {
      return nil
    }
    return String(word)
  }

  /// True for a line such as `_NET_WM_STATE = _NET_WM_STATE_FULLSCREEN, _NET_WM_STATE_ABOVE`.
  nonisolated static func isFullscreen(_ line: String) -> Bool {
    line.split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "=" }.contains("_NET_WM_STATE_FULLSCREEN")
  }
}

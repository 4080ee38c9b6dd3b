import EventLoop
import Glibc

/// The programs that are asked what the desktop wants, where nothing else tells it.
@Core
enum DesktopTools {
  /// A program that is not installed.
  struct Missing: Equatable {
    /// The state of the desktop that is not seen without it.
    let fact: String
    /// Its name.
    let program: String
    /// Debian's package with it.
    let package: String
  }

  /// The programs that this desktop needs and does not have. They are looked for along `PATH`.
  static var missing: [Missing] {
    [
      FullscreenWindow.isAskable
        ? Missing(fact: "a window that fills the screen", program: "xprop", package: "x11-utils") : nil,
      DoNotDisturb.desktopOfSettings.map {
        Missing(fact: "\($0)'s do-not-disturb", program: "gsettings", package: "libglib2.0-bin")
      },
    ].compactMap { $0 }.filter { !isInstalled($0.program) }
  }

  /// True if a program is found along `PATH`.
  static func isInstalled(_ program: String) -> Bool {
    // The default of execvp(3), which starts them.
    let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}

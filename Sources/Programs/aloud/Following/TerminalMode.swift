import CommandOutput
import EventLoop
import Glibc
import Pager

/// The terminal's mode for a full-screen program, and its mode before.
///
/// The terminal gets its former mode again however the process exits.
@Core
final class TerminalMode {
  private(set) var isEntered = false
  private let usesScreen: Bool
  private let isExplicit: Bool
  /// The sequence that undoes the settings of directions.
  private var undoing = ""

  /// - Parameters:
  ///   - usesScreen: true if the program paints the whole screen; false if it only reads single keys.
  ///   - isExplicit: true if the terminal is asked not to reorder right-to-left text.
  init(usesScreen: Bool, isExplicit: Bool = false) {
    (self.usesScreen, self.isExplicit) = (usesScreen, isExplicit)
    if isExplicit { undoing = Self.implicit }
  }

  /// Notes that the terminal gets the direction of each row from now on.
  func tellsDirections() {
    undoing = Self.noPath
    if isEntered { FormerTerminal.undoing = undoing }
  }

  /// True if single keys can be read: input and output are a terminal.
  static var hasKeys: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  // The sequences in order: the other screen, no cursor, no wrapping at the right edge.
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[H\u{1B}[2J"
  fileprivate nonisolated static let leaving = "\u{1B}[m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  /// BDSM of ECMA-48: the terminal does not reorder text.
  private static let explicit = "\u{1B}[8l"
  private static let implicit = "\u{1B}[8h"
  /// SCP of ECMA-48: the terminal's default direction.
  private static let noPath = "\u{1B}[0 k"

  func enter(_ console: Console) {
    guard !isEntered else { return }
    isEntered = true
    var before = termios()
    if Self.hasKeys, tcgetattr(STDIN_FILENO, &before) == 0 {
      var raw = before
      // Ctrl-C and Ctrl-Z remain signals, and do not discard output.
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
      raw.c_lflag |= tcflag_t(NOFLSH)
      raw.c_iflag &= ~tcflag_t(IXON)
      FormerTerminal.remember(before, hasScreen: usesScreen, undoing: undoing)
      tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    } else if usesScreen {
      FormerTerminal.remember(nil, hasScreen: true, undoing: undoing)
    }
    if usesScreen { console.write(Self.entering + (isExplicit ? Self.explicit : "")) }
  }

  func leave(_ console: Console) {
    guard isEntered else { return }
    isEntered = false
    if usesScreen { console.write(undoing + Self.leaving) }
    // Input that was typed and not read must not reach the shell.
    if var before = FormerTerminal.forget() { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
  }
}

/// The terminal's former mode, which is set again at the end of the process, even at an `exit` during a write.
enum FormerTerminal {
  // Owned by the thread of the core loop, which is the main thread; exit handlers run on it too.
  private nonisolated(unsafe) static var mode: termios?
  private nonisolated(unsafe) static var hasScreen = false
  fileprivate nonisolated(unsafe) static var undoing = ""
  private nonisolated(unsafe) static var isRegistered = false

  /// The time, in milliseconds, that a terminal has at the end to accept the earlier output.
  private static let patience: CInt = 1000

  static func remember(_ mode: termios?, hasScreen: Bool, undoing: String) {
    (Self.mode, Self.hasScreen, Self.undoing) = (mode, hasScreen, undoing)
    guard !isRegistered else { return }
    isRegistered = true
    atexit { FormerTerminal.restore() }
  }

  /// Returns the former mode and forgets it; nothing is left to do at the end.
  static func forget() -> termios? {
    defer { (mode, hasScreen, undoing) = (nil, false, "") }
    return mode
  }

  private static func restore() {
    if hasScreen {
      var room = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      // A terminal that does not accept output gets at least this; it begins with a byte that cancels an incomplete
      // sequence.
      if poll(&room, 1, patience) == 0 { tcflush(STDOUT_FILENO, TCOFLUSH) }
      let bytes = Array("\u{18}\(undoing)\(TerminalMode.leaving)".utf8)
      _ = StandardStream.write(bytes[...], to: STDOUT_FILENO)
    }
    guard var before = forget() else { return }
    tcflush(STDIN_FILENO, TCIFLUSH)
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }
}

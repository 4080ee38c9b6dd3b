import EventLoop
import Glibc

/// The terminal as a program of whole screens needs it, and as it was before.
@Core
final class TerminalMode {
  private var before = termios()
  private(set) var isEntered = false
  private let usesScreen: Bool

  /// - Parameter usesScreen: whether the whole screen is painted; else only the keys come one by one.
  init(usesScreen: Bool) { self.usesScreen = usesScreen }

  /// Whether keys can be had one by one: both ends are a terminal.
  static var hasKeys: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  // In this order: the other screen, no cursor, no wrapping at the right edge; each row's direction by its text.
  private static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2501h\u{1B}[H\u{1B}[2J"
  private static let leaving = "\u{1B}[m\u{1B}[?2501l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  func enter(_ console: Console) {
    guard !isEntered else { return }
    isEntered = true
    if Self.hasKeys, tcgetattr(STDIN_FILENO, &before) == 0 {
      var raw = before
      // Ctrl-C and Ctrl-Z stay signals.
      raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
      raw.c_iflag &= ~tcflag_t(IXON)
      tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    }
    if usesScreen { console.write(Self.entering) }
  }

  func leave(_ console: Console) {
    guard isEntered else { return }
    isEntered = false
    if usesScreen { console.write(Self.leaving) }
    // What was typed and not read is not for the shell.
    if Self.hasKeys { tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
  }
}

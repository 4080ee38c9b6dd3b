import Documents
import Glibc

/// The terminal, pipe or file that the command line writes to, and what it can show.
struct Console: Sendable {
  /// Whether standard output is a terminal.
  let isTerminal: Bool
  /// Whether lines may be painted and painted over: a terminal, not `dumb`, and no `NO_COLOR`.
  let isPainted: Bool
  /// Whether text may be moved over in place: a terminal that is not `dumb`.
  let isMovable: Bool
  let symbols: Symbols

  /// The console of this process.
  static let standard = Console(environment: { name in getenv(name).map { String(cString: $0) } })

  init(environment: (String) -> String?) {
    isTerminal = isatty(STDOUT_FILENO) == 1
    let term = environment("TERM") ?? ""
    isMovable = isTerminal && term != "dumb" && !term.isEmpty
    isPainted = isMovable && (environment("NO_COLOR") ?? "").isEmpty
    symbols = Symbols.showsUnicode(environment: environment) ? .unicode : .ascii
  }

  /// Columns of the terminal, or no limit where there is none.
  var width: Int { isTerminal ? TerminalSize.columns(STDOUT_FILENO) : .max }

  /// Columns and rows of the terminal; a common size where it does not say.
  var size: (columns: Int, rows: Int) {
    guard let size = TerminalSize.of(STDOUT_FILENO), size.columns > 0, size.rows > 0 else { return (80, 24) }
    return size
  }

  /// `text` in bold where that shows.
  func bold(_ text: String) -> String {
    let text = Line.printable(text)
    return isPainted ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  /// `text` in the colour of good or bad news where colours show.
  func colored(_ text: String, good: Bool) -> String {
    isPainted ? "\u{1B}[\(good ? 32 : 31)m\(text)\u{1B}[0m" : text
  }

  /// Writes one line, or several, to standard output: what comes from elsewhere in it commands no terminal.
  func print(_ line: String) { printPainted(Line.printable(line)) }

  /// Writes a line in which this program itself has put what the terminal is to do.
  func printPainted(_ line: String) { write(line + "\n") }

  /// Writes text to standard output at once. A reader that has gone ends the process as it ends any other filter.
  func write(_ text: String) { write(bytes: Array(text.utf8)[...]) }

  /// Writes bytes to standard output at once, whatever they encode; see ``write(_:)``.
  func write(bytes: ArraySlice<UInt8>) {
    switch StandardStream.write(bytes, to: STDOUT_FILENO) {
    case .done: return
    case .interrupted(let signal): exit((signal == SIGINT ? Outcome.interrupted : .failed).rawValue)
    case .failed:
      if errno == EPIPE { Self.endWithoutReader() }
      let reason = String(cString: strerror(errno))
      Self.complain("cannot write to standard output: \(reason)")
      exit(Outcome.failed.rawValue)
    }
  }

  /// Ends the process as a pipe without a reader ends any other filter: by SIGPIPE, without a word.
  static func endWithoutReader() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // Where whoever started us blocks the signal.
    exit(Outcome.failed.rawValue)
  }

  /// Whether somebody at a terminal sees what is told beside the output.
  static var hasListener: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes one line to standard error: of interest for a person, and of none for a program.
  static func tell(_ line: String) {
    _ = StandardStream.write(Array(Line.printable(line + "\n").utf8)[...], to: STDERR_FILENO)
  }

  /// Writes `aloud: message` and, where there is a cure, `try: cure` to standard error.
  static func complain(_ message: String, cure: String? = nil) {
    let text = Line.printable("aloud: \(message)\n" + (cure.map { "try: \($0)\n" } ?? ""))
    _ = StandardStream.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}

import Documents
import Glibc

/// The terminal, pipe or file to which the command line writes, with its abilities.
package struct Console: Sendable {
  /// True if standard output is a terminal.
  package let isTerminal: Bool
  /// True if lines may be coloured and overwritten: a terminal that is not `dumb`, without `NO_COLOR`.
  package let isPainted: Bool
  /// True if the cursor can be moved: a terminal that is not `dumb`.
  package let isMovable: Bool
  /// The symbols for the output: ASCII if the terminal is `dumb`, for ``plainOption``, or if the locale has no UTF-8.
  package let symbols: Symbols

  /// The option for output without signs and colours, of each verb that has some.
  package static let plainOption = "--plain"

  /// The console of this process.
  package static let standard = Console(
    environment: { name in getenv(name).map { String(cString: $0) } },
    isPlain: CommandLine.arguments.dropFirst().prefix { $0 != "--" }.contains(plainOption))

  /// - Parameter isPlain: true for a screen reader, or another program that signs and colours disturb: the abilities
  ///   are those of a terminal that is `dumb`.
  package init(environment: (String) -> String?, isPlain: Bool = false) {
    isTerminal = isatty(STDOUT_FILENO) == 1
    let term = environment("TERM") ?? ""
    let isDumb = isPlain || term == "dumb"
    isMovable = isTerminal && !isDumb && !term.isEmpty
    isPainted = isMovable && (environment("NO_COLOR") ?? "").isEmpty
    symbols = !isDumb && Symbols.showsUnicode(environment: environment) ? .unicode : .ascii
  }

  /// The columns of the terminal; no limit without a terminal.
  package var width: Int { isTerminal ? TerminalSize.columns(STDOUT_FILENO) : .max }

  /// The columns and rows of the terminal; a common size if they are unknown.
  package var size: (columns: Int, rows: Int) {
    guard let size = TerminalSize.of(STDOUT_FILENO), size.columns > 0, size.rows > 0 else { return (80, 24) }
    return size
  }

  /// `text` in bold if the terminal shows that.
  package func bold(_ text: String) -> String {
    let text = Line.printable(text)
    return isPainted ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  /// `text` in the colour of good or bad news if the terminal shows colours.
  package func colored(_ text: String, good: Bool) -> String {
    isPainted ? "\u{1B}[\(good ? 32 : 31)m\(text)\u{1B}[0m" : text
  }

  /// Writes one or more lines to standard output. Control characters from elsewhere are made visible, so that they
  /// cannot command the terminal.
  package func print(_ line: String) { printPainted(Line.printable(line)) }

  /// Writes a line that contains this program's own control sequences.
  package func printPainted(_ line: String) { write(line + "\n") }

  /// Writes text to standard output at once. If the reader has gone, the process ends like any other filter.
  package func write(_ text: String) { write(bytes: Array(text.utf8)[...]) }

  /// Writes bytes to standard output at once, in any encoding; see ``write(_:)``.
  package func write(bytes: ArraySlice<UInt8>) {
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

  /// Ends the process like any filter whose pipe has no reader: by SIGPIPE, without a message.
  package static func endWithoutReader() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // Reached if the parent process has blocked the signal.
    exit(Outcome.failed.rawValue)
  }

  /// True if standard error is a terminal, so that messages beside the output are seen.
  package static var hasListener: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes one line to standard error, for people and not for programs.
  package static func tell(_ line: String) {
    _ = StandardStream.write(Array(Line.printable(line + "\n").utf8)[...], to: STDERR_FILENO)
  }

  /// Writes `aloud: message` and, if there is a cure, `try: cure` to standard error.
  package static func complain(_ message: String, cure: String? = nil) {
    let text = Line.printable("aloud: \(message)\n" + (cure.map { "try: \($0)\n" } ?? ""))
    _ = StandardStream.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}

import Glibc

/// The sizes of terminals.
package enum TerminalSize {
  /// The columns and rows of a descriptor's terminal, each 0 if unknown; `nil` if it is not a terminal.
  package static func of(_ descriptor: CInt) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The columns; a common number if unknown.
  package static func columns(_ descriptor: CInt) -> Int {
    guard let size = of(descriptor), size.columns > 0 else { return 80 }
    return size.columns
  }
}

import Glibc

/// How large terminals are.
enum TerminalSize {
  /// Columns and rows of the terminal behind a descriptor, each 0 where it does not say; `nil` where there is none.
  static func of(_ descriptor: CInt) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Columns; a common number where it does not say.
  static func columns(_ descriptor: CInt) -> Int {
    guard let size = of(descriptor), size.columns > 0 else { return 80 }
    return size.columns
  }
}

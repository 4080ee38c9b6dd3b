import Glibc

/// Writing to standard output and standard error, where nobody may read: a pager that has its page, a terminal that
/// stands still. The signals that end the process are handled by the loop then, which this call holds up.
enum StandardStream {
  enum Result: Equatable {
    case done
    /// With `errno`.
    case failed
    /// A signal came that ends the process, before all was written.
    case interrupted(CInt)
  }

  /// The number of bytes that a pipe takes at once where there is room at all.
  private static let piece = 4096
  /// The time, in milliseconds, after which a waiting signal is looked for.
  private static let patience: CInt = 100

  /// Writes all of it, however long that takes.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) -> Result {
    var rest = bytes
    while !rest.isEmpty {
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&room, 1, patience) == 0 {
        if let signal = waitingSignal { return .interrupted(signal) }
        continue
      }
      let count = rest.prefix(piece).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return .failed
      }
      rest = rest.dropFirst(count)
    }
    return .done
  }

  /// A signal that ends the process, and that the loop has not been able to take.
  private static var waitingSignal: CInt? {
    var waiting = sigset_t()
    guard sigpending(&waiting) == 0 else { return nil }
    return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].first { sigismember(&waiting, $0) == 1 }
  }
}

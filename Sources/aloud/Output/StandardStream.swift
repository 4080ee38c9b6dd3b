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

  /// A terminal takes what it has room for, and a longer piece would be waited for by the kernel, out of reach of any
  /// signal. A descriptor of our own does not wait; the one that we share with the shell stays as it is.
  private static let terminals: [CInt: CInt] = {
    var own: [CInt: CInt] = [:]
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] where isatty(descriptor) == 1 {
      let opened = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if opened >= 0 { own[descriptor] = opened }
    }
    return own
  }()
  /// The time, in milliseconds, after which a waiting signal is looked for.
  private static let patience: CInt = 100

  /// Writes all of it, however long that takes.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) -> Result {
    var rest = bytes
    let descriptor = terminals[descriptor] ?? descriptor
    while !rest.isEmpty {
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&room, 1, patience) == 0 {
        if let signal = waitingSignal { return .interrupted(signal) }
        continue
      }
      let count = rest.prefix(piece).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EAGAIN {
          // Room for a byte, and two are wanted: a terminal makes two of a line end.
          if let signal = waitingSignal { return .interrupted(signal) }
          _ = poll(nil, 0, patience / 10)
          continue
        }
        return .failed
      }
      rest = rest.dropFirst(count)
    }
    return .done
  }

  /// A signal that ends the process, and that the loop has taken. Set and read by the thread of the core loop.
  nonisolated(unsafe) static var endingSignal: CInt?

  /// A signal that ends the process, taken by the loop or not.
  private static var waitingSignal: CInt? {
    if let endingSignal { return endingSignal }
    var waiting = sigset_t()
    guard sigpending(&waiting) == 0 else { return nil }
    return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].first { sigismember(&waiting, $0) == 1 }
  }
}

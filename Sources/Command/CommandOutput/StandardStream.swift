import Glibc

/// Writes to standard output and standard error even if their reader has stopped: a pager with a full page, or a paused
/// terminal. The loop handles signals that end the process, and this call blocks the loop, so it checks for them
/// itself.
package enum StandardStream {
  /// The way in which a write has ended.
  package enum Result: Equatable {
    case done
    /// The write failed, with `errno`.
    case failed
    /// A signal that ends the process arrived before everything was written.
    case interrupted(CInt)
  }

  /// The number of bytes that a pipe with any room takes at once.
  private static let piece = 4096

  /// Own non-blocking descriptors of the terminals. A terminal takes only the bytes that it has room for, and the
  /// kernel would wait for the rest of a longer piece without reacting to signals. The descriptor shared with the shell
  /// is not changed.
  private static let terminals: [CInt: CInt] = {
    var own: [CInt: CInt] = [:]
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] where isatty(descriptor) == 1 {
      let opened = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if opened >= 0 { own[descriptor] = opened }
    }
    return own
  }()
  /// The interval, in milliseconds, of checks for a pending signal.
  private static let patience: CInt = 100

  /// Writes all bytes, without a time limit.
  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) -> Result {
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
          // There is room for one byte, but two are needed: terminals expand a line end to two.
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

  /// A signal that ends the process and that the loop has handled. Used on the thread of the core loop.
  package nonisolated(unsafe) static var endingSignal: CInt?

  /// A signal that ends the process, handled by the loop or pending.
  private static var waitingSignal: CInt? {
    if let endingSignal { return endingSignal }
    var waiting = sigset_t()
    guard sigpending(&waiting) == 0 else { return nil }
    return [SIGINT, SIGTERM, SIGHUP, SIGQUIT].first { sigismember(&waiting, $0) == 1 }
  }
}

import BusValues
import DBusKit
import EventLoop
import Glibc

/// What `follow` waits for beside the service's signals.
extension Service {
  /// In a notice of changed properties: the reading has jumped to another place.
  static let jump = "Position"

  /// From now on ``next()`` tells of jumps, of the terminal's size, and of the keys.
  ///
  /// Ctrl-Z and Ctrl-\\ take effect at once, whatever is waited for.
  func listenToTerminal(_ mode: TerminalMode, _ console: Console, keys: Bool) {
    // The position is no property that is announced; MPRIS tells of jumps.
    listen(
      to: MatchRule(
        path: "/org/mpris/MediaPlayer2", interface: "org.mpris.MediaPlayer2.Player", member: "Seeked"),
      as: .changed([Self.jump]))
    keep(Core.loop.onSignal(SIGWINCH) { [weak self] in self?.post(.signal(SIGWINCH)) })
    keep(
      Core.loop.onSignal(SIGTSTP) { [weak self] in
        mode.leave(console)
        kill(getpid(), SIGSTOP)
        mode.enter(console)
        // The screen is painted anew, perhaps in another size.
        self?.post(.signal(SIGWINCH))
      })
    keep(
      Core.loop.onSignal(SIGQUIT) {
        mode.leave(console)
        // As any program ends by it, with a core file where these are wanted.
        signal(SIGQUIT, SIG_DFL)
        var quit = sigset_t()
        sigemptyset(&quit)
        sigaddset(&quit, SIGQUIT)
        raise(SIGQUIT)
        pthread_sigmask(SIG_UNBLOCK, &quit, nil)
      })
    guard keys else { return }
    var source: EventSource?
    source = Core.loop.watch(STDIN_FILENO, for: .readable) { [weak self] _ in
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 {
        self?.post(.input(Array(buffer[..<count])))
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        // The terminal has gone.
        source?.cancel()
        source = nil
        self?.post(.signal(SIGHUP))
      }
    }
    if let source { keep(source) }
  }
}

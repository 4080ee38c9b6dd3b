import BusValues
import CommandOutput
import DBusKit
import EventLoop
import Glibc

/// The notices for `follow` besides the service's signals.
extension Service {
  /// From now on, ``next()`` also returns jumps, changes of the terminal's size, and keys.
  ///
  /// Ctrl-Z and Ctrl-\\ take effect at once, also during a wait.
  func listenToTerminal(_ mode: TerminalMode, _ console: Console, keys: Bool) {
    listenToJumps()
    keep(Core.loop.onSignal(SIGWINCH) { [weak self] in self?.post(.signal(SIGWINCH)) })
    keep(
      Core.loop.onSignal(SIGTSTP) { [weak self] in
        mode.leave(console)
        kill(getpid(), SIGSTOP)
        mode.enter(console)
        // The screen is painted again; its size may have changed.
        self?.post(.signal(SIGWINCH))
      })
    keep(
      Core.loop.onSignal(SIGQUIT) {
        mode.leave(console)
        // The process ends as any program does at this signal, with a core file if these are enabled.
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

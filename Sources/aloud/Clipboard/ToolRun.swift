import EventLoop
import Glibc

/// Runs a program and collects its output.
@Core
final class ToolRun {
  /// The end of the run.
  enum End: Equatable {
    case exited(CInt)
    /// The program does not exist.
    case absent
    /// The program could not be started, with the reason.
    case notStarted(String)
    /// The program did not end in time and was killed.
    case late
    /// The program's output exceeded the limit, and it was killed.
    case tooMuch
  }

  struct Result: Equatable {
    var end: End
    var output: [UInt8]
    var errors: String
  }

  private var output: [UInt8] = []
  private var errors: [UInt8] = []
  private var openPipes = 2
  private var exit: End?
  private var sources: [EventSource] = []
  private var timer: TimerToken?
  private var waiting: CheckedContinuation<End, Never>?
  private let process: pid_t
  private let limit: Int

  /// Runs `command`, found along `PATH`, until it ends.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes of output.
  ///   - patience: the time limit. A program may wait for another one that hangs.
  static func run(_ command: [String], limit: Int, patience: Duration) async -> Result {
    let spawned: Spawned
    do throws(SpawnError) { spawned = try spawn(command) } catch {
      let end = error.number == ENOENT ? End.absent : .notStarted(String(cString: strerror(error.number)).lowercased())
      return Result(end: end, output: [], errors: "")
    }
    let run = ToolRun(spawned, limit: limit, patience: patience)
    let end = await run.wait()
    return Result(end: end, output: run.output, errors: String(decoding: run.errors, as: UTF8.self))
  }

  private init(_ spawned: Spawned, limit: Int, patience: Duration) {
    process = spawned.process
    self.limit = limit
    collect(spawned.output) { [weak self] in self?.output += $0 }
    collect(spawned.errors) { [weak self] in self?.errors += $0.prefix(4096) }
    sources.append(
      Core.loop.onExit(of: process) { [weak self] exit in
        if case .exited(let code) = exit { self?.exit = .exited(code) } else { self?.exit = .exited(-1) }
        self?.check()
      })
    timer = Core.loop.schedule(after: patience) { [weak self] in self?.give(up: .late) }
  }

  private func wait() async -> End {
    defer {
      if let timer { Core.loop.cancel(timer) }
      for source in sources { source.cancel() }
    }
    return await withCheckedContinuation { continuation in
      waiting = continuation
      check()
    }
  }

  /// Ends the run when the program has ended and its output is closed. The child process of xclip does not keep the
  /// pipes open, but a child of a shell may.
  private func check() {
    guard let exit, openPipes == 0, let waiting else { return }
    self.waiting = nil
    waiting.resume(returning: exit)
  }

  private func give(up end: End) {
    guard let waiting else { return }
    self.waiting = nil
    kill(process, SIGKILL)
    waiting.resume(returning: end)
  }

  private func collect(_ descriptor: CInt, _ take: @escaping @Core (ArraySlice<UInt8>) -> Void) {
    var source: EventSource?
    source = Core.loop.watch(descriptor, for: .readable) { [weak self] _ in
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        take(buffer[..<count])
        if let self, output.count > limit { give(up: .tooMuch) }
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        source?.cancel()
        source = nil
        close(descriptor)
        self?.openPipes -= 1
        self?.check()
      }
    }
    sources.append(source!)
  }

  private typealias Spawned = (process: pid_t, output: CInt, errors: CInt)

  private struct SpawnError: Error { var number: CInt }

  private static func spawn(_ command: [String]) throws(SpawnError) -> Spawned {
    var ends: [[CInt]] = []
    for _ in 0..<2 {
      var pipe: [CInt] = [-1, -1]
      guard Glibc.pipe(&pipe) == 0 else {
        let number = errno
        for end in ends.joined() { close(end) }
        throw SpawnError(number: number)
      }
      for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      ends.append(pipe)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[0][1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1][1], STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The program needs the signals that this process blocks for its event loop.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, environ)
    for pipe in ends { close(pipe[1]) }
    guard failure == 0 else {
      for pipe in ends { close(pipe[0]) }
      throw SpawnError(number: failure)
    }
    return (process, ends[0][0], ends[1][0])
  }
}

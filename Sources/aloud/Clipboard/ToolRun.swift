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
    do throws(ProgramStart.Failure) { spawned = try spawn(command) } catch {
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

  private static func spawn(_ command: [String]) throws(ProgramStart.Failure) -> Spawned {
    var ends: [[CInt]] = []
    for _ in 0..<2 {
      var pipe: [CInt] = [-1, -1]
      guard Glibc.pipe(&pipe) == 0 else {
        let number = errno
        for end in ends.joined() { close(end) }
        throw ProgramStart.Failure(number: number)
      }
      for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      ends.append(pipe)
    }
    defer { for pipe in ends { close(pipe[1]) } }
    let start = ProgramStart(
      command, isSearched: true,
      files: [
        (STDIN_FILENO, .null(O_RDONLY)), (STDOUT_FILENO, .copy(of: ends[0][1])),
        (STDERR_FILENO, .copy(of: ends[1][1])),
      ], hasUsualSignals: false)
    do throws(ProgramStart.Failure) {
      return (try start.start(), ends[0][0], ends[1][0])
    } catch {
      for pipe in ends { close(pipe[0]) }
      throw error
    }
  }
}

import Glibc

/// Runs a program and collects its output. The program is reaped in any case, also after it was killed.
@Core
public final class ToolRun {
  /// The end of the run.
  public enum End: Equatable, Sendable {
    /// The program ended, with its exit status; -1 if a signal ended it.
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

  /// The end of a run, and all that the program wrote.
  public struct Result: Equatable, Sendable {
    /// The end of the run.
    public var end: End
    /// The standard output.
    public var output: [UInt8]
    /// The standard error, at most 4096 bytes at a time.
    public var errors: String
  }

  private var output: [UInt8] = []
  private var errors: [UInt8] = []
  /// The outputs that are still open.
  private var pipes: [OutputPipe] = []
  private var exit: End?
  private var exitSource: EventSource?
  private var timer: TimerToken?
  private var waiting: CheckedContinuation<End, Never>?
  private let process: pid_t
  private let limit: Int
  /// The most programs that were killed and have not ended. The kernel cannot end one that waits for a dead disk.
  private static let mostDying = 16
  /// The runs that are over while their programs are not. A program that ends without anybody to reap it stays in the
  /// list of processes.
  private static var dying: [ObjectIdentifier: ToolRun] = [:]

  /// Runs `command`, found along `PATH`, until it ends.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes of output.
  ///   - patience: the time limit. A program may wait for another one that hangs.
  public static func run(_ command: [String], limit: Int, patience: Duration) async -> Result {
    guard dying.count < mostDying else {
      return Result(end: .notStarted("\(dying.count) earlier programs do not end"), output: [], errors: "")
    }
    let spawned: Spawned
    do throws(ProgramStart.Failure) { spawned = try spawn(command) } catch {
      let end = error.number == ENOENT ? End.absent : .notStarted(String(cString: strerror(error.number)).lowercased())
      return Result(end: end, output: [], errors: "")
    }
    let run = ToolRun(spawned, limit: limit, patience: patience)
    let end = await run.wait()
    return Result(end: end, output: run.output, errors: String(decoding: run.errors, as: UTF8.self))
  }

  private init(_ spawned: consuming Spawned, limit: Int, patience: Duration) {
    process = spawned.process
    self.limit = limit
    pipes = [
      OutputPipe(spawned.output) { [weak self] in self?.take($0, from: $1, to: \.output) },
      OutputPipe(spawned.errors) { [weak self] in self?.take($0.prefix(4096), from: $1, to: \.errors) },
    ]
    exitSource = Core.loop.onExit(of: process) { [weak self] exit in
      guard let self else { return }
      if case .exited(let code) = exit { self.exit = .exited(code) } else { self.exit = .exited(-1) }
      exitSource = nil
      Self.dying[ObjectIdentifier(self)] = nil
      check()
    }
    timer = Core.loop.schedule(after: patience) { [weak self] in self?.give(up: .late) }
  }

  private func wait() async -> End {
    defer {
      if let timer { Core.loop.cancel(timer) }
      pipes = []
      if exitSource != nil { Self.dying[ObjectIdentifier(self)] = self }
    }
    return await withCheckedContinuation { continuation in
      waiting = continuation
      check()
    }
  }

  /// Ends the run when the program has ended and its output is closed. The child process of xclip does not keep the
  /// pipes open, but a child of a shell may.
  private func check() {
    guard let exit, pipes.isEmpty, let waiting else { return }
    self.waiting = nil
    waiting.resume(returning: exit)
  }

  private func give(up end: End) {
    guard let waiting else { return }
    self.waiting = nil
    // Once it is reaped, its number may be that of another process, while a child of it keeps the output open.
    if exit == nil { kill(process, SIGKILL) }
    waiting.resume(returning: end)
  }

  /// Takes the next bytes of an output; none are its end.
  private func take(
    _ bytes: ArraySlice<UInt8>, from pipe: OutputPipe, to collected: ReferenceWritableKeyPath<ToolRun, [UInt8]>
  ) {
    guard bytes.isEmpty else {
      self[keyPath: collected] += bytes
      if output.count > limit { give(up: .tooMuch) }
      return
    }
    pipes.removeAll { $0 === pipe }
    check()
  }

  /// A started program and our ends of its pipes.
  private struct Spawned: ~Copyable {
    let process: pid_t
    let output, errors: Descriptor
  }

  private static func spawn(_ command: [String]) throws(ProgramStart.Failure) -> Spawned {
    let output = try PipeEnds()
    let errors = try PipeEnds()
    let start = ProgramStart(
      command, isSearched: true,
      files: [
        (STDIN_FILENO, .null(O_RDONLY)), (STDOUT_FILENO, .copy(of: output.writing.number)),
        (STDERR_FILENO, .copy(of: errors.writing.number)),
      ], hasUsualSignals: false)
    return Spawned(process: try start.start(), output: output.reading, errors: errors.reading)
  }
}

/// Both ends of a pipe, closed in programs that this process starts.
private struct PipeEnds: ~Copyable {
  let reading, writing: Descriptor

  init() throws(ProgramStart.Failure) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0, let reading = Descriptor(owning: ends[0]), let writing = Descriptor(owning: ends[1]) else {
      throw ProgramStart.Failure(number: errno)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.reading = reading
    self.writing = writing
  }
}

/// The end of a pipe that a program writes to.
@Core
private final class OutputPipe {
  private let end: Descriptor
  private var source: EventSource?

  /// - Parameter take: gets each piece of the output, and an empty one at its end.
  init(_ end: consuming Descriptor, take: @escaping @Core (ArraySlice<UInt8>, OutputPipe) -> Void) {
    self.end = end
    source = Core.loop.watch(self.end.number, for: .readable) { [weak self] _ in self?.read(take) }
  }

  // The registration ends before the pipe is closed. A program that is being started has our descriptors until it runs,
  // also while this process goes on, so that the kernel would keep the registration of a closed one: the loop would be
  // told of a pipe that it has forgotten.
  isolated deinit { source?.cancel() }

  private func read(_ take: @Core (ArraySlice<UInt8>, OutputPipe) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Glibc.read(end.number, &buffer, buffer.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    // Without its last reference it would end after this call alone.
    if count <= 0 { source?.cancel() }
    take(buffer[..<max(0, count)], self)
  }
}

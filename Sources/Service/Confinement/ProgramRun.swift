import CLinux
import Glibc

/// A program of the listener's that a sealed worker runs (``Confinement/permitPrograms(reading:)``): bytes in, bytes
/// out. Its error output is lost, since it may have the text in it.
///
/// A process beside it keeps it. When the program ends, and when this value or its process is gone, that one kills the
/// program with all processes that it has made: they cannot leave its group.
public struct ProgramRun: ~Copyable {
  /// The program's standard input, not blocking; -1 once it is closed.
  public private(set) var input: Int32
  /// The program's standard output.
  public let output: Int32
  /// Its keeper ends the program when this is closed.
  private let life: Int32
  private let status: Int32
  private let keeper: Int32

  private init(_ input: CInt, _ output: CInt, _ life: CInt, _ status: CInt, keeper: pid_t) {
    (self.input, self.output, self.life, self.status, self.keeper) = (input, output, life, status, keeper)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the absolute path of the program, then its arguments.
  ///   - environment: all of its variables, as `NAME=VALUE`.
  ///   - seconds: the processor time after which the kernel ends it.
  /// - Returns: `nil` if no process or descriptor is free.
  public static func start(
    _ arguments: [String], environment: [String], processorTime seconds: Int
  ) -> ProgramRun? {
    var pipes: [[CInt]] = []
    for _ in 0..<4 {
      var ends: [CInt] = [-1, -1]
      guard pipe(&ends) == 0 else {
        for end in pipes.joined() { close(end) }
        return nil
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes.append(ends)
    }
    let (input, output, life, status) = (pipes[0], pipes[1], pipes[2], pipes[3])
    let words = (arguments: copied(arguments), environment: copied(environment))
    let keeper = aloud_fork()
    if keeper == 0 {
      for end in [input[1], output[0], life[1], status[0]] { close(end) }
      keep(life: life[0], status: status[1]) {
        become(words.arguments, words.environment, input: input[0], output: output[1], seconds)
      } then: {
        close(input[0])
        close(output[1])
      }
    }
    for word in (words.arguments + words.environment).compactMap({ $0 }) { free(word) }
    for end in [input[0], output[1], life[0], status[1]] { close(end) }
    guard keeper > 0 else {
      for end in [input[1], output[0], life[1], status[0]] { close(end) }
      return nil
    }
    _ = fcntl(input[1], F_SETFL, O_NONBLOCK)
    return ProgramRun(input[1], output[0], life[1], status[0], keeper: keeper)
  }

  /// The program has all of its input.
  public mutating func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Waits for the end of a program that has ended its output.
  ///
  /// - Returns: `nil` if it has not ended after this time.
  public func end(within milliseconds: Int32) -> ChildProcess.End? {
    var entry = pollfd(fd: status, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, milliseconds) > 0 else { return nil }
    var code: CInt = 0
    let count = withUnsafeMutableBytes(of: &code) { read(status, $0.baseAddress, $0.count) }
    return count == MemoryLayout<CInt>.size ? ChildProcess.end(code) : nil
  }

  deinit {
    for end in [input, output, life, status] where end >= 0 { close(end) }
    var code: CInt = 0
    while waitpid(keeper, &code, 0) < 0 && errno == EINTR {}
  }

  private static func copied(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] { words.map { strdup($0) } + [nil] }

  // MARK: In the other processes

  /// The work of the keeper.
  ///
  /// - Parameters:
  ///   - become: becomes the program, in a process of its own.
  ///   - then: called when there is that process.
  private static func keep(life: CInt, status: CInt, _ become: () -> Void, then: () -> Void) -> Never {
    setpgid(0, 0)
    guard let childSignal = ChildSignal() else { _exit(1) }
    let program = aloud_fork()
    if program == 0 {
      become()
      _exit(127)
    }
    then()
    var entries = [
      pollfd(fd: life, events: Int16(POLLIN), revents: 0),
      pollfd(fd: childSignal.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while program > 0 {
      _ = poll(&entries, 2, -1)
      if entries[0].revents != 0 { break }
      childSignal.clear()
      var code: CInt = 0
      guard waitpid(program, &code, WNOHANG) == program else { continue }
      _ = withUnsafeBytes(of: &code) { write(status, $0.baseAddress, $0.count) }
      break
    }
    // The whole group, and thus this process, too.
    kill(0, SIGKILL)
    _exit(1)
  }

  private static func become(
    _ arguments: [UnsafeMutablePointer<CChar>?], _ environment: [UnsafeMutablePointer<CChar>?], input: CInt,
    output: CInt, _ seconds: Int
  ) {
    _ = aloud_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL))
    let nowhere = open("/dev/null", O_WRONLY)
    guard nowhere >= 0, dup2(input, 0) == 0, dup2(output, 1) == 1, dup2(nowhere, 2) == 2, let path = arguments[0] else {
      return
    }
    aloud_unblock_signals()
    signal(SIGPIPE, SIG_DFL)
    signal(SIGXFSZ, SIG_DFL)
    _ = aloud_limit(CInt(RLIMIT_CPU.rawValue), UInt64(max(seconds, 1)))
    SystemCalls.restrictProgram()
    _ = aloud_close_from(3)
    execve(path, arguments, environment)
  }
}

import EventLoop
import Glibc
import Vocabulary

/// A started process and our end of its socket.
struct SpawnedProcess: ~Copyable {
  let pid: pid_t
  /// Non-blocking and close-on-exec.
  let socket: Descriptor

  /// Starts `program` with a packet socket as descriptor 3. The process has no input and no output, our error
  /// output, default signals and a bare environment. A process group of its own keeps Ctrl-C in a terminal to the
  /// service.
  init(_ program: HeldProgram, arguments: [String] = []) throws(Trouble) {
    var pair: [CInt] = [-1, -1]
    guard
      socketpair(
        AF_UNIX, CInt(SOCK_SEQPACKET.rawValue) | CInt(bitPattern: SOCK_CLOEXEC.rawValue), 0, &pair) == 0
    else { throw Trouble(.spawnFailed, "socketpair: errno \(errno)") }
    guard let socket = Descriptor(owning: pair[0]), let theirs = Descriptor(owning: pair[1]),
      // The loop needs another descriptor to learn of the process's end, and could not work without it.
      Descriptor(owning: dup(pair[0])) != nil
    else { throw Trouble(.spawnFailed, String(cString: strerror(errno))) }
    let flags = fcntl(pair[0], F_GETFL)
    _ = fcntl(pair[0], F_SETFL, flags | O_NONBLOCK)

    // In older libcs dup2 onto the same descriptor keeps close-on-exec. In a running service the worker's end is never
    // 3. If it is, posix_spawn clears the flag (POSIX.1-2024).
    let start = ProgramStart(
      [program.path] + arguments + program.arguments, executable: program.file, environment: Self.environment,
      files: [(0, .null(O_RDONLY)), (1, .null(O_WRONLY)), (3, .copy(of: theirs.number))], group: .own)
    do throws(ProgramStart.Failure) { pid = try Self.process(start, program) } catch {
      throw Trouble(.spawnFailed, "posix_spawn: errno \(error.number)")
    }
    self.socket = socket
  }

  /// Starts a process, by the program's path if its held file is not found: `/proc` may not be mounted.
  private static func process(_ start: ProgramStart, _ program: HeldProgram) throws(ProgramStart.Failure) -> pid_t {
    do throws(ProgramStart.Failure) { return try start.start() } catch {
      guard error.number == ENOENT, program.isHeld else { throw error }
      var other = start
      other.executable = program.path
      return try other.start()
    }
  }

  /// Hands our end of the socket over.
  consuming func takeSocket() -> Descriptor { socket }

  /// The variables that lead to the engine's data, the Swift runtime, the readings of Japanese, and the folders in
  /// which voices lie. Crash reports are off, since they would print text that is read. Symbols are bound at the start;
  /// otherwise every copy of the speech worker would have to bind them again.
  static var environment: [String] {
    let kept = [
      UsualEngine.dataVariable, "LD_LIBRARY_PATH", "MECABRC", "HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS",
    ].compactMap { name in getenv(name).map { name + "=" + String(cString: $0) } }
    return kept + ["LC_ALL=C.UTF-8", "LD_BIND_NOW=1", "SWIFT_BACKTRACE=enable=no"]
  }
}

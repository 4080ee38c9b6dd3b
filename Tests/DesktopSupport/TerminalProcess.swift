import Foundation
import Glibc
import Synchronization

/// A program that a test runs in a terminal of its own: a pseudo terminal whose screen is recorded.
///
/// Any thread may use it. `end` or the end of the program closes it.
public final class TerminalProcess: Sendable {
  private struct State {
    var screen: TerminalScreen
    var raw: [UInt8] = []
    var looks: [Look] = []
    var status: ExitStatus?
    var modeAtEnd: termios?
    /// True if all output has been processed.
    var isDrained = false
    /// True if no output is read while the program runs.
    var isHeld = false
  }

  /// The screen at one moment.
  public struct Look: Sendable {
    /// The time at which the program's output arrived, in nanoseconds of CLOCK_MONOTONIC.
    public let moment: Int64
    /// The screen after that output.
    public let screen: TerminalScreen
  }

  /// Its process id, which is also the id of its session.
  public let pid: Int32
  private let master: Int32
  private let slave: Int32
  private let state: Mutex<State>
  private let changes = Changes()

  /// Starts `command` with exactly this environment.
  ///
  /// - Throws: `DesktopError` with the code `notStarted`.
  public init(_ command: [String], environment: [String: String], columns: Int, rows: Int) throws(DesktopError) {
    // The calls are made directly, since Glibc's module lacks posix_openpt and related functions.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
    var isLocked: CInt = 0
    var number: CUnsignedInt = 0
    guard master >= 0, ioctl(master, unlock, &isLocked) == 0, ioctl(master, getNumber, &number) == 0 else {
      throw DesktopError(.notStarted, "no pseudo terminal: \(String(cString: strerror(errno)))")
    }
    let path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    state = Mutex(State(screen: TerminalScreen(columns: columns, rows: rows)))
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    pid = try Self.spawn(command, environment, terminal: path)
    onOwnThread("terminal") { self.collect() }
    onOwnThread("terminal-end") { self.awaitEnd() }
  }

  // MARK: Screen

  /// The current screen.
  public var screen: TerminalScreen { state.withLock { $0.screen } }
  /// All of its output, including parts that no screen shows.
  public var written: String { state.withLock { String(decoding: $0.raw, as: UTF8.self) } }
  /// The screen after each output.
  public var looks: [Look] { state.withLock { $0.looks } }

  /// Waits until `look` finds a result on the screen.
  ///
  /// - Throws: `DesktopError` with the code `timeout` and the screen.
  @discardableResult
  public func wait<Found>(
    for promise: String, within timeout: Duration = watchdog, isolation: isolated (any Actor)? = #isolation,
    where look: (TerminalScreen) -> Found?
  ) async throws -> Found {
    let deadline = ContinuousClock.now + timeout
    while true {
      let seen = changes.count
      // Its last output may come after its end.
      let (screen, status) = state.withLock { ($0.screen, $0.isDrained ? $0.status : nil) }
      if let found = look(screen) { return found }
      guard ContinuousClock.now < deadline, status == nil else {
        let end = status.map { "; it ended: \($0)" } ?? ""
        throw DesktopError(.timeout, "not seen: \(promise)\(end)\n\(screen.lines.joined(separator: "\n"))")
      }
      await changes.wait(after: seen, until: deadline)
      try Task.checkCancellation()
    }
  }

  /// Waits until some row contains `text`.
  public func wait(
    forText text: String, within timeout: Duration = watchdog, isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await wait(for: "'\(text)'", within: timeout, isolation: isolation) { screen in
      screen.lines.contains { $0.contains(text) } ? () : nil
    }
  }

  // MARK: Input and signals

  /// Types keys.
  public func type(_ keys: String) {
    var bytes = Array(keys.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Stops reading the output until the program ends, like a window that hangs.
  public func holdOutput() { state.withLock { $0.isHeld = true } }

  /// True if output is blocked because it is not read.
  public var isFull: Bool {
    state.withLock { state in
      var room = pollfd(fd: slave, events: Int16(POLLOUT), revents: 0)
      return state.status == nil && poll(&room, 1, 0) == 0
    }
  }

  /// Changes the terminal's size and notifies the program, as a window does.
  public func resize(columns: Int, rows: Int) {
    state.withLock { $0.screen.resize(columns: columns, rows: rows) }
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Sends a signal to the program; does nothing after its end.
  public func send(signal: Int32) {
    state.withLock { state in
      if state.status == nil { kill(pid, signal) }
    }
  }

  /// True if the terminal is in line mode with echo, as a shell expects it.
  public var isInLineMode: Bool {
    state.withLock { state in
      var mode = termios()
      if let last = state.modeAtEnd { mode = last } else { tcgetattr(slave, &mode) }
      return mode.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO)
    }
  }

  /// Waits for its end.
  @discardableResult
  public func waitForEnd(within timeout: Duration = watchdog) async throws -> ExitStatus {
    let deadline = ContinuousClock.now + timeout
    while true {
      let seen = changes.count
      if let status = state.withLock({ $0.isDrained && $0.modeAtEnd != nil ? $0.status : nil }) { return status }
      guard ContinuousClock.now < deadline else {
        send(signal: SIGKILL)
        throw DesktopError(.timeout, "still runs after \(timeout)\n\(screen.lines.joined(separator: "\n"))")
      }
      await changes.wait(after: seen, until: deadline)
      try Task.checkCancellation()
    }
  }

  // MARK: Own threads

  private func collect() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(master, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      if state.withLock({ $0.isHeld }) { awaitExit() }
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let moment = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
      state.withLock { state in
        state.raw += buffer[..<count]
        state.screen.write(buffer[..<count])
        state.looks.append(Look(moment: moment, screen: state.screen))
      }
      changes.announce()
    }
    close(master)
    state.withLock { $0.isDrained = true }
    changes.announce()
  }

  /// Returns when it has ended; its status can still be read.
  private func awaitExit() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
  }

  private func awaitEnd() {
    awaitExit()
    // Its last output is on its way; the reader ends when no process has the terminal open any more.
    var mode = termios()
    tcgetattr(slave, &mode)
    state.withLock { state in
      var raw: Int32 = 0
      waitpid(pid, &raw, 0)
      state.status = raw & 0x7f == 0 ? .exited((raw >> 8) & 0xff) : .signalled(raw & 0x7f)
    }
    close(slave)
    state.withLock { $0.modeAtEnd = mode }
    changes.announce()
  }

  /// Starts it in a session of its own, whose terminal is the one at `path`.
  private static func spawn(
    _ command: [String], _ environment: [String: String], terminal path: String
  ) throws(DesktopError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session's leader opens becomes the session's.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which Glibc's module lacks
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | newSession))
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var pid: pid_t = 0
    let failure = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
    guard failure == 0 else {
      throw DesktopError(.notStarted, "cannot start \(command[0]): \(String(cString: strerror(failure)))")
    }
    return pid
  }
}

extension PrivateDesktop {
  /// Starts a command in the desktop and in a terminal of its own.
  public func startInTerminal(
    _ command: [String], columns: Int = 60, rows: Int = 12, environment extra: [String: String] = [:]
  ) throws -> TerminalProcess {
    let terminal = ["TERM": "xterm-256color", "NO_COLOR": "", "LC_ALL": "C.UTF-8"]
    return try TerminalProcess(
      command, environment: environment.merging(terminal) { $1 }.merging(extra) { $1 }, columns: columns, rows: rows)
  }
}

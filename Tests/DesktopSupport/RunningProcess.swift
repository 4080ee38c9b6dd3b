import Foundation
import Glibc
import Synchronization

/// A program started by a test, which may still run; its output is collected.
///
/// Any thread may use it. It is killed by its process id when its desktop closes.
public final class RunningProcess: Sendable {
  private struct State {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    /// The open ends of its output.
    var pipes: Set<Int32>
    var status: ExitStatus?
    var ended: ContinuousClock.Instant?
    var isComplete = false
    var input: Int32
  }

  /// The command with its arguments.
  public let command: [String]
  /// Its process id, which is also the id of its process group.
  public let pid: Int32
  private let started: ContinuousClock.Instant
  private let state: Mutex<State>
  private let changes = Changes()

  /// Starts `command`, found along `PATH`, with exactly this environment.
  ///
  /// - Parameter input: Its standard input; nil for none. With `keepsInputOpen`, `write` adds to it.
  public init(
    _ command: [String], environment: [String: String], input: String? = nil, keepsInputOpen: Bool = false
  ) throws(DesktopError) {
    guard !Probing.isUnderWay else {
      throw DesktopError(.startedInPoll, "\(command[0]) is started in a polling loop; follow a program that continues")
    }
    started = .now
    let spawned = try spawn(command, environment: environment, keepsInput: input != nil || keepsInputOpen)
    self.command = command
    pid = spawned.pid
    state = Mutex(State(pipes: [spawned.output, spawned.errors], input: spawned.input))
    let name = command[0].split(separator: "/").last.map(String.init) ?? ""
    onOwnThread("out:\(name)") { self.collect(spawned.output, into: \.output) }
    onOwnThread("err:\(name)") { self.collect(spawned.errors, into: \.errors) }
    onOwnThread("end:\(name)") { self.awaitEnd() }
    if let input { write(input, thenClose: !keepsInputOpen) }
  }

  // MARK: Output

  /// Its standard output so far.
  public var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }
  /// Its standard output after the first `count` bytes.
  public func output(after count: Int) -> [UInt8] { state.withLock { Array($0.output.dropFirst(count)) } }
  /// Its standard error so far.
  public var errors: String { state.withLock { String(decoding: $0.errors, as: UTF8.self) } }
  /// True if it has not ended.
  public var isRunning: Bool { state.withLock { $0.status == nil } }

  /// Waits until `look` finds a result in the standard output so far.
  ///
  /// - Throws: `DesktopError`: `timeout`, or `ended` if the program ended before.
  @discardableResult
  public func waitForOutput<Found>(
    _ promise: String, within timeout: Duration = watchdog, where look: (String) -> Found?
  ) async throws -> Found {
    try await waitForChange(promise, within: timeout) { look(output) }
  }

  /// Waits until `look` finds a result. It is called again after each output.
  ///
  /// - Throws: `DesktopError`: `timeout`, or `ended` if the program ended before.
  @discardableResult
  public func waitForChange<Found>(
    _ promise: String, within timeout: Duration = watchdog, where look: () -> Found?
  ) async throws -> Found {
    let deadline = ContinuousClock.now + timeout
    while true {
      let seen = changes.count
      let isComplete = state.withLock { $0.isComplete }
      if let found = look() { return found }
      if isComplete { throw DesktopError(.ended, "ended before it printed \(promise): \(result)") }
      if ContinuousClock.now >= deadline { throw DesktopError(.timeout, "did not print \(promise): \(result)") }
      await changes.wait(after: seen, until: deadline)
      try Task.checkCancellation()
    }
  }

  /// Waits until the standard output contains `text`; see the other `waitForOutput`.
  public func waitForOutput(containing text: String, within timeout: Duration = watchdog) async throws {
    try await waitForOutput("'\(text)'", within: timeout) { $0.contains(text) ? () : nil }
  }

  /// Waits for its end.
  ///
  /// - Throws: `DesktopError` with the code `timeout`; the program still runs then.
  @discardableResult
  public func waitForEnd(within timeout: Duration = watchdog) async throws -> CommandResult {
    let deadline = ContinuousClock.now + timeout
    while true {
      let seen = changes.count
      if state.withLock({ $0.isComplete }) { return result }
      if ContinuousClock.now >= deadline { throw DesktopError(.timeout, "still runs after \(timeout): \(result)") }
      await changes.wait(after: seen, until: deadline)
      try Task.checkCancellation()
    }
  }

  /// Waits for its end, and kills it with its process group if that does not come in time, so that a program that hangs
  /// does not outlive its test.
  ///
  /// - Throws: `DesktopError` with the code `timeout`.
  public func runToEnd(within timeout: Duration = watchdog) async throws -> CommandResult {
    do {
      return try await waitForEnd(within: timeout)
    } catch {
      state.withLock { state in
        if state.status == nil { kill(-pid, SIGKILL) }
      }
      throw error
    }
  }

  /// Its current result; while it runs the status is "signalled by 0".
  var result: CommandResult {
    state.withLock { state in
      CommandResult(
        command: command, output: String(decoding: state.output, as: UTF8.self),
        errors: String(decoding: state.errors, as: UTF8.self), status: state.status ?? .signalled(0),
        duration: (state.ended ?? .now) - started)
    }
  }

  // MARK: Input and signals

  /// Sends a signal; does nothing after its end.
  public func send(signal: Int32) {
    state.withLock { state in
      // The lock is needed, because the id may be reused as soon as the end is recorded.
      if state.status == nil { kill(pid, signal) }
    }
  }

  /// Asks it to end (SIGTERM), kills it after `patience` (SIGKILL), and waits for the end.
  @discardableResult
  public func end(patience: Duration = .seconds(30)) async throws -> CommandResult {
    send(signal: SIGTERM)
    do {
      return try await waitForEnd(within: patience)
    } catch {
      state.withLock { state in
        if state.status == nil { kill(-pid, SIGKILL) }
      }
      return try await waitForEnd(within: patience)
    }
  }

  /// Writes to its standard input in the background; does nothing if that is closed.
  public func write(_ text: String, thenClose: Bool = false) {
    let descriptor = state.withLock { state in
      defer { if thenClose { state.input = -1 } }
      return state.input
    }
    guard descriptor >= 0 else { return }
    let done = DispatchSemaphore(value: 0)
    let bytes = Array(text.utf8)
    onOwnThread("input") {
      // A program that does not read to the end must not end the tests.
      var brokenPipe = sigset_t()
      sigemptyset(&brokenPipe)
      sigaddset(&brokenPipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
      if thenClose { close(descriptor) }
      done.signal()
    }
    // Short texts fit into the pipe at once. The order of several writes is then that of the calls.
    if bytes.count <= 4096 { done.wait() }
  }

  /// Closes its standard input.
  public func closeInput() {
    write("", thenClose: true)
  }

  // MARK: Own threads

  private var hasUnreadOutput: Bool {
    state.withLock { state in
      state.pipes.contains { pipe in
        var count: CInt = 0
        return ioctl(pipe, UInt(FIONREAD), &count) == 0 && count > 0
      }
    }
  }

  private func collect(_ descriptor: Int32, into part: WritableKeyPath<State, [UInt8]>) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      state.withLock { $0[keyPath: part] += buffer[..<count] }
      changes.announce()
    }
    state.withLock { state in
      state.pipes.remove(descriptor)
      close(descriptor)
    }
    changes.announce()
  }

  private func awaitEnd() {
    // First without reaping: until the end is recorded, the id must not be reused.
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    state.withLock { state in
      var raw: Int32 = 0
      waitpid(pid, &raw, 0)
      state.status = raw & 0x7f == 0 ? .exited((raw >> 8) & 0xff) : .signalled(raw & 0x7f)
      state.ended = .now
    }
    changes.announce()
    // Its last output may still be in the pipes, as long as a busy machine delays our threads. A grandchild may hold
    // the pipes open for ever.
    for _ in 0..<6000 where hasUnreadOutput { usleep(5000) }
    for _ in 0..<100 where state.withLock({ !$0.pipes.isEmpty }) { usleep(5000) }
    state.withLock { state in
      state.isComplete = true
      if state.input >= 0 { close(state.input) }
      state.input = -1
    }
    changes.announce()
  }
}

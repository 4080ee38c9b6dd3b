public import EventLoop
import Glibc
public import Vocabulary

/// Runs a worker once and collects its lines: packets of UTF-8, until it ends with the exit code 0.
///
/// The object keeps itself alive until it calls `done`, once, in a later turn and within `patience`.
@Core
public final class LineInquiry {
  /// The limits of a worker's output.
  public struct Limits: Sendable {
    /// The longest line in bytes.
    public var bytes: Int
    /// The most lines.
    public var lines: Int

    /// A worker that exceeds a limit is ended.
    public init(bytes: Int, lines: Int) {
      self.bytes = bytes
      self.lines = lines
    }
  }

  private let pid: pid_t
  /// Open until the process has ended.
  private var socket: Descriptor?
  private let limits: Limits
  private let scheduler: any Scheduler
  private var done: (@Core (Result<[String], Trouble>) -> Void)?
  private var buffer: [UInt8]
  private var lines: [String] = []
  private var reason: Trouble?
  private var socketSource: EventSource?
  private var exitSource: EventSource?
  private var timer: TimerToken?

  /// Starts `program` with `arguments`.
  ///
  /// - Throws: `spawnFailed`; `done` is not called then. `done` may receive `died`, `stalled` or `spokeOutOfTurn`.
  @discardableResult
  public init(
    _ program: HeldProgram, arguments: [String], limits: Limits, patience: Duration,
    scheduler: any Scheduler = Core.loop,
    done: @escaping @Core (Result<[String], Trouble>) -> Void
  ) throws(Trouble) {
    let process = try SpawnedProcess(program, arguments: arguments)
    pid = process.pid
    let number = process.socket.number
    socket = process.takeSocket()
    self.limits = limits
    self.scheduler = scheduler
    self.done = done
    // A longer packet fills the buffer and is thereby recognised.
    buffer = [UInt8](repeating: 0, count: limits.bytes + 1)
    // Strong: the sources keep this object until `exited` ends them.
    socketSource = Core.loop.watch(number, for: .readable) { _ in self.receive() }
    exitSource = Core.loop.onExit(of: pid) { self.exited($0) }
    timer = scheduler.schedule(after: patience) {
      self.timer = nil
      self.kill(for: Trouble(.stalled, "no answer within \(patience)"))
    }
  }

  private func receive() {
    while reason == nil, let number = socket?.number {
      let count = PacketSocket.receive(into: &buffer, from: number)
      guard count > 0 else {
        // The worker has closed its end, and may take a while to exit.
        if count == 0 { socketSource?.setEnabled(false) }
        return
      }
      guard count <= limits.bytes, let line = String(validating: buffer[..<count], as: UTF8.self) else {
        return kill(for: Trouble(.spokeOutOfTurn, "a packet that is not a line"))
      }
      guard lines.count < limits.lines else { return kill(for: Trouble(.spokeOutOfTurn, "too many lines")) }
      lines.append(line)
    }
  }

  private func kill(for reason: Trouble) {
    if self.reason == nil { self.reason = reason }
    socketSource?.setEnabled(false)
    _ = Glibc.kill(pid, SIGKILL)
  }

  private func exited(_ exit: ChildExit) {
    receive()
    switch exit {
    case .exited(code: 0): break
    case .exited(let code): reason = reason ?? Trouble(.died, "exit code \(code)")
    case .killed(let signal): reason = reason ?? Trouble(.died, "signal \(signal)")
    }
    scheduler.cancel(&timer)
    socketSource?.cancel()
    socketSource = nil
    exitSource = nil
    socket = nil
    let done = done
    self.done = nil
    done?(reason.map { .failure($0) } ?? .success(lines))
  }
}

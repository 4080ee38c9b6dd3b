import CLinux
import Glibc
import ProcessClock

/// A forked copy of this process.
public struct ChildProcess: Hashable, Sendable {
  /// The child's process id.
  public let pid: Int32

  /// The end of a child.
  public enum End: Equatable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
  }

  /// Runs `body` in a copy of this process, which then exits with the code that `body` returns.
  ///
  /// The copy dies with this process. It has none of the other threads, and locks held by them stay locked; so this is
  /// only for processes whose other threads do nothing at all.
  /// - Returns: `nil` if no process could be made.
  public static func run(_ body: () -> Int32) -> ChildProcess? {
    let parent = getpid()
    let pid = aloud_fork()
    guard pid == 0 else { return pid > 0 ? ChildProcess(pid: pid) : nil }
    _ = aloud_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL))
    // The parent may have died in between.
    if getppid() != parent { _exit(0) }
    // One that runs programs has to end them.
    if Confinement.programs == nil { SystemCalls.restrictCopy() }
    // There is no exit(): clean-up code of the engine and others must not run twice.
    _exit(body())
  }

  /// Kills the child. It still has to be waited for.
  public func kill() { _ = Glibc.kill(pid, SIGKILL) }

  /// Stops the child.
  public func hold() { _ = Glibc.kill(pid, SIGSTOP) }

  /// Continues the child after ``hold()``.
  public func goOn() { _ = Glibc.kill(pid, SIGCONT) }

  /// The processor time that the child has used so far; `nil` if it has ended.
  public var processorTime: Duration? { ProcessClock.time(of: pid) }

  /// Waits until the child has ended.
  public func wait() -> End {
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return Self.end(status)
  }

  /// A child that has ended since the last call; `nil` if there is none.
  public static func reap() -> (ChildProcess, End)? {
    var status: CInt = 0
    let pid = waitpid(-1, &status, WNOHANG)
    return pid > 0 ? (ChildProcess(pid: pid), end(status)) : nil
  }

  static func end(_ status: CInt) -> End {
    let signal = aloud_signal_of(status)
    return signal == 0 ? .exited(code: aloud_code_of(status)) : .killed(signal: signal)
  }
}

/// A descriptor that becomes readable when children end.
public struct ChildSignal: ~Copyable {
  /// Becomes readable when a child has ended.
  public let descriptor: Int32

  /// Blocks SIGCHLD permanently; threads that already exist would still take it. `nil` if no descriptor is free.
  public init?() {
    descriptor = aloud_child_signal_descriptor()
    if descriptor < 0 { return nil }
  }

  /// Makes the descriptor unreadable again. To be followed by reaping until no child is left.
  public func clear() {
    var buffer = [UInt8](repeating: 0, count: MemoryLayout<signalfd_siginfo>.size)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }

  deinit { close(descriptor) }
}

/// A few numbers shared between a process and its children.
public final class SharedCounters {
  private let base: UnsafeMutablePointer<Int64>
  private static let size = 4096

  /// All zero. `nil` if there is no memory.
  public init?() {
    let memory = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    base = memory.bindMemory(to: Int64.self, capacity: Self.size / 8)
  }

  /// Number `index` of 512. A parent reads what a child wrote when the child has ended.
  public subscript(index: Int) -> Int {
    get {
      precondition(0..<Self.size / 8 ~= index)
      return Int(base[index])
    }
    set {
      precondition(0..<Self.size / 8 ~= index)
      base[index] = Int64(newValue)
    }
  }

  deinit { munmap(base, Self.size) }
}

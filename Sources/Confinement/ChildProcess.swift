import CLinux
import Glibc

/// A forked copy of this process.
public struct ChildProcess: Hashable, Sendable {
  /// The child's process id.
  public let pid: Int32

  /// How a child ended.
  public enum End: Equatable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)
  }

  /// Runs `body` in a copy of this process, which then ends with the code that `body` returns.
  ///
  /// The copy dies with this process. Only for processes whose other threads, if any, do nothing at all: the copy has
  /// none of them, and what they held locked stays locked.
  /// - Returns: `nil` where no process could be made.
  public static func run(_ body: () -> Int32) -> ChildProcess? {
    let parent = getpid()
    let pid = aloud_fork()
    guard pid == 0 else { return pid > 0 ? ChildProcess(pid: pid) : nil }
    _ = aloud_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL))
    // It may have died in between.
    if getppid() != parent { _exit(0) }
    SystemCalls.restrictCopy()
    // No exit: neither the engine's nor anybody else's clean-up code may run twice.
    _exit(body())
  }

  /// Kills the child; it still has to be waited for.
  public func kill() { _ = Glibc.kill(pid, SIGKILL) }

  /// Lets the child stand still where it is.
  public func hold() { _ = Glibc.kill(pid, SIGSTOP) }

  /// Lets the child go on after ``hold()``.
  public func goOn() { _ = Glibc.kill(pid, SIGCONT) }

  /// Waits until the child has ended.
  public func wait() -> End {
    var status: CInt = 0
    while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    return Self.end(status)
  }

  /// A child that has ended since the last call; `nil` when there is none.
  public static func reap() -> (ChildProcess, End)? {
    var status: CInt = 0
    let pid = waitpid(-1, &status, WNOHANG)
    return pid > 0 ? (ChildProcess(pid: pid), end(status)) : nil
  }

  private static func end(_ status: CInt) -> End {
    let signal = aloud_signal_of(status)
    return signal == 0 ? .exited(code: aloud_code_of(status)) : .killed(signal: signal)
  }
}

/// Becomes readable when children have ended.
public struct ChildSignal: ~Copyable {
  /// Becomes readable when a child has ended.
  public let descriptor: Int32

  /// Blocks SIGCHLD for good; threads that exist already would still take it. `nil` where there is no descriptor
  /// left.
  public init?() {
    descriptor = aloud_child_signal_descriptor()
    if descriptor < 0 { return nil }
  }

  /// Makes it unreadable again; reap afterwards until there is nothing left.
  public func clear() {
    var buffer = [UInt8](repeating: 0, count: MemoryLayout<signalfd_siginfo>.size)
    while read(descriptor, &buffer, buffer.count) > 0 {}
  }

  deinit { close(descriptor) }
}

/// A few numbers that a process shares with its children.
public final class SharedCounters {
  private let base: UnsafeMutablePointer<Int64>
  private static let size = 4096

  /// All zero. `nil` where there is no memory left.
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

import Foundation
import Glibc

/// A started process with the ends of its pipes.
struct Spawned {
  let pid: pid_t
  /// The write end of its standard input; -1 if there is none.
  let input: Int32
  /// Read ends of its standard output and standard error.
  let output: Int32
  let errors: Int32
}

/// Starts a program with default signals, only the three standard descriptors, and a process group of its own.
///
/// It does not use Foundation's `Process`: signals that a test process has blocked for its own event loop, such as
/// SIGTERM, would stay blocked in the program.
///
/// - Parameter keepsInput: True if standard input is a pipe; otherwise it is `/dev/null`.
func spawn(_ command: [String], environment: [String: String], keepsInput: Bool) throws(DesktopError) -> Spawned {
  // One at a time, so that no program inherits the pipes of another before they are close-on-exec.
  spawning.lock()
  defer { spawning.unlock() }
  let input = keepsInput ? try makePipe() : (read: -1, write: -1)
  let output = try makePipe()
  let errors = try makePipe()
  defer {
    if keepsInput { close(input.read) }
    close(output.write)
    close(errors.write)
  }

  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  if keepsInput {
    posix_spawn_file_actions_adddup2(&actions, input.read, 0)
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, output.write, 1)
  posix_spawn_file_actions_adddup2(&actions, errors.write, 2)
  for descriptor in inheritable() { posix_spawn_file_actions_addclose(&actions, descriptor) }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var signals = sigset_t()
  sigemptyset(&signals)
  posix_spawnattr_setsigmask(&attributes, &signals)
  sigfillset(&signals)
  posix_spawnattr_setsigdefault(&attributes, &signals)
  posix_spawnattr_setpgroup(&attributes, 0)
  let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
  posix_spawnattr_setflags(&attributes, Int16(flags))

  var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
  defer {
    for pointer in arguments + variables { free(pointer) }
  }
  var pid: pid_t = 0
  let failure = posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &variables)
  guard failure == 0 else {
    for descriptor in [input.write, output.read, errors.read] where descriptor >= 0 { close(descriptor) }
    throw DesktopError(.notStarted, "cannot start \(command[0]): \(String(cString: strerror(failure)))")
  }
  return Spawned(pid: pid, input: input.write, output: output.read, errors: errors.read)
}

private let spawning = NSLock()

/// Further descriptors that a started program would inherit, such as a lock of the program that runs the tests.
private func inheritable() -> [Int32] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return names.compactMap { Int32($0) }.filter { descriptor in
    guard descriptor > 2 else { return false }
    let flags = fcntl(descriptor, F_GETFD)
    return flags >= 0 && flags & FD_CLOEXEC == 0
  }
}

private func makePipe() throws(DesktopError) -> (read: Int32, write: Int32) {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else {
    throw DesktopError(.notStarted, "pipe: \(String(cString: strerror(errno)))")
  }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// Runs blocking work on a thread of its own, so that no task is blocked.
func onOwnThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
  let thread = Thread(block: body)
  thread.name = name
  thread.stackSize = 256 * 1024
  thread.start()
}

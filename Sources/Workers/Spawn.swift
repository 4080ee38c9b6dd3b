import Glibc

/// A started process and our end of its socket.
struct SpawnedProcess {
  var pid: pid_t
  /// Non-blocking, closed on exec; the caller's.
  var socket: CInt

  /// Starts `executable` with a packet socket as descriptor 3, no input, no output, our error output, default signals,
  /// a process group of its own (so that Ctrl-C in a terminal reaches the service only) and a bare environment.
  init(executable: String, arguments: [String] = []) throws(WorkerError) {
    var pair: [CInt] = [-1, -1]
    guard
      socketpair(
        AF_UNIX, CInt(SOCK_SEQPACKET.rawValue) | CInt(bitPattern: SOCK_CLOEXEC.rawValue), 0, &pair) == 0
    else { throw WorkerError(.spawnFailed, "socketpair: errno \(errno)") }
    defer { close(pair[1]) }
    // The loop needs another descriptor to learn of the process's end, and could not do without.
    let spare = dup(pair[0])
    guard spare >= 0 else {
      let reason = String(cString: strerror(errno))
      close(pair[0])
      throw WorkerError(.spawnFailed, reason)
    }
    close(spare)
    let flags = fcntl(pair[0], F_GETFL)
    _ = fcntl(pair[0], F_SETFL, flags | O_NONBLOCK)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    // dup2 onto itself would keep close-on-exec in older libcs; the worker's end is never 3 in a running service, and
    // where it is, posix_spawn clears the flag (POSIX.1-2024).
    posix_spawn_file_actions_adddup2(&actions, pair[1], 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    var arguments: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = Self.environment.map { strdup($0) } + [nil]
    defer { for string in arguments + environment { free(string) } }
    pid = 0
    let result = posix_spawn(&pid, executable, &actions, &attributes, &arguments, &environment)
    guard result == 0 else {
      close(pair[0])
      throw WorkerError(.spawnFailed, "posix_spawn: errno \(result)")
    }
    socket = pair[0]
  }

  /// Enough to find the engine's data and the Swift runtime, and no crash reports, which would print text that is read.
  /// What libraries need of each other is looked up at the start: else every copy of the speech worker would look it up
  /// anew.
  private static var environment: [String] {
    let kept = ["ESPEAK_DATA_PATH", "LD_LIBRARY_PATH"].compactMap { name in
      getenv(name).map { name + "=" + String(cString: $0) }
    }
    return kept + ["LC_ALL=C.UTF-8", "LD_BIND_NOW=1", "SWIFT_BACKTRACE=enable=no"]
  }
}

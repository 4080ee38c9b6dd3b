import Glibc

/// A started process and our end of its socket.
struct SpawnedProcess {
  var pid: pid_t
  /// Non-blocking and close-on-exec; owned by the caller.
  var socket: CInt

  /// Starts `executable` with a packet socket as descriptor 3. The process has no input and no output, our error
  /// output, default signals and a bare environment. A process group of its own keeps Ctrl-C in a terminal to the
  /// service.
  init(executable: String, arguments: [String] = []) throws(WorkerError) {
    var pair: [CInt] = [-1, -1]
    guard
      socketpair(
        AF_UNIX, CInt(SOCK_SEQPACKET.rawValue) | CInt(bitPattern: SOCK_CLOEXEC.rawValue), 0, &pair) == 0
    else { throw WorkerError(.spawnFailed, "socketpair: errno \(errno)") }
    defer { close(pair[1]) }
    // The loop needs another descriptor to learn of the process's end, and could not work without it.
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
    // In older libcs dup2 onto the same descriptor keeps close-on-exec. In a running service the worker's end is never
    // 3. If it is, posix_spawn clears the flag (POSIX.1-2024).
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

  /// The variables that lead to the engine's data and the Swift runtime. Crash reports are off, since they would print
  /// text that is read. Symbols are bound at the start; otherwise every copy of the speech worker would have to bind
  /// them again.
  private static var environment: [String] {
    let kept = ["ESPEAK_DATA_PATH", "LD_LIBRARY_PATH"].compactMap { name in
      getenv(name).map { name + "=" + String(cString: $0) }
    }
    return kept + ["LC_ALL=C.UTF-8", "LD_BIND_NOW=1", "SWIFT_BACKTRACE=enable=no"]
  }
}

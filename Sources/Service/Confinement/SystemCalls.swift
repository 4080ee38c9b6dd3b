import CLinux
import CSeccomp
import Glibc

/// Restricts the system calls of a process (seccomp), if the kernel supports it. Other calls fail with EPERM, so that a
/// library that tries an optional call continues without it.
struct SystemCalls: ~Copyable {
  static let allow: UInt32 = 0x7FFF_0000
  static func fail(_ error: CInt) -> UInt32 { 0x0005_0000 | UInt32(error) }

  /// The calls that any program needs: memory, open files, reading others, time, signals to itself, its sockets.
  private static let harmless = [
    "access", "arch_prctl", "brk", "clock_getres", "clock_gettime", "clock_nanosleep", "close", "dup", "exit",
    "exit_group", "faccessat", "faccessat2", "fstat", "fstatfs", "futex", "getcwd", "getdents64", "getegid",
    "geteuid", "getgid", "getpid", "getppid", "getrandom", "getrlimit", "gettid", "gettimeofday", "getuid",
    "landlock_add_rule",
    "landlock_create_ruleset", "landlock_restrict_self", "lseek",
    "lstat", "madvise", "membarrier", "mremap", "munmap", "nanosleep", "newfstatat", "poll", "ppoll", "pread64", "read",
    "readlink", "readlinkat", "readv", "recvfrom", "recvmsg", "restart_syscall", "rseq", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "sched_getaffinity", "sched_yield", "sendmsg", "sendto", "set_robust_list",
    "set_tid_address", "setitimer", "sigaltstack", "stat", "statx", "sysinfo", "time", "uname", "write", "writev",
  ]
  /// The calls of ``restrictToComputing()``: memory, open files, other files for reading, time, the socket, copies.
  /// The C library asks for the resolution of a copy's clock before it reads it (``ChildProcess/processorTime``).
  private static let computing = [
    "brk", "clock_getres", "clock_gettime", "clone", "close", "exit_group", "fcntl", "fstat", "futex", "getpid",
    "getppid", "kill", "lseek", "madvise", "mmap", "mprotect", "mremap", "munmap", "newfstatat", "open", "openat",
    "poll", "ppoll", "prctl", "pread64", "prlimit64", "read", "recvmsg", "recvfrom", "rt_sigaction", "rt_sigprocmask",
    "rt_sigreturn",
    "sched_setscheduler", "sched_yield", "seccomp", "sendmsg", "sendto", "set_robust_list", "setitimer", "setpriority",
    "tgkill", "wait4", "write",
  ]
  /// Commands for its own descriptors (fcntl(2)). The others are not harmless: F_SETOWN, F_SETOWN_EX and F_SETSIG with
  /// O_ASYNC send any signal to any process of the user as soon as a packet comes.
  private static let descriptorCommands = [F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC]
  /// Calls of a process that makes copies of itself and waits for them.
  private static let forking = ["seccomp", "wait4", "waitid"]
  /// CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET and NEWTIME: new namespaces.
  static let namespaces: UInt64 = 0x7E02_0080
  /// CLONE_PARENT and CLONE_PTRACE: a child that belongs to another process.
  static let foreign: UInt64 = 0xA000

  private let context: scmp_filter_ctx

  init?(otherwise action: UInt32) {
    guard let context = seccomp_init(action) else { return nil }
    self.context = context
    // This includes the existing threads.
    seccomp_attr_set(context, SCMP_FLTATR_CTL_TSYNC, 1)
  }

  deinit { seccomp_release(context) }

  /// Restricts the process permanently.
  ///
  /// - Parameter forks: true if the process makes copies of itself, and may kill and stop them.
  static func restrict(forks: Bool) {
    // This comes first, while the process may still make a pipe.
    if forks { _ = forCopies }
    guard let calls = SystemCalls(otherwise: fail(EPERM)) else { return }
    for name in harmless { calls.add(allow, name) }
    for command in Self.descriptorCommands { calls.add(allow, "fcntl", [.equal(UInt64(command), in: 1)]) }
    calls.add(allow, "fcntl", [.equal(UInt64(F_SETFL), in: 1), .without(UInt64(O_ASYNC), in: 2)])
    // Files are opened only for reading, and memory is never both writable and executable.
    let writing = UInt64(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)
    calls.add(allow, "open", [.without(writing, in: 1)])
    calls.add(allow, "openat", [.without(writing, in: 2)])
    calls.add(allow, "mmap", [.without(UInt64(PROT_EXEC), in: 2)])
    calls.add(allow, "mprotect", [.without(UInt64(PROT_EXEC), in: 2)])
    // The process may read its limits but not change them.
    calls.add(allow, "prlimit64", [.equal(0, in: 0), scmp_arg_cmp(arg: 2, op: SCMP_CMP_EQ, datum_a: 0, datum_b: 0)])
    // A process ends itself with this call after a fatal error. Copies have another process id.
    calls.add(allow, "tgkill", [.equal(UInt64(getpid()), in: 0)])
    for option in [PR_SET_PDEATHSIG, PR_SET_NAME, PR_SET_VMA] {
      calls.add(allow, "prctl", [.equal(UInt64(option), in: 0)])
    }
    // Filters cannot see their arguments, which are in memory. Libraries work without these calls.
    for name in ["clone3", "openat2"] { calls.add(fail(ENOSYS), name) }
    if forks {
      for name in forking { calls.add(allow, name) }
      calls.add(allow, "clone", [.without(namespaces | foreign, in: 0)])
      // A process may lower only its own priority: 0 is the caller, and any other number might be the service's.
      calls.add(allow, "sched_setscheduler", [.equal(0, in: 0)])
      calls.add(allow, "setpriority", [.equal(UInt64(PRIO_PROCESS.rawValue), in: 0), .equal(0, in: 1)])
      for signal in [SIGKILL, SIGSTOP, SIGCONT] { calls.add(allow, "kill", [.equal(UInt64(signal), in: 1)]) }
      // These restrict the copies further.
      for option in [PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP] {
        calls.add(allow, "prctl", [.equal(UInt64(option), in: 0)])
      }
      spareTheParent()
    }
    _ = seccomp_load(calls.context)
  }

  /// Forbids the process to make or connect sockets, but for pairs, which lead nowhere; those that are open can be
  /// used.
  static func denySockets() {
    guard let calls = SystemCalls(otherwise: allow) else { return }
    for name in ["socket", "connect", "bind", "listen", "accept", "accept4"] {
      calls.add(fail(EPERM), name)
    }
    _ = seccomp_load(calls.context)
  }

  /// Leaves a sealed process the calls that computing and copying itself take. Of several filters the strictest counts.
  static func restrictToComputing() {
    guard let calls = SystemCalls(otherwise: fail(EPERM)) else { return }
    for name in computing { calls.add(allow, name) }
    for name in ["clone3", "openat2"] { calls.add(fail(ENOSYS), name) }
    _ = seccomp_load(calls.context)
  }

  /// Restricts a copy, which receives data from outside, further: it may signal no process.
  static func restrictCopy() {
    guard let program = forCopies else { return signalNobody { _ = seccomp_load($0) } }
    program.withUnsafeBytes { _ = aloud_filter($0.baseAddress, $0.count) }
  }

  /// The compiled filter. It is made once, since compiling it would take each copy longer than everything but the
  /// engine.
  private static let forCopies: [UInt8]? = {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { for end in ends { close(end) } }
    // This is far less than a pipe holds.
    var program = [UInt8](repeating: 0, count: 4096)
    var length = 0
    signalNobody { context in
      guard seccomp_export_bpf(context, ends[1]) == 0 else { return }
      length = read(ends[0], &program, program.count)
    }
    return length > 0 && length < program.count ? Array(program[..<length]) : nil
  }()

  private static func signalNobody(_ use: (scmp_filter_ctx) -> Void) {
    guard let calls = SystemCalls(otherwise: allow) else { return }
    for name in ["kill", "tgkill", "tkill"] { calls.add(fail(EPERM), name) }
    use(calls.context)
  }

  /// Adds a filter that forbids signals to the process that started this one, and to whole groups. Of several filters
  /// the strictest counts.
  private static func spareTheParent() {
    guard let calls = SystemCalls(otherwise: allow) else { return }
    calls.add(fail(EPERM), "kill", [.equal(UInt64(getppid()), in: 0)])
    calls.add(fail(EPERM), "kill", [.with(1 << 31, in: 0)])
    calls.add(fail(EPERM), "kill", [.equal(0, in: 0)])
    _ = seccomp_load(calls.context)
  }

  /// Makes the filter hold.
  borrowing func load() { _ = seccomp_load(context) }

  borrowing func add(_ action: UInt32, _ name: String, _ conditions: [scmp_arg_cmp] = []) {
    let number = seccomp_syscall_resolve_name(name)
    // Some calls do not exist on every architecture.
    guard number >= 0 else { return }
    _ = seccomp_rule_add_array(context, action, number, UInt32(conditions.count), conditions)
  }
}

extension scmp_arg_cmp {
  /// The low half of the argument equals this number. The kernel reads only that half of an `int`.
  static func equal(_ number: UInt64, in argument: UInt32) -> Self {
    Self(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: 0xFFFF_FFFF, datum_b: number & 0xFFFF_FFFF)
  }

  /// None of these bits is set.
  static func without(_ bits: UInt64, in argument: UInt32) -> Self {
    Self(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: bits, datum_b: 0)
  }

  /// The argument is another number.
  static func differing(from number: UInt64, in argument: UInt32) -> Self {
    Self(arg: argument, op: SCMP_CMP_NE, datum_a: number, datum_b: 0)
  }

  /// All of these bits are set.
  static func with(_ bits: UInt64, in argument: UInt32) -> Self {
    Self(arg: argument, op: SCMP_CMP_MASKED_EQ, datum_a: bits, datum_b: bits)
  }
}

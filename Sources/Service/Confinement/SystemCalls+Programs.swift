import CSeccomp
import Glibc

/// The system calls of a process that runs programs, and of these programs.
///
/// Nobody knows which calls a program of the listener's needs. So these lists name what none may do; files are the
/// affair of Landlock, but for what that does not know.
extension SystemCalls {
  /// Ways out of the machine and to other programs, and into the kernel.
  private static let ways = [
    "accept", "accept4", "add_key", "bind", "bpf", "chroot", "connect", "fanotify_init", "init_module", "finit_module",
    "kcmp", "kexec_load", "keyctl", "listen", "mount", "move_mount", "mq_open", "name_to_handle_at",
    "open_by_handle_at",
    "open_tree", "perf_event_open", "personality", "pidfd_getfd", "pidfd_open", "pidfd_send_signal", "pivot_root",
    "process_madvise", "process_vm_readv", "process_vm_writev", "ptrace", "request_key", "rt_sigqueueinfo",
    "rt_tgsigqueueinfo", "setns", "socket", "swapon", "umount2", "unshare", "userfaultfd",
  ]
  /// Changes of files and folders. Landlock does not know all of them, and an old kernel has none.
  private static let changes = [
    "chmod", "chown", "creat", "fchmod", "fchmodat", "fchmodat2", "fchown", "fchownat", "fremovexattr", "fsetxattr",
    "ftruncate", "futimesat", "lchown", "link", "linkat", "lremovexattr", "lsetxattr", "mkdir", "mkdirat", "mknod",
    "mknodat", "removexattr", "rename", "renameat", "renameat2", "rmdir", "setxattr", "symlink", "symlinkat",
    "truncate",
    "unlink", "unlinkat", "utime", "utimensat", "utimes",
  ]
  /// Signals to others. Those who made a program end it.
  private static let signals = ["kill", "tgkill", "tkill", "setsid", "setpgid"]

  /// Restricts a process that runs programs permanently.
  static func restrictToPrograms() {
    guard let calls = SystemCalls(otherwise: allow) else { return }
    for name in ways + changes { calls.add(fail(EPERM), name) }
    // Filters cannot see the arguments of these calls, which are in memory, nor what a ring is told to do.
    for name in ["clone3", "io_uring_setup", "openat2"] { calls.add(fail(ENOSYS), name) }
    for bit in 0..<64 where (namespaces | foreign) & 1 << UInt64(bit) != 0 {
      calls.add(fail(EPERM), "clone", [.with(1 << UInt64(bit), in: 0)])
    }
    // Signals that the kernel sends for a descriptor: F_SETOWN, F_SETSIG and F_SETOWN_EX.
    for command in [8, 10, 15] { calls.add(fail(EPERM), "fcntl", [.equal(UInt64(command), in: 1)]) }
    calls.add(fail(EPERM), "prlimit64", [.differing(from: 0, in: 0)])
    calls.load()
  }

  /// Restricts a program further, before it runs: it signals no process, and cannot leave its group, which is killed at
  /// its end.
  static func restrictProgram() {
    guard let calls = SystemCalls(otherwise: allow) else { return }
    for name in signals { calls.add(fail(EPERM), name) }
    calls.load()
  }
}

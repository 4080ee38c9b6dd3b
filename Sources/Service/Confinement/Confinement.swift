import CLinux
import Glibc

/// Privileges that a worker process drops before it reads any data from outside.
///
/// All of this is best effort: on an old kernel that refuses a part of it, the worker still works.
public enum Confinement {
  /// Called first in a worker's `main`; descriptor 3 is its socket.
  ///
  /// The process dies with the thread that started it, shows its name, gains no privileges through exec, writes no file
  /// and no core dump, cannot be traced by other programs of the user, keeps no descriptor but 0 to 3, takes at most
  /// `memory` bytes of address space and is the first to go when memory runs out.
  ///
  /// - Parameter writesFiles: true if the process may write to files that are already open.
  public static func enter(memory: UInt64, writesFiles: Bool = false) {
    _ = aloud_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL))
    ProgramName.show()
    _ = aloud_prctl(PR_SET_NO_NEW_PRIVS, 1)
    _ = aloud_close_from(4)
    preferForOutOfMemory()
    // This follows the line above, since /proc/self belongs to root from here on.
    _ = aloud_prctl(PR_SET_DUMPABLE, 0)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    _ = aloud_limit(CInt(RLIMIT_CORE.rawValue), 0)
    if !writesFiles { _ = aloud_limit(CInt(RLIMIT_FSIZE.rawValue), 0) }
    _ = aloud_limit(CInt(RLIMIT_NOFILE.rawValue), 32)
    // A sanitizer reserves terabytes; a limit below the current use would only break it.
    if addressSpace < memory { _ = aloud_limit(CInt(RLIMIT_AS.rawValue), memory) }
  }

  /// Seals the process. To be called when the program has loaded its own data, before it receives any from outside.
  ///
  /// From here on it opens only files at or below `paths`, read-only. It writes only to open descriptors; it runs no
  /// program, makes no socket, traces no process, and signals no other process (Landlock, seccomp; an old kernel may
  /// lack the first). A forbidden call fails but does not end the process.
  ///
  /// Libraries that were opened for later cost memory from then on only if they are used: to find their symbols has
  /// touched half of their pages, which are given back here.
  /// - Parameter forks: true if the process makes copies of itself (``ChildProcess``), which it may kill.
  public static func seal(reading paths: [String] = [], forks: Bool = false) {
    aloud_give_back_libraries()
    if let programs {
      ReadableFiles.restrict(to: paths, running: programs)
      SystemCalls.restrictToPrograms()
    } else {
      ReadableFiles.restrict(to: paths)
      SystemCalls.restrict(forks: forks)
    }
  }

  /// Forbids sockets for good, before code is loaded that is not the system's: a library from elsewhere runs its own as
  /// it is opened.
  public static func denySockets() { SystemCalls.denySockets() }

  /// Seals a sealed process once more, when all is loaded: it opens only files at or below `paths`, and has only the
  /// calls that are needed to compute, to read those files, to use what is open, and to make copies of itself.
  ///
  /// What was freed while all was loaded is given back: each copy would have it, 6 MB for a voice of 8 MB.
  public static func tighten(reading paths: [String]) {
    HeapHoles.close()
    ReadableFiles.restrict(to: paths)
    SystemCalls.restrictToComputing()
  }

  /// The files that programs may read and run; `nil` for a process that runs none. Set once, before other code runs.
  private(set) nonisolated(unsafe) static var programs: [String]?

  /// Lets the process run programs (``ProgramRun``) after it is sealed; to be called before that. It is then sealed less:
  /// it and its programs may run and read what is at or below `paths`, and make processes. They still write no file,
  /// make no socket, trace no process and signal none.
  public static func permitPrograms(reading paths: [String]) { programs = paths }

  /// Makes the process run only when no other needs the processor. Cannot be undone.
  public static func becomeIdle() {
    _ = aloud_schedule_idle()
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
  }

  /// Makes the kernel kill the process (SIGPROF) after it has used this much processor time from now on.
  public static func limitProcessorTime(milliseconds: Int) {
    signal(SIGPROF, SIG_DFL)
    _ = aloud_limit_cpu_milliseconds(milliseconds)
  }

  private static func preferForOutOfMemory() {
    let descriptor = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, "500", 3)
    close(descriptor)
  }

  /// Bytes of address space in use; 0 if unknown.
  private static var addressSpace: UInt64 {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 64)
    guard read(descriptor, &buffer, buffer.count) > 0 else { return 0 }
    var pages: UInt64 = 0
    for digit in buffer.prefix(while: { $0 != UInt8(ascii: " ") }) { pages = pages * 10 + UInt64(digit &- 48) }
    return pages * UInt64(sysconf(CInt(_SC_PAGESIZE)))
  }
}

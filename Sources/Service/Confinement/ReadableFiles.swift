import CLinux
import Glibc

/// Restricts the files that a process may open (Landlock), if the kernel supports it.
enum ReadableFiles {
  private static let execute: UInt64 = 1 << 0
  private static let writeFile: UInt64 = 1 << 1
  private static let readFile: UInt64 = 1 << 2
  private static let readFolder: UInt64 = 1 << 3
  /// O_PATH, which is defined only with _GNU_SOURCE.
  private static let pathOnly: CInt = 0o10_000_000

  /// Permits only reading at or below `paths`: no other file, no writing, no program, no TCP, no signal to a process
  /// outside of the same restriction.
  ///
  /// It applies to the calling thread and threads that it starts later. Open descriptors stay usable.
  ///
  /// - Parameter programs: the paths at or below which there are programs that may be run, and files for them. Programs
  ///   may also write to `/dev/null`.
  static func restrict(to paths: [String], running programs: [String] = []) {
    let version = aloud_landlock_version()
    guard version > 0 else { return }
    var rules = aloud_landlock_rules(files: (1 << 13) - 1, network: 0, scope: 0)
    if version >= 2 { rules.files |= 1 << 13 }  // linking and renaming across folders
    if version >= 3 { rules.files |= 1 << 14 }  // truncating
    if version >= 4 { rules.network = 0b11 }  // TCP: bind, connect
    if version >= 5 { rules.files |= 1 << 15 }  // ioctl of devices
    if version >= 6 { rules.scope = 0b11 }  // abstract sockets, signals
    let size = version >= 6 ? 24 : version >= 4 ? 16 : 8
    let ruleset = aloud_landlock_create(&rules, size)
    guard ruleset >= 0 else { return }
    defer { close(ruleset) }
    for path in paths { allow(path, in: ruleset) }
    for path in programs { allow(path, in: ruleset, also: execute) }
    if !programs.isEmpty { allow("/dev/null", in: ruleset, also: writeFile) }
    _ = aloud_landlock_restrict(ruleset)
  }

  private static func allow(_ path: String, in ruleset: CInt, also more: UInt64 = 0) {
    let descriptor = open(path, pathOnly | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    _ = aloud_landlock_allow(ruleset, descriptor, (isFolder ? readFile | readFolder : readFile) | more)
  }
}

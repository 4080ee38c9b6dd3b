import EventLoop
import Glibc

/// The programs that lock a screen and tell nobody about it: they run as long as the screen is locked. They are looked
/// for in the list of processes, which costs a millisecond or two.
///
/// A locker that is part of a compositor or a shell, or that runs all the time, cannot be seen in this way.
enum LockerPrograms {
  /// A locker.
  struct Program: Equatable, Sendable {
    /// The name of its process: at most 15 bytes, as the kernel keeps it.
    var process: String
    /// True if it runs as another user, such as `root`, to check the password.
    var changesUser = false
  }

  /// Their names, for people.
  static let names = [
    "swaylock", "hyprlock", "gtklock", "waylock", "i3lock", "slock", "xsecurelock", "physlock", "xtrlock", "xlock",
    "vlock", "xscreensaver",
  ]

  /// The processes that show the lock. `xscreensaver` itself always runs; it starts the others for a covered screen.
  /// Plasma's greeter is seen before Plasma has said that the screen is locked.
  static let all = [
    Program(process: "swaylock"), Program(process: "swaylock-plugin"), Program(process: "hyprlock"),
    Program(process: "gtklock"), Program(process: "waylock"), Program(process: "i3lock"),
    Program(process: "slock", changesUser: true), Program(process: "xsecurelock"),
    Program(process: "physlock", changesUser: true), Program(process: "xtrlock", changesUser: true),
    Program(process: "xlock", changesUser: true), Program(process: "vlock", changesUser: true),
    Program(process: "vlock-main", changesUser: true), Program(process: "xscreensaver-gf"),
    Program(process: "xscreensaver-au", changesUser: true), Program(process: "kscreenlocker_g"),
  ]

  /// The end of a search.
  enum Finding: Equatable, Sendable {
    /// None runs.
    case none
    /// The process of one that runs.
    case running(String)
    /// The list of processes cannot be read.
    case unreadable
  }

  /// Looks for one of this user. It may run on any thread.
  ///
  /// - Parameters:
  ///   - folder: the list of processes.
  ///   - user: the user whose screen it is.
  ///   - runtime: the user's runtime directory (`XDG_RUNTIME_DIR`); `nil`: unknown. All sessions of a user have the
  ///     same one, and a desktop within a desktop has its own: a locker there covers another screen.
  static func find(in folder: String = "/proc", of user: uid_t = getuid(), runtime: String? = nil) -> Finding {
    guard let list = opendir(folder) else { return .unreadable }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
      let process = "\(folder)/\(name)"
      // It may have ended meanwhile.
      guard let line = text(process + "/stat"), let (word, isAlive) = program(inStat: line), isAlive,
        let program = all.first(where: { $0.process == word }), isOfUser(program, process, user),
        !isElsewhere(process, runtime)
      else { continue }
      return .running(program.process)
    }
    return .none
  }

  /// The name and the life of a process in a line of `stat` (proc(5)): `17 (a name) S 1 …`. The name may contain
  /// brackets and spaces.
  static func program(inStat line: [UInt8]) -> (name: String, isAlive: Bool)? {
    guard let begin = line.firstIndex(of: UInt8(ascii: "(")), let end = line.lastIndex(of: UInt8(ascii: ")")),
      begin < end, end + 2 < line.count
    else { return nil }
    let isDead = [UInt8(ascii: "Z"), UInt8(ascii: "X")].contains(line[end + 2])
    return (String(decoding: line[(begin + 1)..<end], as: UTF8.self), !isDead)
  }

  /// The owner of the folder is the user that the program runs as. One that changes the user is known by its login,
  /// where the kernel keeps that; otherwise it may be anybody's, and counts.
  private static func isOfUser(_ program: Program, _ process: String, _ user: uid_t) -> Bool {
    var status = stat()
    guard stat(process, &status) == 0 else { return false }
    if status.st_uid == user { return true }
    guard program.changesUser else { return false }
    let login = text(process + "/loginuid").flatMap { uid_t(String(decoding: $0, as: UTF8.self).prefix { $0 != "\n" }) }
    return login == nil || login == uid_t.max || login == user
  }

  /// True if a process is known to have another runtime directory. One whose environment cannot be read counts as ours.
  private static func isElsewhere(_ process: String, _ runtime: String?) -> Bool {
    let name = "XDG_RUNTIME_DIR="
    guard let runtime, runtime.hasPrefix("/"), let environment = text(process + "/environ", limit: 1 << 20),
      let entry = environment.split(separator: 0).first(where: { $0.starts(with: name.utf8) })
    else { return false }
    let other = String(decoding: entry.dropFirst(name.utf8.count), as: UTF8.self)
    // An empty variable names no other desktop.
    return other.hasPrefix("/") && !isSameFolder(other, runtime)
  }

  private static func isSameFolder(_ one: String, _ other: String) -> Bool {
    func parts(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }
    if parts(one) == parts(other) { return true }
    // One of them may lead through a link, as /var/run does.
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }

  private static func text(_ path: String, limit: Int = 512) -> [UInt8]? {
    guard let file = Descriptor(opening: path, O_RDONLY) else { return nil }
    return file.readAll(limit: limit)
  }
}

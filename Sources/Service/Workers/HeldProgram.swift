import EventLoop
import Glibc
import Synchronization

/// The file of a program, held open: it starts as it was when this value was made, although an upgrade has replaced or
/// removed the file since. Two are equal if they are the same file at the same path. Usable on any thread.
///
/// Only what the kernel runs by itself is held. The interpreter of a script opens it by its path, and finds what lies
/// beside it there.
public final class HeldProgram: Hashable, Sendable {
  /// The path at which it was found, and its argument 0.
  public let path: String
  /// The arguments of each of its processes, behind those of the start.
  public let arguments: [String]
  /// The name by which it is started; ``path`` if it is not held.
  var file: String { holder?.file ?? successor.withLock { $0?.file } ?? ownFile }
  private let ownFile: String
  /// The program that has taken its place (``lookAgain()``).
  private let successor = Mutex<HeldProgram?>(nil)
  private let descriptor: Descriptor?
  /// The one that holds the file, if this one does not.
  private let holder: HeldProgram?
  /// Device, number of the file, and time of its last change in nanoseconds; empty if there is no file.
  private let stamp: [Int]

  /// Holds the file at a path. A program that cannot be held, or is not there, is started by its path.
  public convenience init(_ path: String) { self.init(path, least: 4) }

  /// - Parameter least: the least number of the descriptor. The first four are those that a worker gets for its own
  ///   files.
  init(_ path: String, least: CInt) {
    self.path = path
    (arguments, holder) = ([], nil)
    guard let held = Self.open(path, least: least) else {
      ownFile = path
      descriptor = nil
      stamp = Self.stamp { stat(path, &$0) }
      return
    }
    stamp = Self.stamp { fstat(held.number, &$0) }
    let isHeld = Self.isStartedByKernel(held)
    ownFile = isHeld ? Self.link(held) : path
    descriptor = isHeld ? consume held : nil
  }

  /// The same file, whose processes have these arguments.
  init(_ program: HeldProgram, arguments: [String]) {
    (path, ownFile, stamp, holder) = (program.path, program.ownFile, program.stamp, program)
    self.arguments = arguments
    descriptor = nil
  }

  /// A program whose held file is at `file`, for tests.
  init(_ path: String, file: String) {
    self.path = path
    (arguments, holder) = ([], nil)
    ownFile = file
    descriptor = nil
    stamp = []
  }

  /// Tells the file from every other one: its path, its stamp and its arguments.
  var identity: String { "\(path) \(stamp) \(arguments)" }

  /// True if it starts although the file is replaced.
  var isHeld: Bool { file != path }

  /// Starts from now on what lies at the path now, once. A service that began while an upgrade replaced the files one by
  /// one holds workers of the former build, which it does not understand.
  ///
  /// - Returns: true if that is another file, and the first one that was found so.
  func lookAgain() -> Bool {
    if let holder { return holder.lookAgain() }
    let found = HeldProgram(path)
    guard !found.stamp.isEmpty, found.stamp != stamp else { return false }
    return successor.withLock { successor in
      guard successor == nil else { return false }
      successor = found
      return true
    }
  }

  private static func open(_ path: String, least: CInt) -> Descriptor? {
    guard let descriptor = Descriptor(referringTo: path) else { return nil }
    if descriptor.number >= least { return descriptor }
    return Descriptor(copying: descriptor.number, least: least)
  }

  private static func stamp(_ look: (inout stat) -> CInt) -> [Int] {
    var status = stat()
    guard look(&status) == 0 else { return [] }
    return [Int(status.st_dev), Int(status.st_ino), status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec]
  }

  private static func link(_ held: borrowing Descriptor) -> String { "/proc/self/fd/\(held.number)" }

  /// True for a program of machine code; also for one that cannot be read, as a script must be.
  private static func isStartedByKernel(_ held: borrowing Descriptor) -> Bool {
    let link = link(held)
    guard access(link, X_OK) == 0 else { return false }
    guard let file = Descriptor(opening: link, O_RDONLY | O_NONBLOCK) else { return errno == EACCES }
    return file.readAll(limit: 4) == Array("\u{7F}ELF".utf8)
  }

  /// True for the same file at the same path, with the same arguments.
  public static func == (a: HeldProgram, b: HeldProgram) -> Bool {
    a.path == b.path && a.stamp == b.stamp && a.arguments == b.arguments
  }

  /// Hashes the path, and what identifies the file.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(stamp)
    hasher.combine(arguments)
  }
}

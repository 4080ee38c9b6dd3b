public import EventLoop
import Glibc

/// The folder with all that is kept, open to its owner alone and locked for one process.
///
/// A kill frees the lock. Files are reached through the open folder, never through a symbolic link.
@Core
public final class StateFolder {
  /// The files that are open as long as the folder is used.
  public nonisolated static let fileNames = [SessionStore.fileName, PlaceJournal.fileName, lockName]
  private nonisolated static let lockName = "lock"

  /// Its absolute path.
  public let path: String
  private let descriptor: CInt
  private var lock: CInt = -1
  /// The files that were opened here, to find out whether they still lie here.
  private var files: [String: FileNumber] = [:]

  /// Tells a file or folder from every other one that exists at the same time.
  private struct FileNumber: Equatable {
    var device: dev_t
    var inode: ino_t

    init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }
  }

  /// Makes the folder where it is missing, and locks it.
  ///
  /// - Parameter path: absolute.
  /// - Throws: ``StoreError``: `notOurs`, `locked`, `full`, `unwritable`.
  public init(path: String) throws(StoreError) {
    self.path = path
    Self.makeFolders(path)
    descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(errno: errno, path) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
      throw StoreError(.notOurs, "\(path) belongs to somebody else")
    }
    if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o700) != 0 { throw StoreError(errno: errno, path) }
    lock = try openFile(Self.lockName, O_RDWR | O_CREAT)
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? StoreError(.locked, "another process keeps its state in \(path)") : StoreError(errno: errno, path)
    }
  }

  isolated deinit {
    close(descriptor)
    if lock >= 0 { close(lock) }
  }

  /// Lets another process have the folder; nothing in it may be used afterwards.
  public func unlock() {
    if lock >= 0 { close(lock) }
    lock = -1
  }

  /// Opens a file that is ours and nobody else's, `0600` where it is made.
  ///
  /// - Returns: a descriptor that is the caller's.
  func openFile(_ name: String, _ flags: CInt) throws(StoreError) -> CInt {
    let file = openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw StoreError(errno: errno, name) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw StoreError(.notOurs, "\(name) belongs to somebody else, or is no file")
    }
    if status.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
    if flags & O_CREAT != 0 { files[name] = FileNumber(status) }
    return file
  }

  /// Whether the folder and the files that were opened in it still lie where they did: nobody has removed, moved or
  /// replaced one of them.
  public var isInPlace: Bool {
    var (own, found) = (stat(), stat())
    guard fstat(descriptor, &own) == 0, lstat(path, &found) == 0, FileNumber(own) == FileNumber(found) else {
      return false
    }
    return files.allSatisfy { name, number in
      fstatat(descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && FileNumber(found) == number
    }
  }

  /// Removes a file that is no longer needed.
  func remove(_ name: String) {
    unlinkat(descriptor, name, 0)
    files[name] = nil
  }

  // MARK: Files that cannot be used

  /// How many files of one name are moved out of the way. The first ones are the most precious: what comes after the
  /// last takes the last one's place.
  static let mostAside = 9

  /// Moves a database and its log out of the way, to a name that is free: `NAME.bad`, then `NAME.2.bad` and so on.
  ///
  /// - Returns: the new name; `nil` where there was no such file.
  /// - Throws: ``StoreError``; both files are then where they were.
  func setAside(_ name: String) throws(StoreError) -> String? {
    var status = stat()
    func exists(_ name: String) -> Bool { fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 }
    let names = (1...Self.mostAside).map { $0 == 1 ? "\(name).bad" : "\(name).\($0).bad" }
    let target = names.first { !exists($0) && !exists($0 + Self.log) } ?? names[names.count - 1]
    let isThere = exists(name)
    if isThere { try move(name, to: target) }
    // A log without its file is worth nothing, and would be taken for the next file's.
    if exists(name + Self.log) {
      do throws(StoreError) {
        try move(name + Self.log, to: target + Self.log)
      } catch {
        if isThere { try move(target, to: name) }
        throw error
      }
    } else {
      unlinkat(descriptor, target + Self.log, 0)
    }
    remove(name + "-shm")
    return isThere ? target : nil
  }

  /// Brings back what ``setAside(_:)`` moved, in place of what lies there now.
  func bringBack(_ name: String, from aside: String) throws(StoreError) {
    removeLog(of: name)
    if hasLog(of: aside) {
      try move(aside + Self.log, to: name + Self.log)
    }
    try move(aside, to: name)
  }

  /// The ending that SQLite appends to a file's name for its log.
  private static let log = "-wal"

  /// Whether a database has a log.
  func hasLog(of name: String) -> Bool {
    var status = stat()
    return fstatat(descriptor, name + Self.log, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// Removes the log of a database.
  func removeLog(of name: String) { remove(name + Self.log) }

  private func move(_ name: String, to target: String) throws(StoreError) {
    guard renameat(descriptor, name, descriptor, target) == 0 else { throw StoreError(errno: errno, name) }
    files[name] = nil
  }

  // MARK: Taking up

  /// One byte for each run in a row that began to take up what is kept and did not come to the end of that.
  private static let openings = "opening"

  /// Notes that a run begins to take up what is kept.
  ///
  /// - Returns: how many runs before it, in a row, did not end that. 0 where that cannot be noted, as on a full disk:
  ///   what cannot be taken back is not counted either.
  public func beginTakingUp() -> Int {
    guard let file = try? openFile(Self.openings, O_RDWR | O_CREAT) else { return 0 }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, pwrite(file, [1] as [UInt8], 1, status.st_size) == 1 else { return 0 }
    return Int(clamping: status.st_size)
  }

  /// Notes that what is kept has been taken up, or was found not to be usable: the run did not end of it. Needs no room
  /// on the disk.
  public func endTakingUp() {
    guard let file = try? openFile(Self.openings, O_RDWR) else { return }
    ftruncate(file, 0)
    close(file)
  }

  private static func makeFolders(_ path: String) {
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/" + part
      mkdir(prefix, 0o700)  // most of them exist
    }
  }
}

import EventLoop
import Glibc

/// The folder of all stored data, accessible only to its owner and locked for one process.
///
/// A kill releases the lock. Files are opened relative to the open folder, never through a symbolic link.
public final class StateFolder {
  /// The files that are open while the folder is in use.
  public nonisolated static let fileNames = [SessionStore.fileName, PlaceJournal.fileName, lockName]

  /// The absolute path.
  public let path: String
  private let folder: Descriptor
  private var lock: Descriptor?
  /// The files that were opened here, to check that they are still in place.
  private var files: [String: FileNumber] = [:]

  /// Identifies a file or folder among all that exist at the same time.
  private struct FileNumber: Equatable {
    var device: dev_t
    var inode: ino_t

    init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }
  }

  /// Makes the folder if it is missing, and locks it.
  ///
  /// - Parameter path: absolute.
  /// - Throws: ``StoreError``: `notOurs`, `locked`, `full`, `unwritable`.
  public init(path: String) throws(StoreError) {
    self.path = path
    Self.makeFolders(path)
    guard let folder = Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
      throw StoreError(errno: errno, path)
    }
    self.folder = folder
    var status = stat()
    guard fstat(self.folder.number, &status) == 0, status.st_uid == geteuid() else {
      throw StoreError(.notOurs, "\(path) belongs to another user")
    }
    if status.st_mode & 0o077 != 0, fchmod(self.folder.number, 0o700) != 0 { throw StoreError(errno: errno, path) }
    let lock = try openFile(Self.lockName, O_RDWR | O_CREAT)
    guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? StoreError(.locked, "another process keeps its state in \(path)") : StoreError(errno: errno, path)
    }
    // The mark of the process before.
    ftruncate(lock.number, 0)
    self.lock = consume lock
  }

  /// Marks the lock: this process ends and releases it within moments. On a full disk there is no mark.
  public func announceRelease() {
    if let number = lock?.number { _ = pwrite(number, [1] as [UInt8], 1, 0) }
  }

  /// Releases the lock; nothing in the folder may be used afterwards.
  public func unlock() { lock = nil }

  /// Opens a file that belongs only to this user; a new one gets the mode `0600`.
  func openFile(_ name: String, _ flags: CInt) throws(StoreError) -> Descriptor {
    let number = openat(folder.number, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard let file = Descriptor(owning: number) else { throw StoreError(errno: errno, name) }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG else {
      throw StoreError(.notOurs, "\(name) belongs to another user, or is not a file")
    }
    if status.st_mode & 0o077 != 0 { fchmod(number, 0o600) }
    if flags & O_CREAT != 0 { files[name] = FileNumber(status) }
    return file
  }

  /// True if the folder and the files opened in it are still in place: none was removed, moved or replaced.
  public var isInPlace: Bool {
    var (own, found) = (stat(), stat())
    guard fstat(folder.number, &own) == 0, lstat(path, &found) == 0, FileNumber(own) == FileNumber(found) else {
      return false
    }
    return files.allSatisfy { name, number in
      fstatat(folder.number, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && FileNumber(found) == number
    }
  }

  /// Removes a file that is no longer needed.
  func remove(_ name: String) {
    unlinkat(folder.number, name, 0)
    files[name] = nil
  }

  // MARK: Files that cannot be used

  /// The most files of one name that are moved aside. The first ones are the most valuable; after the last number,
  /// further files replace the last one.
  static let mostAside = 9

  /// Moves a database and its log aside, to a free name: `NAME.bad`, then `NAME.2.bad` and so on.
  ///
  /// - Returns: the new name; `nil` if there was no such file.
  /// - Throws: ``StoreError``; both files are then where they were.
  func setAside(_ name: String) throws(StoreError) -> String? {
    var status = stat()
    func exists(_ name: String) -> Bool { fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 }
    let names = (1...Self.mostAside).map { $0 == 1 ? "\(name).bad" : "\(name).\($0).bad" }
    let target = names.first { !exists($0) && !exists($0 + Self.log) } ?? names[names.count - 1]
    let isThere = exists(name)
    if isThere { try move(name, to: target) }
    // A log without its file is useless, and would be taken for the next file's.
    if exists(name + Self.log) {
      do throws(StoreError) {
        try move(name + Self.log, to: target + Self.log)
      } catch {
        if isThere { try move(target, to: name) }
        throw error
      }
    } else {
      unlinkat(folder.number, target + Self.log, 0)
    }
    remove(name + "-shm")
    return isThere ? target : nil
  }

  /// Moves files back that ``setAside(_:)`` moved, replacing present ones.
  func bringBack(_ name: String, from aside: String) throws(StoreError) {
    removeLog(of: name)
    if hasLog(of: aside) {
      try move(aside + Self.log, to: name + Self.log)
    }
    try move(aside, to: name)
  }

  /// The suffix that SQLite appends to a file's name for its log.
  private static let log = "-wal"

  /// True if a database has a log.
  func hasLog(of name: String) -> Bool {
    var status = stat()
    return fstatat(folder.number, name + Self.log, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// The size of a database's log in bytes; 0 without one.
  func logSize(of name: String) -> Int {
    var status = stat()
    return fstatat(folder.number, name + Self.log, &status, AT_SYMLINK_NOFOLLOW) == 0 ? Int(status.st_size) : 0
  }

  /// Removes the log of a database.
  func removeLog(of name: String) { remove(name + Self.log) }

  private func move(_ name: String, to target: String) throws(StoreError) {
    guard renameat(folder.number, name, folder.number, target) == 0 else { throw StoreError(errno: errno, name) }
    files[name] = nil
  }

  // MARK: Restoring

  /// One byte for each consecutive run that began to restore the state and did not finish.
  private static let openings = "opening"

  /// Records that a run begins to restore the state.
  ///
  /// - Returns: the number of consecutive runs before it that did not finish. It is 0 if the record cannot be written,
  ///   as on a full disk, since it could not be removed either.
  public func beginTakingUp() -> Int {
    guard let file = try? openFile(Self.openings, O_RDWR | O_CREAT) else { return 0 }
    var status = stat()
    guard fstat(file.number, &status) == 0, pwrite(file.number, [1] as [UInt8], 1, status.st_size) == 1 else {
      return 0
    }
    return Int(clamping: status.st_size)
  }

  /// Records that the state was restored or found unusable, so that the run did not end because of it. Needs no disk
  /// space.
  public func endTakingUp() {
    guard let file = try? openFile(Self.openings, O_RDWR) else { return }
    ftruncate(file.number, 0)
  }

  /// Removes the last record, of a run that is still to restore the state.
  func undoTakingUp() { Self.undoTakingUp(at: path) }

  /// The same without a lock.
  static func undoTakingUp(at path: String) {
    let number = open("\(path)/\(openings)", O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard let file = Descriptor(owning: number) else { return }
    var status = stat()
    if fstat(file.number, &status) == 0, status.st_size > 0 { ftruncate(file.number, status.st_size - 1) }
  }

  // MARK: Checking

  /// An empty file from the beginning of a check to the beginning of the run after it. The check moves the log into the
  /// library, so that a kill before that run leaves no other sign that the last run did not end in order.
  private static let checking = "checking"

  /// True if a check has begun, and no run after it.
  static func isChecking(at path: String) -> Bool { access("\(path)/\(checking)", F_OK) == 0 }

  /// A check of the library begins. On a full disk there is no sign of it.
  func beginChecking() { _ = try? openFile(Self.checking, O_RDWR | O_CREAT) }

  /// A run has begun after the check.
  func endChecking() { remove(Self.checking) }

  private static func makeFolders(_ path: String) {
    var prefix = ""
    for part in path.split(separator: "/") {
      prefix += "/" + part
      mkdir(prefix, 0o700)  // most of them exist
    }
  }
}

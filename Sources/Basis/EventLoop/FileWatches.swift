import Glibc

/// An instance of inotify(7), which is closed with the last one who has it. Any thread.
final class InotifyDescriptor: Sendable {
  /// Negative if the kernel gives none.
  let number = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))

  deinit { if number >= 0 { close(number) } }
}

/// The watches along the course of some paths, through links and folders that are missing. Any thread: to set them asks
/// the file systems, which may never answer.
struct FileWatches: Sendable {
  /// Changes of a folder's contents.
  private static let contentMask =
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
    | UInt32(IN_ATTRIB)
  /// The folder itself is removed. This mask alone causes no wake-up while the folder exists.
  static let selfMask = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
  private static let commonMask = UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
  /// Entries of one whole folder whose times are looked at. Voices may lie among the system's libraries: to look at each
  /// of 1,500 files takes longer than a worker's start, and what comes or goes changes the folder's own time.
  private static let mostEntries = 100
  /// The kernel's limit of links on one path.
  private static let mostLinks = 40

  /// The names that matter in a folder, by the number of its watch.
  private(set) var names: [CInt: Set<String>] = [:]
  /// The watches of folders in which each name matters.
  private(set) var whole: Set<CInt> = []
  /// The latest change of a folder that is watched for its contents, or of what lies in a whole one, by the clock of its
  /// file system; none if there is no such folder.
  private(set) var lastChange: Duration?

  /// No watches.
  init() {}

  /// Sets the watches of files and of whole folders, by their absolute paths.
  init(_ descriptor: InotifyDescriptor, _ paths: [String], _ folders: [String]) {
    for path in paths where path.hasPrefix("/") { follow(path, isFolder: false, descriptor) }
    for path in folders where path.hasPrefix("/") { follow(path, isFolder: true, descriptor) }
  }

  private mutating func follow(_ path: String, isFolder: Bool, _ descriptor: InotifyDescriptor) {
    var folder = ""
    var rest = Array(Self.parts(path).reversed())
    var links = 0
    watch(folder, Self.selfMask, name: nil, descriptor)
    while let name = rest.popLast() {
      if name == ".." {
        // Links before it have been followed, so the name before it is that of the real folder.
        folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
        continue
      }
      let next = "\(folder)/\(name)"
      var kind = Self.kind(of: next)
      if kind != .folder || rest.isEmpty {
        watch(folder, Self.contentMask, name: name, descriptor)
        // A file made before its watch was set has caused no event.
        kind = Self.kind(of: next)
      }
      switch kind {
      case .missing: return
      case .link(let target):
        links += 1
        guard links <= Self.mostLinks else { return }
        if target.hasPrefix("/") { folder = "" }
        rest += Self.parts(target).reversed()
      case .folder:
        watch(next, Self.selfMask, name: nil, descriptor)
        folder = next
      case .other: return
      }
    }
    if isFolder, let number = watch(folder, Self.contentMask, name: nil, descriptor) {
      whole.insert(number)
      noteEntries(of: folder)
    }
  }

  private mutating func noteEntries(of folder: String) {
    guard let directory = opendir(folder.isEmpty ? "/" : folder) else { return }
    defer { closedir(directory) }
    var count = 0
    while count < Self.mostEntries, let entry = readdir(directory)?.pointee {
      let name = withUnsafeBytes(of: entry.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      count += 1
      if name != ".." { note("\(folder)/\(name)") }
    }
  }

  /// The time of the last change of a file or of what is known of it (ctime), since 1970.
  static func change(of status: stat) -> Duration {
    .seconds(status.st_ctim.tv_sec) + .nanoseconds(status.st_ctim.tv_nsec)
  }

  private mutating func note(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let change = Self.change(of: status)
    lastChange = max(lastChange ?? change, change)
  }

  @discardableResult
  private mutating func watch(_ folder: String, _ mask: UInt32, name: String?, _ descriptor: InotifyDescriptor) -> CInt?
  {
    // Folders on the way may be unreadable; they are seldom removed.
    let number = inotify_add_watch(descriptor.number, folder.isEmpty ? "/" : folder, mask | Self.commonMask)
    guard number >= 0 else { return nil }
    if mask == Self.contentMask { note(folder.isEmpty ? "/" : folder) }
    names[number, default: []].formUnion(name.map { [$0] } ?? [])
    return number
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }
  }

  private enum Kind: Equatable {
    case missing, folder, other
    case link(String)
  }

  private static func kind(of path: String) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFLNK:
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path, &target, target.count)
      return count > 0
        ? .link(String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)) : .missing
    default: return .other
    }
  }
}

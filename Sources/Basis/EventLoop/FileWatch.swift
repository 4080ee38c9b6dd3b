import Glibc

/// Reports that one of some files may have changed: its contents, or the file that its path leads to (inotify(7)). In a
/// folder that is watched, a file that comes or goes is reported, too, and changed contents of each.
///
/// A path is followed from the root, through symbolic links. If a part of it is missing, the folder before it is
/// watched until that part appears. The folder of a file may thus exist, be made later, be removed and made again, or
/// be replaced by a link. Without inotify changes are not noticed.
@Core
public final class FileWatch {
  /// Changes of a folder's contents.
  private static let contentMask =
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
    | UInt32(IN_ATTRIB)
  /// The folder itself is removed. This mask alone causes no wake-up while the folder exists.
  private static let selfMask = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
  private static let commonMask = UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
  /// The kernel's limit of links on one path.
  private static let mostLinks = 40

  private let descriptor: CInt
  private let paths: [String]
  private let folders: [String]
  private let scheduler: any Scheduler
  private var source: EventSource?
  private var settle: TimerToken?
  /// The names that matter in a folder, by the number of its watch.
  private var names: [CInt: Set<String>] = [:]
  /// The watches of folders in which each name matters.
  private var whole: Set<CInt> = []

  /// Watches as long as this object is kept.
  ///
  /// - Parameters:
  ///   - paths: those of files, absolute.
  ///   - folders: the paths of folders, absolute.
  ///   - patience: the wait for further changes, since editors write in several steps; zero for none.
  ///   - onChange: called once for all changes within `patience`; on the core loop.
  public init(
    paths: [String], folders: [String] = [], patience: Duration = .milliseconds(50), scheduler: any Scheduler,
    onChange: @escaping @Core () -> Void
  ) {
    self.paths = paths
    self.folders = folders
    self.scheduler = scheduler
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    arm()
    source = Core.loop.watch(descriptor, for: .readable) { [weak self] _ in
      guard let self, self.takeEvents(), self.settle == nil else { return }
      guard patience > .zero else {
        self.arm()
        return onChange()
      }
      self.settle = scheduler.schedule(after: patience) { [weak self] in
        self?.settle = nil
        // The watches are set first. They report later changes, and the caller sees earlier ones.
        self?.arm()
        onChange()
      }
    }
  }

  isolated deinit {
    scheduler.cancel(&settle)
    source?.cancel()
    if descriptor >= 0 { close(descriptor) }
  }

  // MARK: Watching

  /// Sets watches along the current course of the paths.
  private func arm() {
    for number in names.keys { inotify_rm_watch(descriptor, number) }
    names = [:]
    whole = []
    for path in paths where path.hasPrefix("/") { follow(path, isFolder: false) }
    for path in folders where path.hasPrefix("/") { follow(path, isFolder: true) }
  }

  private func follow(_ path: String, isFolder: Bool) {
    var folder = ""
    var rest = Array(Self.parts(path).reversed())
    var links = 0
    watch(folder, Self.selfMask, name: nil)
    while let name = rest.popLast() {
      if name == ".." {
        // Links before it have been followed, so the name before it is that of the real folder.
        folder = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
        continue
      }
      let next = "\(folder)/\(name)"
      var kind = Self.kind(of: next)
      if kind != .folder || rest.isEmpty {
        watch(folder, Self.contentMask, name: name)
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
        watch(next, Self.selfMask, name: nil)
        folder = next
      case .other: return
      }
    }
    if isFolder, let number = watch(folder, Self.contentMask, name: nil) { whole.insert(number) }
  }

  @discardableResult
  private func watch(_ folder: String, _ mask: UInt32, name: String?) -> CInt? {
    // Folders on the way may be unreadable; they are seldom removed.
    let number = inotify_add_watch(descriptor, folder.isEmpty ? "/" : folder, mask | Self.commonMask)
    guard number >= 0 else { return nil }
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

  // MARK: Events

  /// Reads all events.
  ///
  /// - Returns: true if an event concerns a name that matters, or a folder itself.
  private func takeEvents() -> Bool {
    var matters = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return matters }
      buffer.withUnsafeBytes { bytes in
        let header = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + header <= count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let text = bytes[(offset + header)..<(offset + header + Int(event.len))].prefix { $0 != 0 }
          offset += header + Int(event.len)
          // Events of removed watches are old.
          guard let names = names[event.wd] else {
            matters = matters || event.mask & UInt32(IN_Q_OVERFLOW) != 0
            continue
          }
          let isSelf = event.mask & (Self.selfMask | UInt32(IN_UNMOUNT)) != 0
          matters =
            matters || isSelf || whole.contains(event.wd) || names.contains(String(decoding: text, as: UTF8.self))
        }
      }
    }
  }
}

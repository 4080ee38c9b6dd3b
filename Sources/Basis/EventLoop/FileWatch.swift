import Glibc

/// Reports that one of some files may have changed: its contents, or the file that its path leads to (inotify(7)). In a
/// folder that is watched, a file that comes or goes is reported, too, and changed contents of each.
///
/// A path is followed from the root, through symbolic links. If a part of it is missing, the folder before it is
/// watched until that part appears. The folder of a file may thus exist, be made later, be removed and made again, or
/// be replaced by a link. Without inotify changes are not noticed.
@Core
public final class FileWatch {
  private let descriptor: InotifyDescriptor
  private let paths: [String]
  private let folders: [String]
  private let mayHang: Bool
  private let patience: Duration
  private let onChange: @Core () -> Void
  private let scheduler: any Scheduler
  private var source: EventSource?
  private var settle: TimerToken?
  private var watches = FileWatches()
  /// True while a thread sets the watches.
  private(set) var isArming = false
  /// True if something may have changed while it does, so that they are to be set once more.
  private var isArmedTooEarly = false
  /// The time of files since which changes are reported; `nil` for that of the first watches.
  private let start: Duration?
  /// Those who wait until all that has happened is reported.
  private var waiting: [@Core () -> Void] = []

  /// Watches as long as this object is kept.
  ///
  /// - Parameters:
  ///   - paths: those of files, absolute.
  ///   - folders: the paths of folders, absolute.
  ///   - patience: the wait for further changes, since editors write in several steps; zero for none.
  ///   - start: a former ``fileTime``: a change since then is reported, too, as far as the times of the files tell it;
  ///     `nil` if the caller looks at the files once the watches are set.
  ///   - mayHang: true if the paths may lie on a file system that does not answer: the watches are set by a thread of
  ///     their own then, which may hang alone.
  ///   - onChange: called once for all changes within `patience`; on the core loop.
  public init(
    paths: [String], folders: [String] = [], patience: Duration = .milliseconds(50),
    since start: Duration? = nil, mayHang: Bool = false, scheduler: any Scheduler, onChange: @escaping @Core () -> Void
  ) {
    self.paths = paths
    self.folders = folders
    self.start = start
    self.mayHang = mayHang
    self.patience = patience
    self.scheduler = scheduler
    self.onChange = onChange
    descriptor = InotifyDescriptor()
    guard descriptor.number >= 0 else { return }
    arm { [weak self] in self?.tellFormerChange() }
    source = Core.loop.watch(descriptor.number, for: .readable) { [weak self] _ in self?.look() }
  }

  isolated deinit {
    scheduler.cancel(&settle)
    source?.cancel()
    for body in waiting { Core.loop.schedule(after: .zero) { body() } }
  }

  /// The time that a file gets which changes now; `nil` if it cannot be told.
  public static var fileTime: Duration? {
    var status = stat()
    guard let file = Descriptor(inMemory: "aloud-time"), fstat(file.number, &status) == 0 else { return nil }
    return FileWatches.change(of: status)
  }

  private func tellFormerChange() {
    guard let start, let change = watches.lastChange, change >= start else { return }
    onChange()
  }

  /// True if all that has happened until now is reported. It asks the kernel alone, and no file system.
  public var isSettled: Bool {
    look()
    return hasReported
  }

  /// Calls `body` when all that has happened until now is reported, at once if it is; or when this object ends.
  public func whenSettled(_ body: @escaping @Core () -> Void) {
    if isSettled { body() } else { waiting.append(body) }
  }

  private var hasReported: Bool { settle == nil && !isArming }

  private func tellSettled() {
    guard hasReported else { return }
    let waiting = waiting
    self.waiting = []
    for body in waiting { body() }
  }

  /// Takes what has happened.
  private func look() {
    guard descriptor.number >= 0, takeEvents(), settle == nil else { return }
    guard patience > .zero else { return changed() }
    settle = scheduler.schedule(after: patience) { [weak self] in
      self?.settle = nil
      self?.changed()
    }
  }

  // MARK: Watching

  /// The watches are set first. They report later changes, and the caller sees earlier ones.
  private func changed() {
    guard !isArming else { return isArmedTooEarly = true }
    arm { [weak self] in
      self?.onChange()
      self?.tellSettled()
    }
  }

  /// Sets watches along the current course of the paths, then calls `done`.
  private func arm(_ done: @escaping @Core () -> Void) {
    for number in watches.names.keys { inotify_rm_watch(descriptor.number, number) }
    watches = FileWatches()
    guard mayHang else {
      watches = FileWatches(descriptor, paths, folders)
      return done()
    }
    isArming = true
    BlockingWork.run(
      within: nil, for: .clients, scheduler: scheduler,
      { [descriptor, paths, folders] in FileWatches(descriptor, paths, folders) },
      done: { [weak self] result in
        guard let self else { return }
        isArming = false
        // Without a thread nothing is watched.
        if case .success(let watches) = result { self.watches = watches }
        done()
        if isArmedTooEarly {
          isArmedTooEarly = false
          changed()
        }
        tellSettled()
      })
  }

  // MARK: Events

  /// Reads all events.
  ///
  /// - Returns: true if an event concerns a name that matters, or a folder itself.
  private func takeEvents() -> Bool {
    var matters = false
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor.number, &buffer, buffer.count)
      guard count > 0 else { return matters }
      buffer.withUnsafeBytes { bytes in
        let header = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + header <= count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let text = bytes[(offset + header)..<(offset + header + Int(event.len))].prefix { $0 != 0 }
          offset += header + Int(event.len)
          // Events of removed watches are old. Those that are being set are not known yet.
          guard let names = watches.names[event.wd] else {
            let isNew = isArming && event.mask & UInt32(IN_IGNORED) == 0
            matters = matters || isNew || event.mask & UInt32(IN_Q_OVERFLOW) != 0
            continue
          }
          let isSelf = event.mask & (FileWatches.selfMask | UInt32(IN_UNMOUNT)) != 0
          matters =
            matters || isSelf || watches.whole.contains(event.wd)
            || names.contains(String(decoding: text, as: UTF8.self))
        }
      }
    }
  }
}

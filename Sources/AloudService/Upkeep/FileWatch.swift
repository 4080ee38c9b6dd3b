import EventLoop
import Glibc

/// Tells when one of some files may have changed, also when it appears or is replaced (inotify(7) on their folders).
///
/// Without inotify, or for folders that do not exist, changes are not noticed.
@Core
final class FileWatch {
  private let descriptor: CInt
  private var source: EventSource?
  private var settle: TimerToken?

  init(paths: [String], scheduler: any Scheduler, onChange: @escaping @Core () -> Void) {
    descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    let mask = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
    for path in paths {
      guard let slash = path.lastIndex(of: "/") else { continue }
      let folder = String(path[..<slash])
      // The parent too, for a folder that is made later.
      if inotify_add_watch(descriptor, folder, mask) < 0, let parent = folder.lastIndex(of: "/") {
        _ = inotify_add_watch(descriptor, String(folder[..<parent]), mask)
      }
    }
    source = Core.loop.watch(descriptor, for: .readable) { [weak self] _ in
      guard let self else { return }
      var buffer = [UInt8](repeating: 0, count: 4096)
      while read(self.descriptor, &buffer, buffer.count) > 0 {}
      // Editors write in several steps; the last one counts.
      guard self.settle == nil else { return }
      self.settle = scheduler.schedule(after: .milliseconds(50)) { [weak self] in
        self?.settle = nil
        onChange()
      }
    }
  }

  isolated deinit {
    source?.cancel()
    if descriptor >= 0 { close(descriptor) }
  }
}

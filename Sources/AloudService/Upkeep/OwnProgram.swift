import Glibc
import Workers

/// The file of the running program, and the files of its workers, which an upgrade replaces while it runs.
struct OwnProgram: Sendable {
  /// Which file a path leads to, whatever its name.
  struct Identity: Equatable, Sendable {
    private let device: dev_t
    private let number: ino_t
    private let size: off_t
    private let changed: Int

    /// `nil` where there is none.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      device = status.st_dev
      number = status.st_ino
      size = status.st_size
      changed = status.st_ctim.tv_sec
    }

    /// True if it is the same file; its time changes also with its number of names.
    func isFile(of other: Identity) -> Bool { device == other.device && number == other.number }
  }

  /// The file's path when the program started, without links on the way.
  let path: String
  /// The file that runs.
  private let running: Identity

  /// `nil` where the file has gone already, or the system does not tell.
  init?() {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { buffer in
      readlink("/proc/self/exe", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    guard count > 0, let path = String(validating: buffer[..<count], as: UTF8.self),
      let running = Identity("/proc/self/exe"), let found = Identity(path), found.isFile(of: running)
    else { return nil }
    self.path = path
    self.running = running
  }

  /// The file that lies at ``path`` now; `nil` where it is the one that runs, or none.
  var replacement: Identity? {
    guard let found = Identity(path), !found.isFile(of: running) else { return nil }
    return found
  }

  /// Its path and those of the workers, as far as they are there.
  var paths: [String] { [path] + WorkerExecutable.ofService.compactMap { try? $0.path() } }
}

import Glibc
import Workers

/// The file of the running program, and the files of its workers, which an upgrade replaces while it runs.
struct OwnProgram: Sendable {
  /// Identifies a file, independent of its names.
  struct Identity: Equatable, Sendable {
    private let device: dev_t
    private let number: ino_t
    private let size: off_t
    private let changed: Int

    /// `nil` if there is no file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      device = status.st_dev
      number = status.st_ino
      size = status.st_size
      changed = status.st_ctim.tv_sec
    }

    /// True if it is the same file. The time of its change is not compared, since it changes with the number of its
    /// names too.
    func isFile(of other: Identity) -> Bool { device == other.device && number == other.number }
  }

  /// The file's path when the program started, without links on the way.
  let path: String
  /// The file of the running program.
  private let running: Identity

  /// `nil` if the file has been removed already, or the system does not name it.
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

  /// The file that is at ``path`` now; `nil` if it is the running one, or there is none.
  var replacement: Identity? {
    guard let found = Identity(path), !found.isFile(of: running) else { return nil }
    return found
  }

  /// The program's path and those of the workers that exist.
  var paths: [String] { [path] + WorkerExecutable.ofService.compactMap { try? $0.program().path } }
}

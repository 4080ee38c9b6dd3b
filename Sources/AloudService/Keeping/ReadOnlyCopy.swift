import EventLoop
import Glibc
import Store

/// What an earlier run left in a folder that nobody can write to now: a disk that was mounted read-only after a fault
/// can still be read, but not with a database that wants its lock and its log.
///
/// The copy lies in the memory of the runtime directory and is unlinked as soon as it is open: nothing is left of it.
@Core
enum ReadOnlyCopy {
  private static let files = ["library.sqlite", "library.sqlite-wal", "place"]
  /// More is not taken into memory.
  private static let mostBytes = 256 << 20

  /// Opens one, only to be read; `nil` where there is nothing to copy, or no place for it.
  static func open(of path: String) -> Keepsake? {
    guard let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), runtime.hasPrefix("/") else {
      return nil
    }
    let folder = runtime + "/aloud-copy-\(getpid())"
    guard mkdir(folder, 0o700) == 0 else { return nil }
    defer {
      for file in files + ["lock", "opening"] { unlink(folder + "/" + file) }
      rmdir(folder)
    }
    guard copy(path + "/" + files[0], to: folder + "/" + files[0]) else { return nil }
    for file in files.dropFirst() { _ = copy(path + "/" + file, to: folder + "/" + file) }
    return try? Keepsake(path: folder)
  }

  /// Copies a file that is ours; whether all of it is there.
  private static func copy(_ source: String, to target: String) -> Bool {
    let input = Glibc.open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard input >= 0 else { return false }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= mostBytes
    else { return false }
    let output = Glibc.open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { return false }
    defer { close(output) }
    var rest = Int(status.st_size)
    while rest > 0 {
      let count = sendfile(output, input, nil, rest)
      guard count > 0 else { return false }
      rest -= count
    }
    return true
  }
}

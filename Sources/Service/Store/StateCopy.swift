public import EventLoop
import Glibc

/// A read-only copy of the state of an earlier run. The folder itself is neither written nor locked.
///
/// The copy is in the memory of the runtime directory. Its files are unlinked before they are used, so that nothing of
/// it remains.
@Core
public enum StateCopy {
  private static let files = [SessionStore.fileName, SessionStore.fileName + "-wal", PlaceJournal.fileName]
  /// Other files that are made when a folder is opened.
  private static let others = ["lock", "opening", SessionStore.fileName + "-shm"]
  /// Larger states are not copied into memory.
  private static let mostBytes = 256 << 20

  /// Copies the folder at `path` and passes the copy's path to `open`. The copy is gone when this returns. `nil` if
  /// there is nothing to copy, or no place for it.
  public static func opened<Opened>(_ path: String, _ open: @Core (String) -> Opened?) -> Opened? {
    guard let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), runtime.hasPrefix("/") else {
      return nil
    }
    var template = Array((runtime + "/aloud-copy-XXXXXX").utf8CString)
    guard let folder = mkdtemp(&template).map({ String(cString: $0) }) else { return nil }
    defer {
      for file in files + others { unlink(folder + "/" + file) }
      rmdir(folder)
    }
    guard copy(path + "/" + files[0], to: folder + "/" + files[0]) else { return nil }
    for file in files.dropFirst() { _ = copy(path + "/" + file, to: folder + "/" + file) }
    return open(folder)
  }

  /// Copies a file of this user; true if all of it was copied.
  private static func copy(_ source: String, to target: String) -> Bool {
    guard let input = Descriptor(opening: source, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return false }
    var status = stat()
    guard fstat(input.number, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= mostBytes, let output = Descriptor(opening: target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    else { return false }
    var rest = Int(status.st_size)
    while rest > 0 {
      let count = sendfile(output.number, input.number, nil, rest)
      guard count > 0 else { return false }
      rest -= count
    }
    return true
  }
}

import Glibc

/// A word of a service that ends to the next one: somebody asked for the reading when it was too late to begin it here.
///
/// It is an empty file beside the store, and not a call: the bus drops what a caller that has gone left for a service that
/// is still to be started.
struct Handover {
  /// Nobody waits for a reading longer than this.
  private static let patience = 30

  private let path: String

  /// - Parameter folder: where the service keeps its state.
  init(folder: String) { path = folder + "/read-on" }

  /// Leaves the word; says whether it could.
  func leave() -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// Whether the last service left the word just now; asked once.
  func take() -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    unlink(path)
    return status.st_mode & S_IFMT == S_IFREG && time(nil) - status.st_mtim.tv_sec <= Self.patience
  }
}

extension SessionKeeper {
  /// Leaves word for the next run that the reading is asked for; says whether it could, and everything is kept.
  func leaveWord() -> Bool {
    guard let path, isKept else { return false }
    return Handover(folder: path).leave()
  }

  /// Whether the last run left word that the reading is asked for; asked once.
  func takeWord() -> Bool {
    guard let path, keepsake != nil else { return false }
    return Handover(folder: path).take()
  }
}

import EventLoop
import Glibc

/// A message from a service that ends to the next one: the reading was requested too late to begin here.
///
/// The message is an empty file beside the store, not a call: the bus drops calls to a service that is still to be
/// started if their caller has gone.
struct Handover {
  /// The age in seconds beyond which the message is ignored.
  private static let patience = 30

  private let path: String

  /// - Parameter folder: the folder with the service's state.
  init(folder: String) { path = folder + "/read-on" }

  /// Leaves the message. Returns true on success.
  func leave() -> Bool {
    Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600) != nil
  }

  /// Returns true if the last service has just left the message, and removes it.
  func take() -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    unlink(path)
    return status.st_mode & S_IFMT == S_IFREG && time(nil) - status.st_mtim.tv_sec <= Self.patience
  }
}

extension SessionKeeper {
  /// Leaves the message for the next run that the reading is requested. Returns true if that worked and everything is
  /// kept.
  func leaveWord() -> Bool {
    guard let path, isKept else { return false }
    return Handover(folder: path).leave()
  }

  /// Returns true if the last run left the message that the reading is requested, and removes it.
  func takeWord() -> Bool {
    guard let path, openStore != nil else { return false }
    return Handover(folder: path).take()
  }
}

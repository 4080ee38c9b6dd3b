import Glibc

/// The check of the library after a run that did not end in order. It reads all of the file, and moves the log of that
/// run into it, which takes as long as the disk likes. It belongs on a thread (``EventLoop/BlockingWork``).
public enum StateCheck {
  /// The result of a check.
  public enum Finding: Equatable, Sendable {
    /// The file is whole.
    case sound
    /// The file must be moved aside.
    case damaged(StoreError)
  }

  /// True if the last run left a log in the folder at `path`, so that it has not ended in order, or if the service was
  /// killed between the check of such a run and its own.
  public static func isNeeded(at path: String) -> Bool {
    access("\(path)/\(SessionStore.fileName)-wal", F_OK) == 0 || StateFolder.isChecking(at: path)
  }

  /// The service ends in order while a thread still checks the library: that is no failed restoring.
  public static func forget(at path: String) { StateFolder.undoTakingUp(at: path) }

  /// Checks the library in the folder at `path`, and locks the folder meanwhile. Blocks. Any thread.
  ///
  /// - Returns: `nil` if the folder or the file cannot be opened. The reason is found by opening it.
  public static func run(at path: String) -> Finding? {
    guard let folder = try? StateFolder(path: path) else { return nil }
    defer { folder.unlock() }
    // A check that ends the service counts as a failed restoring.
    guard folder.beginTakingUp() < SessionStore.mostTakingUp else {
      folder.undoTakingUp()
      return nil
    }
    defer { folder.undoTakingUp() }
    folder.beginChecking()
    guard let database = try? Database(path: "\(path)/\(SessionStore.fileName)", newest: Schema.version) else {
      return nil
    }
    defer { database.close() }
    do throws(StoreError) {
      return try SessionStore.problem(after: database).map { .damaged($0) } ?? .sound
    } catch {
      return error.code == .damaged ? .damaged(error) : nil
    }
  }
}

import Glibc
public import Playback

/// Work on the library of a folder that this process has open, through a second connection. It blocks for as long as
/// the disk likes and belongs on a thread (``EventLoop/BlockingWork``); the loop reads and saves meanwhile.
public enum SideConnection {
  /// The interval at which another checkpoint is waited for, in microseconds, and the most attempts: a minute.
  private static let (step, mostSteps) = (10_000 as UInt32, 6000)

  /// The stored text of a track; `nil` if there is none.
  ///
  /// - Parameter path: the folder.
  public static func text(of id: TrackID, at path: String) throws(StoreError) -> [UInt8]? {
    let database = try Database(beside: file(in: path))
    defer { database.close() }
    return try database.text(of: id)
  }

  /// Brings everything that was saved until now to the device. ``SessionStore/tidy(isLast:)`` then removes the traces
  /// of deleted data, without a wait.
  public static func checkpoint(at path: String) throws(StoreError) {
    let database = try Database(beside: file(in: path))
    defer { database.close() }
    for _ in 0..<mostSteps {
      if try database.moveLog() { return }
      usleep(step)
    }
    throw StoreError.stalled
  }

  private static func file(in path: String) -> String { "\(path)/\(SessionStore.fileName)" }
}
